"""Errors: the faults of the server, and how an answer becomes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

if TYPE_CHECKING:
    from ._types import InteractAnswer


class Fault(Exception):
    """A request failed. Each code has a class of its own, such as `StaleUid`."""

    #: The classes by their codes.
    _classes: ClassVar[dict[str, type[Fault]]] = {}

    #: What went wrong, for programs: `stale_uid` and so on.
    code: str = "internal"
    #: One sentence that describes the error.
    message: str
    #: What to do next.
    hint: str
    #: Whether the same request may succeed later, unchanged.
    retryable: bool
    #: HTTP status; `None` if the fault is not an answer of the server.
    status: int | None
    #: With `changed_uid`: a value that accepts the element as the message describes it.
    seen: str | None
    #: The results of the actions before the one that failed, if there are any.
    done: InteractAnswer | None

    def __init_subclass__(cls) -> None:
        # The public module, for tracebacks.
        cls.__module__ = "axlens"
        if "code" in vars(cls):
            Fault._classes[cls.code] = cls

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        retryable: bool = False,
        status: int | None = None,
        seen: str | None = None,
        done: InteractAnswer | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.retryable = retryable
        self.status = status
        self.seen = seen
        self.done = done

    def __str__(self) -> str:
        next_step = f" → {self.hint}" if self.hint else ""
        return f"{self.code}: {self.message}{next_step}"

    @staticmethod
    def of_answer(status: int, answer: Any) -> Fault:
        """The fault of an answer with this status. An answer without a code is `internal`."""
        fields = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
        code = fields.get("error")
        if not isinstance(code, str):
            return Fault._classes["internal"](
                f"The server answered with the status {status} and without a fault.",
                hint="Check that the address is that of an Axlens server.",
                status=status,
            )
        fault = Fault._classes.get(code, Fault)(
            str(fields.get("message", "")),
            hint=str(fields.get("hint", "")),
            retryable=fields.get("retryable") is True,
            status=status,
            seen=fields.get("seen"),
            done=fields.get("done"),
        )
        # A newer server may have codes for which this version has no class.
        fault.code = code
        return fault
