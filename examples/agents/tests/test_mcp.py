import asyncio
import os
import subprocess
from pathlib import Path

import pytest
from mcp import Client

import mcp_client
from checks import assert_saved, assert_stale
from form_site import Site
from scripts import NAME

FOLDER = Path(__file__).parents[1]
TOOLS = ("observe", "interact", "navigate", "tabs", "find", "get", "wait")


def test_the_client_saves_the_form(site: Site) -> None:
    async def run() -> str:
        async with Client(mcp_client.server()) as client:
            assert {*TOOLS} <= {tool.name for tool in (await client.list_tools()).tools}
            tab = await mcp_client.open_page(client, site.url)
            return await mcp_client.fill_form(client, tab, NAME)

    assert_saved(site, asyncio.run(run()))


def test_a_fault_is_an_error_of_the_tool(site: Site) -> None:
    async def run() -> str:
        async with Client(mcp_client.server()) as client:
            tab = await mcp_client.open_page(client, site.url)
            page = await mcp_client.call(client, "observe", {"tab": tab})

            async def click(line: str) -> str:
                action = {"action": "click", "uid": mcp_client.uid_of(page, line)}
                return await mcp_client.call(client, "interact", {"tab": tab, "actions": [action]})

            await click('button "Remove"')
            with pytest.raises(mcp_client.ToolError) as raised:
                await click('link "Old link"')
            return str(raised.value)

    assert_stale(asyncio.run(run()))


@pytest.fixture(scope="module")
def typescript() -> list[str]:
    """The command of the TypeScript example, which `npm install` and `tsc` have prepared."""
    subprocess.run(["npm", "run", "--silent", "build"], cwd=FOLDER, check=True)
    return ["node", str(FOLDER / ".build/mcp_client.js")]


def run_typescript(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=os.environ, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_typescript_client_saves_the_form(site: Site, typescript: list[str]) -> None:
    ended = run_typescript([*typescript, site.url, NAME])
    assert ended.returncode == 0, ended.stderr
    for tool in TOOLS:
        assert f"\n{tool}: " in f"\n{ended.stdout}"
    assert_saved(site, ended.stdout)


def test_the_typescript_client_prints_a_fault(site: Site, typescript: list[str]) -> None:
    ended = run_typescript([*typescript, "ftp://127.0.0.1/"])
    assert ended.returncode == 1
    assert ended.stderr.startswith("bad_request: "), ended.stderr
