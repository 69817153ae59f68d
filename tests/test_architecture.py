"""Rules of the house that no linter states: thin pages, short modules, one speaker of SQL."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "pages").glob("*.py"))
CODE = sorted((ROOT / "lcexplore").rglob("*.py"))
TOP_LEVEL = {"pyproject.toml", "README.md", "app.py", "pages", "lcexplore", "sample_runs", "tests"}
PACKAGES = {
    "yaml": "pyyaml",
    "vl_convert": "vl-convert-python",
}  # where the name to import is not the name to install
DOORS = (
    "lcexplore.store",
    "lcexplore.ingest",
    "lcexplore.report.review",
    "lcexplore.report.offline.document",
    "lcexplore.charts",
)


def name(path):
    return str(path.relative_to(ROOT))


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").partition(".")[0]


def functions(tree):
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return [node for node in ast.walk(tree) if isinstance(node, kinds)]


def body_length(function):
    """Lines from the first statement after the docstring to the last."""
    body = function.body
    if ast.get_docstring(function) is not None:
        body = body[1:]
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def loaded_by(module, unwanted):
    code = f"import sys, {module}; print(*[m for m in {unwanted!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return done.stdout.split()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_is_short_and_speaks_only_streamlit_and_lcexplore(page):
    source = page.read_text(encoding="utf-8")
    tree = ast.parse(source)
    assert len(source.splitlines()) <= 60
    assert set(imported(tree)) <= {"streamlit", "lcexplore"}
    assert ast.get_docstring(tree)


@pytest.mark.parametrize("path", CODE, ids=name)
def test_a_module_is_short_says_what_it_answers_and_has_no_long_function(path):
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    assert len(source.splitlines()) <= 300
    assert ast.get_docstring(tree)
    assert [each.name for each in functions(tree) if body_length(each) > 40] == []


@pytest.mark.parametrize("path", CODE, ids=name)
def test_only_the_store_imports_duckdb_and_only_the_interface_streamlit(path):
    package = path.relative_to(ROOT / "lcexplore").parts[0]
    modules = set(imported(ast.parse(path.read_text(encoding="utf-8"))))
    assert "duckdb" not in modules or package == "store"
    assert "streamlit" not in modules or package == "ui"
    assert "altair" not in modules or package in {"charts", "ui"}


def test_what_is_imported_is_declared_as_a_dependency_and_explained():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["report"]]
    declared = {re.split(r"[<>=!~\[ ]", each)[0] for each in wanted}
    used = {
        PACKAGES.get(module, module)
        for path in [*CODE, *PAGES, ROOT / "app.py"]
        for module in imported(ast.parse(path.read_text(encoding="utf-8")))
        if module not in sys.stdlib_module_names and module != "lcexplore"
    }
    assert used == declared
    guide = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [each for each in sorted(declared) if f"| {each} |" not in guide] == []


@pytest.mark.parametrize("module", DOORS)
def test_no_door_to_the_library_loads_streamlit(module):
    assert loaded_by(module, ["streamlit"]) == []


def test_the_command_line_starts_without_anything_heavy():
    heavy = ["numpy", "pandas", "scipy", "duckdb", "pyarrow", "altair", "streamlit", "yaml"]
    assert loaded_by("lcexplore.cli.parser", heavy) == []


def test_the_paired_analysis_needs_no_store_and_no_tables():
    heavy = ["pandas", "duckdb", "pyarrow", "altair", "streamlit"]
    assert loaded_by("lcexplore.cli.reviews", heavy) == []


def test_scipy_stats_stays_out_of_the_product():
    assert loaded_by("lcexplore.report.review", ["scipy.stats"]) == []


def test_nothing_else_lies_on_the_top_level():
    tracked = subprocess.run(
        ["git", "ls-files"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    if tracked.returncode:
        pytest.skip("not a git checkout")
    tops = {line.partition("/")[0] for line in tracked.stdout.splitlines()}
    assert {each for each in tops if not each.startswith(".")} <= TOP_LEVEL


def test_pages_are_offered_by_the_shell_and_not_by_streamlits_own_discovery():
    assert not (ROOT / "lcexplore" / "pages").exists()
    assert "st.App" in (ROOT / "app.py").read_text(encoding="utf-8")
