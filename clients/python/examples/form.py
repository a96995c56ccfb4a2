#!/usr/bin/env python3
"""Fills a form in the user's browser, and prints what each step has changed.

    python3 examples/form.py URL LABEL=VALUE... [BUTTON]

For example: `form.py https://example.com/register Name=Ada Email=ada@example.com Register`.
"""

import sys

import axlens


def main() -> int:
    """Opens the page, fills the fields in one request, and presses the button."""
    url, *words = sys.argv[1:] or [""]
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    with axlens.connect(session="form-example") as browser:
        page = browser.open(url)
        fields = [word.split("=", 1) for word in words if "=" in word]
        elements = [(page.find(label=label), value) for label, value in fields]
        for element, value in elements:
            element.fill(value, snapshot="none")
            print(page.changes, end="")
        for name in (word for word in words if "=" not in word):
            page.find(role="button", name=name).click()
            print(page.changes, end="")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except axlens.Fault as fault:
        sys.exit(f"{fault.code}: {fault.message}\n→ {fault.hint}")
