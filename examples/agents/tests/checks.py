"""What the tests expect of every example."""

from form_site import Site
from scripts import NAME

#: The form needs no more time than this to arrive at the site.
SECONDS = 5


def assert_saved(site: Site, answer: str) -> None:
    """The browser has submitted the form, and the answer has what changed."""
    assert site.submitted.get(timeout=SECONDS) == {"name": [NAME], "city": [""]}
    assert site.submitted.empty()
    assert "navigated: " in answer
    assert 'h1 "Saved"' in answer


def assert_stale(answer: str) -> None:
    """The answer is the fault, with its message and its hint."""
    assert "stale_uid" in answer
    assert "no longer in the page" in answer
    assert "new snapshot" in answer
