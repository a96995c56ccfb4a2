"""Makes the generated files of the package, from docs/openapi.json and the async classes.

python scripts/generate.py            # writes them
python scripts/generate.py --check    # exits with 1 if a file is not current
"""

import subprocess
import sys
from pathlib import Path

import generate_actions
import generate_tables
import generate_types
import unasync
from schema import PACKAGE, REPOSITORY


def generated() -> dict[Path, str]:
    """The text of every generated file."""
    actions = {
        PACKAGE / "_async/_page_actions.py": formatted(generate_actions.page()),
        PACKAGE / "_async/_element_actions.py": formatted(generate_actions.element()),
    }
    tables = {
        PACKAGE / "_operations.py": formatted(generate_tables.operations()),
        PACKAGE / "_codes.py": formatted(generate_tables.codes()),
        PACKAGE / "_options.py": formatted(generate_tables.options()),
    }
    types = {PACKAGE / "_types.py": generate_types.generate()}
    return types | tables | actions | synchronous(actions)


def synchronous(actions: dict[Path, str]) -> dict[Path, str]:
    """The files of `_sync/`: those of `_async/`, of which `actions` has the newest text."""
    sources = {path: path.read_text() for path in sorted((PACKAGE / "_async").glob("*.py"))}
    sources |= actions
    return {
        PACKAGE / "_sync" / path.name: formatted(unasync.convert(text, path.name))
        for path, text in sources.items()
    }


def formatted(text: str) -> str:
    """The text as ruff formats it, with sorted imports."""
    for command in (["check", "--select=I", "--fix", "--quiet", "-"], ["format", "-"]):
        ruff = [sys.executable, "-m", "ruff", *command]
        config = f"--config={PACKAGE.parents[1] / 'pyproject.toml'}"
        done = subprocess.run(
            [*ruff[:4], config, *ruff[4:]],
            input=text,
            capture_output=True,
            check=True,
            text=True,
            timeout=60,
        )
        text = done.stdout
    return text


def main() -> int:
    """Writes the files, or checks them."""
    outdated = [
        (path, text)
        for path, text in generated().items()
        if not path.exists() or path.read_text() != text
    ]
    for path, text in outdated:
        if "--check" in sys.argv:
            print(f"{path.relative_to(REPOSITORY)} is not current: run scripts/generate.py")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            print(f"{path.relative_to(REPOSITORY)} written")
    return 1 if outdated and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
