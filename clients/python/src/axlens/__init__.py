"""Reads and operates pages in the user's own Chrome, through the Axlens server.

    import axlens

    with axlens.connect() as browser:
        page = browser.page()
        page.observe()
        print(page.text)
        page.find(role="button", name="Save").click()
        print(page.changes)

`connect_async` has the same with `async` and `await`.
"""

from __future__ import annotations

import os

from . import _codes
from . import _types as types
from ._async._browser import AsyncBrowser
from ._async._connection import AsyncConnection
from ._async._element import AsyncElement
from ._async._page import AsyncPage
from ._codes import *  # noqa: F403  The generated classes of faults.
from ._faults import Fault
from ._image import Image
from ._settings import DEFAULT_TIMEOUT, Settings
from ._state_dir import UntrustedServer
from ._sync._browser import Browser
from ._sync._connection import Connection
from ._sync._element import Element
from ._sync._page import Page

__all__ = [
    "AsyncBrowser",
    "AsyncElement",
    "AsyncPage",
    "Browser",
    "Element",
    "Fault",
    "Image",
    "Page",
    "UntrustedServer",
    "connect",
    "connect_async",
    "types",
]
__all__ += _codes.__all__


def connect(
    url: str | None = None,
    *,
    token: str | None = None,
    token_file: str | os.PathLike[str] | None = None,
    state_dir: str | os.PathLike[str] | None = None,
    ca_file: str | os.PathLike[str] | None = None,
    session: str = "default",
    timeout: float = DEFAULT_TIMEOUT,
) -> Browser:
    """Connects to the server of the state directory, or to that of a URL.

    `url`: URL of the server; default: `AXLENS_URL`, else the Unix socket. With `https`, it is a
    gateway, whose certificate is verified before the token is sent. With `http` and a token, it is
    a port of this machine that a tunnel forwards to the server of another one; without a token,
    the state directory's own server.
    `token`: token of a named agent; default: `AXLENS_TOKEN`, else that of `token_file`.
    `token_file`: file with the token, which only this user can access; default:
    `AXLENS_TOKEN_FILE`.
    `ca_file`: file with the certificate authorities of a gateway, in PEM; default:
    `AXLENS_CA_FILE`, else those of the system.
    `state_dir`: state directory; default: `AXLENS_STATE_DIR`, else the system's.
    `session`: name of the session of the uids.
    `timeout`: for one request, in seconds, including the time in which the user is asked.

    Raises `ExtensionDisconnected` if no server runs, `UntrustedServer` if another program
    answers, `ValueError` for an invalid option.
    """
    settings = Settings.of(
        url, token, token_file, state_dir, ca_file, session=session, timeout=timeout
    )
    browser = Browser(Connection(settings))
    browser._verify()
    return browser


def connect_async(
    url: str | None = None,
    *,
    token: str | None = None,
    token_file: str | os.PathLike[str] | None = None,
    state_dir: str | os.PathLike[str] | None = None,
    ca_file: str | os.PathLike[str] | None = None,
    session: str = "default",
    timeout: float = DEFAULT_TIMEOUT,
) -> AsyncBrowser:
    """As `connect`, for `async with connect_async() as browser`, which connects."""
    settings = Settings.of(
        url, token, token_file, state_dir, ca_file, session=session, timeout=timeout
    )
    return AsyncBrowser(AsyncConnection(settings))
