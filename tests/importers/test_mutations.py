"""Establishes that each kind of damage to a log of each format ends in a refusal or an account.

Never a traceback, never a row that vanishes; and what the damage left readable is not lost with it.
"""

import json
import random
import re

import duckdb
import pytest

from lcexplore.errors import LcexploreError
from lcexplore.ingest import import_files
from lcexplore.store import Store
from tests.importers.corpus import imported
from tests.importers.reading import DATA
from tests.store.logs import adds_up

SAMPLES = {
    "inspect": "inspect/old_version.json",
    "inspect archive": "inspect/limits.eval",
    "promptfoo": "promptfoo/c_arm_in_vars_no_ids.json",
    "promptfoo lines": "promptfoo/c_arm_in_vars_no_ids.jsonl",
    "promptfoo table": "promptfoo/c_arm_in_vars_no_ids.csv",
    "lm-eval": "lm_eval/samples_harbour_mc_2026-11-29T17-50-17.679430.jsonl",
    "openai-evals": "openai_evals/match_long.jsonl",
    "langsmith": "langsmith/rows_long.jsonl",
    "langsmith table": "langsmith/to_pandas_long.csv",
    "phoenix": "phoenix/experiment_long.json",
    "braintrust": "braintrust/eval_results_long.jsonl",
    "deepeval": "deepeval/test_run_long.json",
    "ragas": "ragas/evaluate_rag.csv",
    "mlflow": "mlflow/traces_long.jsonl",
    "litellm": "litellm/standard_logging_payload.jsonl",
    "otlp": "otlp/manual.otlp.jsonl",
    "provider-responses": "provider_responses/anthropic_messages.jsonl",
    "native": None,
    "flat": None,
    "parquet": None,
}
ROWS = [
    {"question": f"q{n}", "arm": "a", "verdict": n % 2, "latency_s": 1.5 + n, "answer": "a\nb",
     "usage": {"input_uncached": 10 + n, "cache_read": 0, "cache_write": 0, "output": 5}}
    for n in range(12)
]  # fmt: skip
SCALAR = re.compile(rb'(?<=": )(?:-?\d[\d.eE+-]*|"(?:[^"\\]|\\.){0,80}"|true|false)(?=[,}\s])')
TIGHT = re.compile(rb'(?<=":)\s*(?:-?\d[\d.eE+-]*|"(?:[^"\\]|\\.){0,80}"|true|false)(?=[,}\s])')
CELL = re.compile(rb"(?<=,)[^,\"\n]+(?=[,\n])")
OPENING = re.compile(rb'\{\s*("(?:[^"\\]|\\.){1,60}"\s*:)')


def replaced(data, chance, value):
    """The bytes with one value, anywhere, taken for another."""
    spots = [each.span() for pattern in (SCALAR, TIGHT) for each in pattern.finditer(data)]
    spots = spots or [each.span() for each in CELL.finditer(data)]
    start, end = chance.choice(spots) if spots else (len(data) // 2, len(data) // 2 + 1)
    return data[:start] + value + data[end:]


def truncated(data, chance):
    return data[: chance.randrange(1, len(data))]


def flipped(data, chance):
    damaged = bytearray(data)
    for _ in range(8):
        damaged[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def doubled(data, chance):
    found = chance.choice([*OPENING.finditer(data)] or [None])
    if found is None:
        first, rest = data.split(b"\n", 1)
        return first + b"," + first.split(b",")[0] + b"\n" + rest
    return data[: found.start()] + b"{" + found[1] + b" 0, " + data[found.start() + 1 :]


WRONG = (b"[]", b"{}", b"true", b'"x"', b"-1", b'{"a": [1]}', b"[null]")
HUGE = (b"9" * 400, b"1e400", b"-1e308", b"9223372036854775808", b'"' + b"x" * 2_000_000 + b'"')
KINDS = {
    "truncate": truncated,
    "flip": flipped,
    "duplicate keys": doubled,
    "wrong type": lambda data, chance: replaced(data, chance, chance.choice(WRONG)),
    "huge value": lambda data, chance: replaced(data, chance, chance.choice(HUGE)),
    "nan": lambda data, chance: replaced(data, chance, b"NaN"),
    "byte order mark": lambda data, _: b"\xef\xbb\xbf" + data,
    "utf-16": lambda data, _: data.decode("utf-8", "replace").encode("utf-16"),
    "carriage returns": lambda data, _: data.replace(b"\n", b"\r\n"),
    "invalid utf-8": lambda data, chance: replaced(data, chance, b'"\xff\xfe"'),
    "deep nesting": lambda data, chance: replaced(data, chance, b"[" * 50_000 + b"]" * 50_000),
}
HARMLESS = ("byte order mark", "carriage returns")
ROUNDS = {"truncate": 2, "flip": 2, "wrong type": 3, "huge value": 2}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Samples of our own formats."""
    folder = tmp_path_factory.mktemp("made")
    flat = [
        {k: v for k, v in row.items() if k != "usage"}
        | {f"usage.{name}": n for name, n in row["usage"].items()}
        for row in ROWS
    ]
    names = {each: folder / f"log.{end}" for each, end in
             (("native", "jsonl"), ("flat", "csv"), ("parquet", "parquet"))}  # fmt: skip
    names["native"].write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
    (folder / "flat.json").write_text(json.dumps(flat))
    with duckdb.connect() as connection:
        for name in ("flat", "parquet"):
            connection.execute(f"COPY (FROM '{folder / 'flat.json'}') TO '{names[name]}'")
    return names


@pytest.mark.parametrize("name", SAMPLES)
def test_every_kind_of_damage_ends_in_a_refusal_or_a_complete_account(name, made, tmp_path):
    source = made.get(name) or DATA / SAMPLES[name]
    whole, store = source.read_bytes(), Store(tmp_path / "s.duckdb")
    good = imported(store, source, comparison="good", root=source.parents[1])
    assert adds_up(good)
    for kind, damage in KINDS.items():
        for number in range(ROUNDS.get(kind, 1)):
            chance = random.Random(f"{name} {kind} {number}")
            path = tmp_path / kind / source.parent.name / source.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(damage(whole, chance))
            told = account(store, path, f"{kind} {number}")
            assert told is None or adds_up(told), kind
            binary = source.suffix in (".eval", ".parquet")
            if kind == "duplicate keys" and not binary and source.suffix != ".csv":
                reasons = [] if told is None else [each.reason for each in told.refusals]
                more = told is None or told.rows_refused > good.rows_refused
                assert more or any("occurs twice" in each for each in reasons)
            if kind in HARMLESS and not binary:
                assert told is not None, kind
                assert (told.rows_kept, told.refusals) == (good.rows_kept, good.refusals), kind


def account(store, path, comparison):
    """What became of the file, or None where it is refused as a whole."""
    try:
        told = imported(store, path, comparison=comparison, root=path.parents[1])
    except LcexploreError:
        return None
    return None if isinstance(told, Exception) else told


@pytest.mark.parametrize("value", ["x", [], {}, True, -1, float("nan"), 10**30, 1e308, "1e400"])
def test_a_value_that_cannot_be_read_is_named_and_never_a_silent_null(tmp_path, value):
    spots = ("latency_s", "ttft_s", "cost_usd", "started_at", "input_uncached", "output")
    rows = []
    for number, spot in enumerate(spots):
        row = {"question": f"q{number}", "arm": "a", "verdict": 1, "usage": {}}
        (row["usage"] if spot in ("input_uncached", "output") else row)[spot] = value
        rows.append(row)
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    store = Store(tmp_path / "s.duckdb")
    (told,) = import_files(store, [path], comparison="c")
    answers, rejects = store.table("answers").set_index("question"), store.table("rejects")
    for number, spot in enumerate(spots):
        null = answers[spot].isna()[f"q{number}"]
        assert null == (number + 1 in set(rejects["line"])), spot
    assert adds_up(told)
