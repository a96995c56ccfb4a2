"""Every endpoint and action of the server, and the version of the protocol.

Generated from docs/openapi.json by scripts/generate.py.
"""

from typing import NamedTuple

#: The version of the protocol for which this package was made.
WIRE_VERSION = 1

#: Names of fields in requests that Python writes differently.
WIRE_NAMES = {"dry_run": "dryRun", "timeout_ms": "timeoutMs", "with_text": "withText"}


class Operation(NamedTuple):
    """An endpoint."""

    method: str
    path: str
    #: Parameters in the path and in the query.
    parameters: tuple[str, ...]
    required: tuple[str, ...]
    has_body: bool
    has_session: bool
    #: Whether it changes nothing, so that it may be repeated.
    reads: bool


OPERATIONS = {
    "askUser": Operation("POST", "/ask-user", (), (), True, True, False),
    "browsers": Operation("GET", "/browsers", (), (), False, False, True),
    "lease": Operation("POST", "/browsers", (), (), True, False, False),
    "endLease": Operation("DELETE", "/browsers/{id}", ("id",), ("id",), False, False, False),
    "downloads": Operation("POST", "/downloads", (), (), True, True, True),
    "errors": Operation("POST", "/errors", (), (), True, True, True),
    "explain": Operation("POST", "/explain", (), (), True, True, True),
    "find": Operation("POST", "/find", (), (), True, True, True),
    "get": Operation("POST", "/get", (), (), True, True, True),
    "health": Operation("GET", "/health", (), (), False, False, True),
    "interact": Operation("POST", "/interact", (), (), True, True, False),
    "locate": Operation("POST", "/locate", (), (), True, True, True),
    "network": Operation("POST", "/network", (), (), True, True, True),
    "observe": Operation("POST", "/observe", (), (), True, True, True),
    "pageTools": Operation("POST", "/page-tools", (), (), True, True, True),
    "ping": Operation("POST", "/ping", (), (), True, False, True),
    "pins": Operation("POST", "/pins", (), (), True, True, True),
    "screenshot": Operation("POST", "/screenshot", (), (), True, True, True),
    "status": Operation("GET", "/status", (), (), False, False, True),
    "tabs": Operation("GET", "/tabs", ("browser",), (), False, False, True),
    "openTab": Operation("POST", "/tabs", (), (), True, False, False),
    "closeTab": Operation(
        "DELETE", "/tabs/{tab}", ("tab", "userId"), ("tab", "userId"), False, False, False
    ),
    "goBackInTab": Operation("POST", "/tabs/{tab}/back", ("tab",), ("tab",), True, False, False),
    "clickInTab": Operation("POST", "/tabs/{tab}/click", ("tab",), ("tab",), True, False, False),
    "goForwardInTab": Operation(
        "POST", "/tabs/{tab}/forward", ("tab",), ("tab",), True, False, False
    ),
    "navigateTab": Operation(
        "POST", "/tabs/{tab}/navigate", ("tab",), ("tab",), True, False, False
    ),
    "pressInTab": Operation("POST", "/tabs/{tab}/press", ("tab",), ("tab",), True, False, False),
    "refreshTab": Operation("POST", "/tabs/{tab}/refresh", ("tab",), ("tab",), True, False, False),
    "scrollTab": Operation("POST", "/tabs/{tab}/scroll", ("tab",), ("tab",), True, False, False),
    "tabSnapshot": Operation(
        "GET",
        "/tabs/{tab}/snapshot",
        ("tab", "browser", "format", "includeScreenshot", "offset", "userId"),
        ("tab",),
        False,
        False,
        True,
    ),
    "typeInTab": Operation("POST", "/tabs/{tab}/type", ("tab",), ("tab",), True, False, False),
    "wait": Operation("POST", "/wait", (), (), True, True, True),
}

#: The required arguments of each action.
ACTIONS: dict[str, tuple[str, ...]] = {
    "click": (),
    "hover": (),
    "focus": (),
    "activate": (),
    "fill": ("value",),
    "fill_secret": ("secret",),
    "clear": (),
    "set": ("value",),
    "type": ("text",),
    "press": ("keys",),
    "select": (),
    "check": (),
    "uncheck": (),
    "scroll": (),
    "submit": (),
    "highlight": (),
    "drag": ("to",),
    "select_text": (),
    "upload": ("files",),
    "execute_js": ("script",),
    "call_tool": ("tool",),
    "navigate": ("url",),
    "back": (),
    "forward": (),
    "reload": (),
    "new_tab": (),
    "close_tab": (),
    "activate_tab": (),
    "claim_tab": (),
    "release_tab": (),
}
