"""Screenshots."""

from __future__ import annotations

import base64
from typing import Any, cast

from ._types import ScreenshotAnswer


class Image(bytes):
    """The bytes of a screenshot, which notebooks display.

    They are empty if the request has `if_changed` and the image is unchanged.
    """

    #: The answer without the image: size, scale, `legend` of the marks and so on.
    answer: ScreenshotAnswer

    @staticmethod
    def of_answer(answer: ScreenshotAnswer) -> Image:
        """The image of an answer."""
        image = Image(base64.b64decode(answer.get("data") or ""))
        rest = {key: value for key, value in answer.items() if key != "data"}
        image.answer = cast(ScreenshotAnswer, rest)
        return image

    def _repr_mimebundle_(self, **_: Any) -> dict[str, bytes]:
        return {self.answer["mimeType"]: bytes(self)}
