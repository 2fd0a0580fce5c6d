"""Bodies of requests: types of their fields, and what fields there are."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from pokerzoo.envs.support.errors import did_you_mean

Name = Annotated[str, Field(max_length=200)]
"""Names, ids and titles."""
Short = Annotated[str, Field(max_length=100)]
"""Numbers with a unit, boards."""
LineText = Annotated[str, Field(max_length=500)]
"""A line of the betting."""
RangeText = Annotated[str, Field(max_length=50_000)]
"""A range in the usual notation."""
Params = Annotated[dict[str, Any], Field(max_length=100)]
"""Parameters of a game."""


class RequestBody(BaseModel):
    """A body, or a part of one, that has these fields and no others."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _known(cls, values: Any) -> Any:
        """Report an unknown field with what is allowed."""
        unknown = [key for key in values if key not in cls.model_fields] if isinstance(values, dict) else []
        if unknown:
            allowed = ", ".join(cls.model_fields)
            fault = f"no such field; allowed: {allowed}{did_you_mean(unknown[0], cls.model_fields)}"
            error = PydanticCustomError("unknown", "{fault}", {"fault": fault})
            raise ValidationError.from_exception_data("request", [{"type": error, "loc": (unknown[0],), "input": None}])
        return values
