"""Names of `typing` that Python 3.10 does not have. Only type checkers need them."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypedDict, Unpack
elif sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict, Unpack
else:
    from typing import Any, TypedDict

    class NotRequired:
        """Any value: `typing.NotRequired` exists since Python 3.11."""

        def __class_getitem__(cls, item: object) -> Any:
            return Any

    Unpack = NotRequired

__all__ = ["NotRequired", "TypedDict", "Unpack"]
