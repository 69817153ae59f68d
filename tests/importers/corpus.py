"""Every sample file of these tests and of the public logs, read with the choices that it needs."""

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.ingest import import_files
from tests.importers.reading import DATA

# What a user would say of files that no importer recognises, by a part of their path.
MAPPED = {
    "financebench/": {"question": "financebench_id", "verdict": "label"},
    "babilong/": {"question": "Unnamed: 0", "question_text": "question", "answer": "output"},
    "context_rot_zh/": {"question": "experiment_id", "verdict": "evaluation.is_correct"},
    "synsci_context_engines/": {"question": "query_id", "arm": "engine", "error": "error"},
}

WORDS = {"financebench/": {"correct": ["Correct Answer"], "incorrect": ["Incorrect Answer"]}}


def files(root=DATA):
    """Logs under a folder: what stands beside a log is left out."""
    return [
        each
        for each in sorted(root.rglob("*"))
        if each.is_file()
        and each.suffix != ".md"
        and each.name != "expected.json"
        and not each.name.startswith("results_")
    ]


def imported(store, path, *, comparison="c", root=DATA):
    """Import a file, taking the first choice, or half of a score, where it asks.

    Returns its account, or the error where it is refused as a whole.
    """
    place = str(path.relative_to(root))
    given = [how for part, how in MAPPED.items() if part in place]
    mapping = dict(given[0]) if given else {}
    words = next((said for part, said in WORDS.items() if part in place), {})
    for _ in range(5):
        arm = None if "arm" in mapping else "a"
        try:
            (account,) = import_files(
                store, [path], comparison=comparison, arm=arm, mapping=mapping, **words
            )
            return account
        except ChoiceNeeded as needed:
            mapping[needed.field] = next(iter(needed.choices))
        except LogError as error:
            if "--correct-at" in error.todo:
                words = {**words, "correct_at": 0.5}
                continue
            if "without --arm" not in str(error):
                return error
            mapping["arm"] = "provider.label+prompt.label"
    raise AssertionError(f"{place} asks for ever: {mapping}")
