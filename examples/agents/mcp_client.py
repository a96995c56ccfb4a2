#!/usr/bin/env python3
"""Fills a form in the user's browser over MCP, with the official Python SDK and without a model.

python3 mcp_client.py http://127.0.0.1:8000/form.html
"""

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Mapping

from mcp import Client, StdioServerParameters
from mcp.types import TextContent

#: The program `axlens`.
AXLENS = os.environ.get("AXLENS", "axlens")


def server() -> StdioServerParameters:
    """How the SDK starts `axlens mcp`."""
    # The SDK passes only a few variables of the environment on.
    return StdioServerParameters(command=AXLENS, args=["mcp"], env=dict(os.environ))


class ToolError(Exception):
    """A tool failed. The text has the fault's code, its message and the next step."""


async def call(client: Client, tool: str, arguments: Mapping[str, object]) -> str:
    """The text of a tool's answer."""
    result = await client.call_tool(tool, dict(arguments))
    text = "\n".join(part.text for part in result.content if isinstance(part, TextContent))
    if result.is_error:
        raise ToolError(text)
    return text


def uid_of(snapshot: str, line: str) -> str:
    """The uid of an element by the rest of its line, which an agent's model reads by itself."""
    found = re.search(rf"^ *(\S+) {re.escape(line)}", snapshot, re.MULTILINE)
    if found is None:
        raise LookupError(f"no {line} in the page:\n{snapshot}")
    return found[1]


async def open_page(client: Client, url: str) -> int:
    """Opens the page in a new tab. Without its number, tools use the tab in front."""
    opened = await call(client, "navigate", {"to": url, "new_tab": True})
    found = re.search(r"^\.\.\.\(tab (\d+) was opened\)$", opened, re.MULTILINE)
    if found is None:
        raise LookupError(f"no new tab:\n{opened}")
    return int(found[1])


async def fill_form(client: Client, tab: int, name: str) -> str:
    """Fills the field Name, presses Save, and returns what has changed."""
    page = await call(client, "observe", {"tab": tab})
    actions = [
        {"action": "fill", "uid": uid_of(page, 'textbox "Name"'), "value": name},
        {"action": "click", "uid": uid_of(page, 'button "Save"')},
    ]
    return await call(client, "interact", {"tab": tab, "actions": actions})


async def main() -> int:
    """Lists the tools, and fills the form on the page that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="a page with a form that has a field Name and a button Save")
    parser.add_argument("name", nargs="?", default="Ada Lovelace")
    args = parser.parse_args()
    async with Client(server()) as client:
        for tool in (await client.list_tools()).tools:
            print(f"{tool.name}: {tool.description}")
        # Caught inside: outside of the client it is in an `ExceptionGroup`.
        try:
            tab = await open_page(client, args.url)
            print(await fill_form(client, tab, args.name))
        except ToolError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
