"""A site with a form, and a page of it in the browser of a running server."""

import os
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

import axlens
import form_site
from axlens_tools import open_page

# browser-use pins other versions of what the others need: it has an environment of its own.
collect_ignore = [] if find_spec("browser_use") else ["test_browser_use.py"]
collect_ignore_glob = [] if find_spec("langgraph") else ["test_[!b]*.py"]
# Without a server and its browser, no test is collected.
if not os.environ.get("AXLENS_STATE_DIR"):
    collect_ignore_glob = ["test_*.py"]

CONFIG_DIR = tempfile.TemporaryDirectory(prefix="browser-use-")
# The frameworks send nothing to their makers, and store nothing at the user's.
os.environ |= {
    "ANONYMIZED_TELEMETRY": "false",
    "BROWSER_USE_CONFIG_DIR": CONFIG_DIR.name,
    "LANGSMITH_TRACING": "false",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
}


@pytest.fixture
def site() -> Iterator[form_site.Site]:
    """The site of the test. Its tabs are closed at the end."""
    with form_site.serve() as site:
        yield site
        with axlens.connect() as browser:
            for tab in browser.tabs():
                if tab["url"].startswith(site.url):
                    browser.page(tab["tab"]).close_tab()


@pytest.fixture
def page(site: form_site.Site) -> Iterator[axlens.Page]:
    """The form in a new tab."""
    with open_page(site.url) as page:
        yield page
