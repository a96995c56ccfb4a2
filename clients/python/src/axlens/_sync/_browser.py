# Generated from _async/_browser.py by scripts/generate.py.
"""The server with all connected browsers."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

from .. import _types as types
from .._options import ActionOptions, PingOptions
from .._reference import wire_fields
from .._typing import Unpack
from ._connection import Connection
from ._page import Page


class Browser:
    """The server with all connected browsers. `connect` returns it.

    Every method raises a `Fault` if the server or the browser can't do what it requests.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_verified = False

    def __enter__(self) -> Browser:
        self._verify()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        settings = self._connection.settings
        return f"<axlens.{type(self).__name__} {settings.address} session={settings.session!r}>"

    def _verify(self) -> None:
        """Connects, unless it is connected: the server proves its identity and answers.

        Raises `ExtensionDisconnected` if no server runs, `UntrustedServer` if another program
        answers.
        """
        if self._is_verified:
            return
        try:
            # A gateway answers for itself, if it knows the token.
            gateway = self._connection.settings.is_gateway
            (self.browsers() if gateway else self.health())
        except BaseException:
            self.close()
            raise
        self._is_verified = True

    def close(self) -> None:
        """Closes the connection. The tabs stay open."""
        self._connection.close()

    def health(self) -> types.HealthAnswer:
        """Whether the server runs, and its version."""
        return self._connection.call("health", {})

    def status(self) -> types.StatusAnswer:
        """The connections, the queue and the memory of the server."""
        return self._connection.call("status", {})

    def browsers(self) -> list[types.BrowserStatus]:
        """The browsers that are or were connected."""
        answer: types.BrowsersAnswer = self._connection.call("browsers", {})
        return answer["browsers"]

    def tabs(self, browser: str | None = None) -> list[types.Tab]:
        """The tabs of all browsers, or of the one with this id or name."""
        answer: types.TabsAnswer = self._connection.call("tabs", {"browser": browser})
        return answer["tabs"]

    def ping(
        self,
        tab: int | None = None,
        *,
        browser: str | None = None,
        **options: Unpack[PingOptions],
    ) -> types.PingAnswer:
        """An empty round trip to a page, or with `page=False` to the extension."""
        fields = {"tab": tab, "browser": browser, **options}
        return self._connection.call("ping", wire_fields(fields))

    def page(self, tab: int | None = None, *, browser: str | None = None) -> Page:
        """The page of a tab; without a number, of the tab in front when it is first read."""
        return Page(self._connection, tab, browser)

    def open(
        self,
        url: str | None = None,
        *,
        browser: str | None = None,
        **options: Unpack[ActionOptions],
    ) -> Page:
        """Opens a tab in the background, and returns its page. Without a URL the tab is empty."""
        fields = {"action": "new_tab", "url": url, "browser": browser, "withText": True, **options}
        answer: types.InteractAnswer = self._connection.call("interact", wire_fields(fields))
        opened = answer.get("newTabs") or [answer["tab"]]
        page = Page(self._connection, opened[0])
        page._remember_actions(answer)
        return page

    def call(self, operation: str, arguments: Mapping[str, object] | None = None) -> Any:
        """The answer of any endpoint in JSON, by its `operationId` in docs/openapi.json.

        `arguments` are its parameters and the fields of its body, with their names there. Without
        `session`, it is that of the connection.
        """
        return self._connection.call(operation, arguments or {})
