"""The server with all connected browsers."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

from .. import _types as types
from .._options import ActionOptions, PingOptions
from .._reference import wire_fields
from .._typing import Unpack
from ._connection import AsyncConnection
from ._page import AsyncPage


class AsyncBrowser:
    """The server with all connected browsers. `connect_async` returns it.

    Every method raises a `Fault` if the server or the browser can't do what it requests.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._is_verified = False

    async def __aenter__(self) -> AsyncBrowser:
        await self._verify()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        settings = self._connection.settings
        return f"<axlens.{type(self).__name__} {settings.address} session={settings.session!r}>"

    async def _verify(self) -> None:
        """Connects, unless it is connected: the server proves its identity and answers.

        Raises `ExtensionDisconnected` if no server runs, `UntrustedServer` if another program
        answers.
        """
        if self._is_verified:
            return
        try:
            # A gateway answers for itself, if it knows the token.
            gateway = self._connection.settings.is_gateway
            await (self.browsers() if gateway else self.health())
        except BaseException:
            await self.close()
            raise
        self._is_verified = True

    async def close(self) -> None:
        """Closes the connection. The tabs stay open."""
        await self._connection.aclose()

    async def health(self) -> types.HealthAnswer:
        """Whether the server runs, and its version."""
        return await self._connection.call("health", {})

    async def status(self) -> types.StatusAnswer:
        """The connections, the queue and the memory of the server."""
        return await self._connection.call("status", {})

    async def browsers(self) -> list[types.BrowserStatus]:
        """The browsers that are or were connected."""
        answer: types.BrowsersAnswer = await self._connection.call("browsers", {})
        return answer["browsers"]

    async def tabs(self, browser: str | None = None) -> list[types.Tab]:
        """The tabs of all browsers, or of the one with this id or name."""
        answer: types.TabsAnswer = await self._connection.call("tabs", {"browser": browser})
        return answer["tabs"]

    async def ping(
        self,
        tab: int | None = None,
        *,
        browser: str | None = None,
        **options: Unpack[PingOptions],
    ) -> types.PingAnswer:
        """An empty round trip to a page, or with `page=False` to the extension."""
        fields = {"tab": tab, "browser": browser, **options}
        return await self._connection.call("ping", wire_fields(fields))

    def page(self, tab: int | None = None, *, browser: str | None = None) -> AsyncPage:
        """The page of a tab; without a number, of the tab in front when it is first read."""
        return AsyncPage(self._connection, tab, browser)

    async def open(
        self,
        url: str | None = None,
        *,
        browser: str | None = None,
        **options: Unpack[ActionOptions],
    ) -> AsyncPage:
        """Opens a tab in the background, and returns its page. Without a URL the tab is empty."""
        fields = {"action": "new_tab", "url": url, "browser": browser, "withText": True, **options}
        answer: types.InteractAnswer = await self._connection.call("interact", wire_fields(fields))
        opened = answer.get("newTabs") or [answer["tab"]]
        page = AsyncPage(self._connection, opened[0])
        page._remember_actions(answer)
        return page

    async def call(self, operation: str, arguments: Mapping[str, object] | None = None) -> Any:
        """The answer of any endpoint in JSON, by its `operationId` in docs/openapi.json.

        `arguments` are its parameters and the fields of its body, with their names there. Without
        `session`, it is that of the connection.
        """
        return await self._connection.call(operation, arguments or {})
