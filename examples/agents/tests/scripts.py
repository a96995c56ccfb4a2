"""Scripted models, for every framework: the next call by the results of the calls so far."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

NAME = "Ada Lovelace"


@dataclass
class Call:
    """A call of a tool."""

    tool: str
    arguments: dict[str, object] = field(default_factory=dict[str, object])


#: A call, or the final answer as text.
Script = Callable[[Sequence[str]], Call | str]


def uid_of(snapshot: str, line: str) -> str:
    """The uid of the element whose line continues like this."""
    found = re.search(rf"^ *(\S+) {re.escape(line)}", snapshot, re.MULTILINE)
    assert found is not None, f"no {line} in {snapshot}"
    return found[1]


def save_form(results: Sequence[str]) -> Call | str:
    """Fills the field Name, presses Save, and answers what has changed."""
    match len(results):
        case 0:
            return Call("observe")
        case 1:
            return Call("fill", {"uid": uid_of(results[0], 'textbox "Name"'), "value": NAME})
        case 2:
            # Results of `find` have the same form as lines of a snapshot.
            return Call("find", {"name": "Save", "role": "button"})
        case 3:
            return Call("click", {"uid": uid_of(results[2], "button")})
        case _:
            return results[-1]


def save_with_enter(results: Sequence[str]) -> Call | str:
    """As `save_form`, with the key Enter."""
    if len(results) == 2:
        return Call("press", {"keys": "Enter"})
    return results[-1] if len(results) == 3 else save_form(results)


def click_removed(results: Sequence[str]) -> Call | str:
    """Clicks a link after another click has removed it, and answers the result."""
    match len(results):
        case 0:
            return Call("observe")
        case 1:
            return Call("click", {"uid": uid_of(results[0], 'button "Remove"')})
        case 2:
            return Call("click", {"uid": uid_of(results[0], 'link "Old link"')})
        case _:
            return results[-1]
