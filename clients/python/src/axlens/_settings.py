"""The options of a connection."""

from __future__ import annotations

import ipaddress
import os
import re
import ssl
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from ._operations import WIRE_VERSION
from ._remote import is_named_token
from ._state_dir import StateDir, read_private

#: The default timeout of a request in seconds, which may ask the user several times.
DEFAULT_TIMEOUT = 900.0

#: The authority of requests over the socket.
_SOCKET_URL = "http://127.0.0.1"
_MAX_SESSION_LEN = 200
_TOKEN = re.compile(r"[!-~]+")


@dataclass(frozen=True)
class Settings:
    """How to connect to a server, and the session of the uids."""

    state_dir: StateDir
    url: str | None
    #: Whether the URL is that of a gateway, whose connections have TLS.
    is_gateway: bool
    ca_file: str | os.PathLike[str] | None
    session: str
    timeout: float
    # Not in the `repr`, so that logs have no token.
    _token: str | None = field(repr=False)

    @staticmethod
    def of(
        url: str | None,
        token: str | None,
        token_file: str | os.PathLike[str] | None,
        state_dir: str | os.PathLike[str] | None,
        ca_file: str | os.PathLike[str] | None = None,
        *,
        session: str,
        timeout: float,
    ) -> Settings:
        """Completes the options from the environment.

        Raises `ValueError` for an invalid option, `UntrustedServer` if others can read the file of
        the token.
        """
        url = url or os.environ.get("AXLENS_URL") or None
        token = token or os.environ.get("AXLENS_TOKEN") or None
        token_file = token_file or os.environ.get("AXLENS_TOKEN_FILE") or None
        ca_file = ca_file or os.environ.get("AXLENS_CA_FILE") or None
        if token is None and token_file is not None:
            token = read_private(Path(token_file)).strip()
        is_tunnel = url is not None and _is_tunnel(url)
        is_gateway = url is not None and not is_tunnel
        if token is not None and not _TOKEN.fullmatch(token):
            raise ValueError("`token` has characters that no token has")
        if is_gateway and token is None:
            raise ValueError("a gateway needs the `token` of an agent")
        if is_tunnel and token is not None and not is_named_token(token):
            raise ValueError(
                "with `url`, `token` must be one that `axlens token add` has printed on the machine"
                " of the server"
            )
        if not 1 <= len(session.encode()) <= _MAX_SESSION_LEN:
            raise ValueError("`session` has 1 to 200 bytes")
        if not 0 < timeout < float("inf"):
            raise ValueError("`timeout` is a positive number of seconds")
        directory = StateDir.locate(state_dir)
        return Settings(directory, url, is_gateway, ca_file, session, timeout, token)

    @property
    def remote_token(self) -> str | None:
        """The token to prove, if the server is that of a URL and may be another machine's."""
        return self._token if self.url is not None and not self.is_gateway else None

    def tls(self) -> ssl.SSLContext:
        """How the certificate of a gateway is verified.

        Raises `ValueError` if the file of authorities has no certificates.
        """
        try:
            return ssl.create_default_context(cafile=self.ca_file)
        except (OSError, ssl.SSLError):
            raise ValueError(f"{self.ca_file} has no certificates in PEM") from None

    @property
    def base_url(self) -> str:
        """The URL of requests."""
        if self.url is None:
            return _SOCKET_URL
        if self.is_gateway:
            return self.url
        # The server listens there only. On another loopback address, its port may be a program of
        # another user.
        return str(httpx.URL(self.url).copy_with(host="127.0.0.1"))

    @property
    def address(self) -> str:
        """The server's address, for messages."""
        return self.url or str(self.state_dir.socket)

    def headers(self) -> dict[str, str]:
        """The headers of every request.

        Over HTTP without a token, it is that of the running server. It is read for each request,
        because a restarted server has a new one. A token that both sides have proven is not sent.
        A gateway gets it after its certificate was verified.
        """
        headers = {"x-axlens-wire": str(WIRE_VERSION)}
        if self.remote_token is not None:
            return headers
        token = self._token
        if token is None and self.url is not None:
            self.state_dir.check_served()
            token = self.state_dir.agent_token()
        return headers | ({"authorization": f"Bearer {token}"} if token else {})


def _is_tunnel(url: str) -> bool:
    """Whether a URL is a port of this machine, and not a gateway with TLS.

    Raises `ValueError` for others: over a network, nothing would protect the token.
    """
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        raise ValueError("`url` is not a URL") from None
    if parsed.userinfo:
        raise ValueError("`url` has a user name or a password: use `token`")
    if parsed.path != "/" or parsed.query or parsed.fragment:
        raise ValueError("`url` has more than a host and a port")
    if parsed.scheme == "https" and parsed.host:
        return False
    if parsed.scheme != "http" or not _is_loopback(parsed.host):
        raise ValueError(
            "`url` is not an http URL of this machine, such as http://127.0.0.1:4000, nor the https"
            " URL of a gateway: forward the port of the server first,"
            " `ssh -N -L 4000:127.0.0.1:PORT USER@HOST` (docs/remote.md)"
        )
    return True


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
