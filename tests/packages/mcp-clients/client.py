"""A client with the Python SDK: it lists tools, calls them, receives progress and cancels.

Usage: `client.py AXLENS`, with the path of the program.
"""

import asyncio
import os
import re
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

AXLENS = sys.argv[1]
TOOLS = 9


async def main() -> None:
    server = StdioServerParameters(command=AXLENS, args=["mcp"], env=dict(os.environ))
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            assert len((await session.list_tools()).tools) == TOOLS
            tabs = (await session.call_tool("tabs", {})).content[0].text
            tab = {"tab": int(re.search(r'(\d+) "Clients"', tabs)[1])}
            page = await session.call_tool("observe", tab)
            assert "Connected clients" in page.content[0].text, page

            received = []

            async def progress(current: float, total: float | None, message: str | None) -> None:
                received.append(current)

            wait = {**tab, "for": "time", "seconds": 3}
            await session.call_tool("wait", wait, progress_callback=progress)
            assert received, "no progress"
            pending = session.call_tool("wait", {**wait, "seconds": 50})
            try:
                await asyncio.wait_for(pending, 0.3)
                raise AssertionError("it was not cancelled")
            except TimeoutError:
                pass
            page = await session.call_tool("observe", tab)
            assert "Connected clients" in page.content[0].text, page


asyncio.run(main())
print("stdio: passed")
