"""The asynchronous classes, from which those of `_sync` are generated."""
