"""A page in a tab: reads and actions."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, cast

from .. import _types as types
from .._codes import AmbiguousId, NotYet
from .._faults import Fault
from .._image import Image
from .._operations import ACTIONS
from .._options import (
    ActionOptions,
    AskUserOptions,
    DownloadsOptions,
    ErrorsOptions,
    ExplainOptions,
    FindAllOptions,
    FindOptions,
    GetOptions,
    LocateOptions,
    NetworkOptions,
    ObserveOptions,
    PageToolsOptions,
    ScreenshotOptions,
    WaitOptions,
)
from .._reference import ElementBase, ElementRef, File, uploaded, wire_fields
from .._typing import Unpack
from ._connection import AsyncConnection
from ._element import AsyncElement
from ._page_actions import AsyncPageActions

#: The server's default and least timeout of a read, in milliseconds.
_DEFAULT_TIMEOUT_MS = 15_000
_MIN_TIMEOUT_MS = 100


class AsyncPage(AsyncPageActions):
    """The page in a tab, with a method for each action.

    Every method raises a `Fault` if the server or the browser can't do what it requests.
    """

    def __init__(
        self, connection: AsyncConnection, tab: int | None = None, browser: str | None = None
    ) -> None:
        self._connection = connection
        self._tab = tab
        self._browser = browser
        self._text = ""
        self._changes = ""
        self._url: str | None = None
        self._title: str | None = None

    @property
    def tab(self) -> int | None:
        """Number of the tab; `None` before the first answer about the tab in front."""
        return self._tab

    @property
    def session(self) -> str:
        """Session of the uids."""
        return self._connection.settings.session

    @property
    def text(self) -> str:
        """Lines of the last answer: a snapshot, matches with their rows, or changed lines."""
        return self._text

    @property
    def changes(self) -> str:
        """What the last actions have changed: their outcomes and the changed lines."""
        return self._changes

    @property
    def url(self) -> str | None:
        """URL of the page when it was last read."""
        return self._url

    @property
    def title(self) -> str | None:
        """Title of the page when it was last read."""
        return self._title

    def __repr__(self) -> str:
        return f"<axlens.{type(self).__name__} tab={self._tab} url={self._url!r}>"

    def element(self, uid: ElementRef) -> AsyncElement:
        """The element with this uid, as a snapshot has printed it. It is not looked up yet."""
        return AsyncElement(self, uid)

    async def observe(self, **options: Unpack[ObserveOptions]) -> types.ObserveAnswer:
        """A snapshot of the page, by default in the format `lean`."""
        fields = {"what": "a11y_tree", "format": "lean", **wire_fields(options)}
        answer: types.ObserveAnswer = await self._read("observe", fields)
        self._text = answer["tree"]
        return answer

    async def find(self, **criteria: Unpack[FindOptions]) -> AsyncElement:
        """The only element that matches. Waits for `timeout_ms` until there is one.

        Raises `NotYet` if none matches in time, `AmbiguousId` with a list if several do.
        """
        fields = wire_fields(criteria)
        milliseconds = cast("int", fields.get("timeoutMs", _DEFAULT_TIMEOUT_MS))
        end = time.monotonic() + milliseconds / 1000
        while True:
            answer = await self._search(fields)
            if answer["count"] > 0:
                return self._single(answer)
            remaining = int((end - time.monotonic()) * 1000)
            if remaining <= 0:
                raise NotYet(
                    f"No element has matched within {milliseconds} ms.",
                    hint="Read the page, then correct the criteria.",
                    retryable=True,
                )
            fields["timeoutMs"] = max(remaining, _MIN_TIMEOUT_MS)
            await self._read("wait", {"for": "appears", **fields})

    async def find_all(self, **criteria: Unpack[FindAllOptions]) -> list[AsyncElement]:
        """The elements that match now, at most `limit` (20). The list may be empty.

        `text` has their lines, with the rows and other containers around them.
        """
        answer = await self._search(wire_fields(criteria))
        return [AsyncElement._of_match(self, found) for found in answer["matches"]]

    async def _search(self, fields: dict[str, object]) -> types.FindAnswer:
        answer: types.FindAnswer = await self._read("find", fields)
        self._text = answer["tree"]
        return answer

    async def get(
        self,
        what: types.Property,
        element: ElementRef | None = None,
        **options: Unpack[GetOptions],
    ) -> types.GetAnswer:
        """A property of an element, or of the page: `get("value", 43)["value"]`."""
        fields = {"what": what, "uid": element, **options}
        return await self._read("get", wire_fields(fields))

    async def wait(
        self,
        condition: types.WaitFor = "appears",
        value: str | None = None,
        *,
        element: ElementRef | None = None,
        **options: Unpack[WaitOptions],
    ) -> types.WaitAnswer:
        """Waits until a condition holds: `wait("text", "Saved")`, `wait("vanishes", element=42)`.

        Raises `NotYet` if it does not hold within `timeout_ms`.
        """
        fields = {"for": condition, "value": value, "uid": element, **options}
        return await self._read("wait", wire_fields(fields))

    async def locate(
        self, element: ElementRef, **options: Unpack[LocateOptions]
    ) -> types.LocateAnswer:
        """Box and selector of an element of a snapshot."""
        return await self._read("locate", wire_fields({"uid": element, **options}))

    async def explain(
        self, element: ElementRef | None = None, **options: Unpack[ExplainOptions]
    ) -> types.ExplainAnswer:
        """Why an element has its role, name and states."""
        return await self._read("explain", wire_fields({"uid": element, **options}))

    async def network(self, **options: Unpack[NetworkOptions]) -> types.NetworkAnswer:
        """The requests of the page and its frames: `network(failed=True)["requests"]`."""
        return await self._read("network", wire_fields(options))

    async def errors(self, **options: Unpack[ErrorsOptions]) -> types.ErrorsAnswer:
        """What the browser reports of the page: `errors(kinds=["csp"])["errors"]`."""
        return await self._read("errors", wire_fields(options))

    async def page_tools(self, **options: Unpack[PageToolsOptions]) -> types.PageToolsAnswer:
        """The tools that the page offers to agents: `page_tools()["tools"]`."""
        return await self._read("pageTools", wire_fields(options))

    async def downloads(self, **options: Unpack[DownloadsOptions]) -> types.DownloadsAnswer:
        """The downloads of the tab: `downloads(states=["complete"])["downloads"]`."""
        return await self._read("downloads", wire_fields(options))

    async def pins(self) -> types.PinsAnswer:
        """The elements that the user has pinned, with their notes: `pins()["pins"]`."""
        return await self._read("pins", {})

    async def ask_user(
        self, question: str, **options: Unpack[AskUserOptions]
    ) -> types.AskUserAnswer:
        """Asks the user about this page: `ask_user("Which?", choices=["A", "B"])["answer"]`."""
        return await self._read("askUser", wire_fields({"question": question, **options}))

    async def screenshot(
        self, element: ElementRef | None = None, **options: Unpack[ScreenshotOptions]
    ) -> Image:
        """An image of the tab, of an element, or with `full` of the whole page, as bytes."""
        fields = wire_fields({"uid": element, **options})
        return Image.of_answer(await self._read("screenshot", fields))

    async def do(
        self,
        steps: Sequence[types.Step | Mapping[str, object]],
        **options: Unpack[ActionOptions],
    ) -> types.InteractAnswer:
        """Executes actions and reads in order, up to the first fault.

        Steps have the names of JSON, and an `Element` can stand for its uid:
        `[{"action": "fill", "uid": 43, "value": "Ada"}, {"get": {"what": "value", "uid": 43}}]`.
        The fault has the results of the steps before it in `done`.
        """
        fields = wire_fields({"actions": steps, **options})
        adopts = not any(step.get("action") == "new_tab" for step in steps)
        return await self._interact(fields, adopts_tab=adopts)

    async def _act(
        self,
        action: str,
        element: ElementRef | None,
        arguments: Mapping[str, object],
        options: Mapping[str, object],
    ) -> types.ActionResult:
        """Executes an action by its name. The method with that name has its arguments."""
        missing = [name for name in ACTIONS[action] if arguments.get(name) is None]
        if missing:
            raise TypeError(f"{action} needs {', '.join(missing)}")
        fields = wire_fields({"action": action, "uid": element, **options})
        for name, value in arguments.items():
            if name == "files":
                fields[name] = uploaded(cast("Sequence[File]", value))
            elif value is not None:
                fields |= wire_fields({name: value})
        answer = await self._interact(fields, adopts_tab=action != "new_tab")
        return cast(types.ActionResult, answer["results"][0])

    async def _interact(
        self, fields: Mapping[str, object], *, adopts_tab: bool
    ) -> types.InteractAnswer:
        try:
            answer: types.InteractAnswer = await self._call(
                "interact", {**fields, "withText": True}
            )
        except Fault as fault:
            if fault.done is not None:
                self._remember_actions(fault.done, adopts_tab)
            raise
        self._remember_actions(answer, adopts_tab)
        return answer

    async def _read(self, operation: str, fields: Mapping[str, object]) -> Any:
        answer = await self._call(operation, fields)
        self._remember(answer)
        return answer

    async def _call(self, operation: str, fields: Mapping[str, object]) -> Any:
        place: dict[str, object] = {"tab": self._tab}
        if self._tab is None:
            place = {"browser": self._browser}
        return await self._connection.call(operation, {**place, **fields})

    def _remember_actions(self, answer: types.InteractAnswer, adopts_tab: bool = True) -> None:
        """Takes text, changes, tab, URL and title from an answer."""
        # The address of an answer about a new tab is not that of this page.
        if adopts_tab:
            self._remember(answer)
        self._text = answer.get("tree") or ""
        self._changes = answer.get("text") or ""

    def _remember(self, answer: Mapping[str, Any]) -> None:
        if self._tab is None:
            self._tab = answer.get("tab")
        self._url = answer.get("url") or self._url
        title = answer.get("pageTitle")
        self._title = self._title if title is None else title

    def _single(self, answer: types.FindAnswer) -> AsyncElement:
        matches = [AsyncElement._of_match(self, found) for found in answer["matches"]]
        if answer["count"] == 1:
            # An element without a line in snapshots has no entry in `matches`.
            return matches[0] if matches else AsyncElement(self, ElementBase(None, None, None))
        listed = ", ".join(f"{found.uid} {found.role} {found.name!r}" for found in matches)
        raise AmbiguousId(
            f"{answer['count']} elements match: {listed}.",
            hint="Add criteria, or use `find_all`.",
        )
