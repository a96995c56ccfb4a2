"""Runs the Python snippets of a document, or the cells of a notebook, as they are.

    run.py FILE URL

Each snippet of a document runs alone, with `page`, the page in front. Cells of a notebook run one
after another. `https://example.com/` is replaced by the URL, and the uids 3 and 5 by those of the
field "Name" and the button "Add" of that page.
"""

import ast
import asyncio
import inspect
import json
import re
import sys
from pathlib import Path
from types import CodeType

import axlens


def snippets(path: Path) -> list[str]:
    text = path.read_text()
    if path.suffix != ".ipynb":
        return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    cells = json.loads(text)["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def with_uids(snippet: str, page: axlens.Page) -> str:
    for number, name in (("3", "Name"), ("5", "Add")):
        used = re.compile(rf"(page\.\w+\(){number}\b")
        if used.search(snippet):
            snippet = used.sub(rf"\g<1>{page.find(name=name).uid}", snippet)
    return snippet


async def run(code: CodeType, names: dict[str, object]) -> None:
    result = eval(code, names)
    if inspect.isawaitable(result):
        await result


def main() -> None:
    path, url = Path(sys.argv[1]), sys.argv[2]
    found = snippets(path)
    assert found, f"{path} has no snippet"
    names: dict[str, object] = {"__name__": "__main__"}
    with axlens.connect() as browser:
        for snippet in found:
            if path.suffix != ".ipynb":
                browser.page().navigate(url)
                names = {"axlens": axlens, "page": browser.page()}
            source = with_uids(snippet, browser.page()).replace("https://example.com/", url)
            flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
            asyncio.run(run(compile(source, path.name, "exec", flags=flags), names))
    print(f"{len(found)} snippets")


main()
