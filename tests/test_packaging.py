"""The wheel: the package and its bundle, nothing else, and it finds its pages by itself."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def members(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_only_the_package_and_its_metadata_are_in_the_wheel(members):
    tops = {each.partition("/")[0] for each in members}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"lcexplore"}


def test_everything_the_app_opens_is_bundled(members):
    bundled = {each.removeprefix("lcexplore/_bundle/") for each in members if "_bundle/" in each}
    wanted = {"app.py", ".streamlit/config.toml", "sample_runs/policy-assistant-v3/decision.yaml"}
    wanted |= {f"pages/{page.name}" for page in (ROOT / "pages").glob("*.py")}
    assert wanted <= bundled


def test_what_is_not_python_is_in_the_wheel(members):
    resources = [
        each.relative_to(ROOT).as_posix()
        for each in (ROOT / "lcexplore").rglob("*")
        if each.is_file() and each.suffix in {".sql", ".css", ".png", ".typed"}
    ]
    assert resources
    assert set(resources) <= set(members)


def test_no_compiled_or_private_file_slips_in(members):
    assert not [each for each in members if each.endswith((".pyc", ".duckdb", ".wal"))]


def test_the_bundle_is_found_inside_an_installed_package(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = "import lcexplore.paths as p; print(p.bundle())"
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert Path(done.stdout.strip()) == tmp_path / "lcexplore" / "_bundle"
