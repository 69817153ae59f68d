"""A rubric's text is known by its hash, and the newest manifest that names it decides."""

import hashlib

from lcexplore.evidence.rubric_text import newest
from lcexplore.model import Manifest


def manifest(**fields):
    return Manifest(arm="a", file="f", fields=fields)


def test_a_text_without_a_hash_is_hashed():
    found = newest([manifest(rubric="v4", rubric_text="Be strict.")], "v4")
    assert found.sha256 == hashlib.sha256(b"Be strict.").hexdigest()
    assert found.text == "Be strict."


def test_the_newest_manifest_of_that_rubric_decides_and_silence_changes_nothing():
    told = [
        manifest(rubric="v4", rubric_sha256="one"),
        manifest(rubric="v4", rubric_sha256="two"),
        manifest(rubric="v4"),
        manifest(rubric="v5", rubric_sha256="three"),
    ]
    assert newest(told, "v4").sha256 == "two"
    assert newest(told, None).sha256 is None
