"""The nouns of the vault refuse what they are not."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import ValidationError
from retrieval_fakes import a_chunk

from vault.types import DOC_TYPES, Authority, Chunk, DocType, Lane


# covers: 271, 272
def test_a_chunk_has_one_of_two_lanes_and_one_of_six_authorities() -> None:
    assert get_args(Lane) == ("local", "state")
    assert get_args(Authority) == ("rsa", "nhma", "official", "minutes", "news", "other")
    assert get_args(DocType) == DOC_TYPES
    for field, value in (("lane", "federal"), ("authority", "statute")):
        with pytest.raises(ValidationError):
            Chunk.model_validate({**a_chunk(1).model_dump(), field: value})


def test_a_value_cannot_be_changed_or_extended() -> None:
    chunk = a_chunk(1)
    with pytest.raises(ValidationError):
        chunk.text = "other"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Chunk.model_validate({**chunk.model_dump(), "rating": 5})
