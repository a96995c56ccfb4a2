"""Makes the synchronous classes from the asynchronous ones, word by word."""

import re

#: Whole words, in the order in which they are replaced.
WORDS = [
    ("async def", "def"),
    ("async with", "with"),
    ("async for", "for"),
    ("AnyIOBackend", "SyncBackend"),
    ("AsyncByteStream", "SyncByteStream"),
    ("AsyncIterator", "Iterator"),
    ("__aenter__", "__enter__"),
    ("__aexit__", "__exit__"),
    ("__aiter__", "__iter__"),
    ("aclose", "close"),
    ("aiter_bytes", "iter_bytes"),
    ("aiter_stream", "iter_stream"),
    ("handle_async_request", "handle_request"),
    ("connect_async", "connect"),
]

HEADER = "# Generated from _async/{name} by scripts/generate.py.\n"


def convert(text: str, name: str) -> str:
    """The synchronous text of a file with this name."""
    text = re.sub(r"\bawait ", "", text)
    for word, replacement in WORDS:
        text = re.sub(rf"(?<!\w){word}(?!\w)", replacement, text)
    text = re.sub(r"\bAsync(?=[A-Z])", "", text)
    text = re.sub(r"^# Generated .*\n", "", text)
    return HEADER.format(name=name) + text
