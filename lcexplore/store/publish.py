"""How does a staged log enter the store: what is new, what is known, what contradicts?"""

from dataclasses import replace

import duckdb

from lcexplore import words
from lcexplore.errors import LogError
from lcexplore.store import account, said
from lcexplore.store.entries import ImportAccount
from lcexplore.store.job import Job, Publication
from lcexplore.store.queries import filled
from lcexplore.store.stage import Staged

MOST_TURNS = 100
FEWEST_CONTRADICTED = 5
CONTRADICTED = "contradicted"

_OTHER_CONTENT = "another row has the same arm, question and epoch with other content"
_OTHER_VERDICT = "another row has another verdict of this grader, rubric and time"
_ATTEMPT = "a failed attempt: another row of the same arm, question and epoch holds what came of it"


def known_import(
    connection: duckdb.DuckDBPyConnection, publication: Publication, sha256: str, kind: str = "log"
) -> int | None:
    """Number of the import that already holds this file, read this way.

    One whose rows were replaced since no longer holds it. To replace is to have the last word: a
    file some of whose rows were refused, or that others
    may have replaced since, is then read again.
    """
    row = connection.execute(
        filled("publish", "known_import"),
        {
            "kind": kind,
            "sha256": sha256,
            "comparison": publication.comparison,
            "arm": publication.arm or "",
            "mapping": publication.mapping,
            "replace": publication.replace,
        },
    ).fetchone()
    return int(row[0]) if row else None


def next_import(connection: duckdb.DuckDBPyConnection) -> int:
    """Number of the next import."""
    row = connection.execute("SELECT coalesce(max(import_id), 0) + 1 FROM imports").fetchone()
    return int(row[0]) if row else 1


def publish(
    connection: duckdb.DuckDBPyConnection, staged: Staged, publication: Publication
) -> ImportAccount:
    """Add a staged log to the attached store, inside the caller's transaction."""
    row = connection.execute("SELECT coalesce(max(answer_id), 0) FROM answers").fetchone()
    job = Job(
        connection,
        staged,
        publication,
        next_import(connection),
        int(row[0]) if row else 0,
        "publish",
    )
    said.stop_at_unread(job)
    connection.execute("CREATE OR REPLACE TEMP TABLE temp.outcome (row_id BIGINT, outcome VARCHAR)")
    for table in ("touched", "regraded"):
        connection.execute(f"CREATE OR REPLACE TEMP TABLE temp.{table} (answer_id BIGINT)")
    for turn in range(1, _order_turns(job) + 1):
        _merge(job, turn)
    _stop_at_contradictions(job)
    if job.count("n_touched"):
        job.run("refresh_current")
    for measure, column in (("end_to_end", "latency_s"), ("first_token", "ttft_s")):
        job.run("insert_bins", {"column": column}, measure=measure)
    if publication.replace:
        job.run("delete_other_texts")
    once = not job.count("any_judged") and job.count("n_times_asked") <= 1
    asked = filled("publish", "asked_once" if once else "asked_again", **staged.tables)
    job.run("insert_questions", {"asked": asked})
    job.run("remember_seen")
    log = replace(staged.log, notes=(*staged.log.notes, *_within(job), *_two_arms(job)))
    return account.settle(replace(job, log=replace(staged, log=log), file="account"))


def _two_arms(job: Job) -> list[str]:
    """Most rows contradict the stored ones of the arm that the user named: is it another arm?"""
    n, arm = job.count("n_stored_otherwise"), job.publication.arm
    if arm is None or 2 * n < job.staged.rows_read:
        return []
    return [
        f"{words.count(n)} of {words.many(job.staged.rows_read, 'row')} "
        f"{'contradicts' if n == 1 else 'contradict'} what is stored "
        f"for arm {arm!r}: two arms? name each file's own with --arm; only where it is the same "
        "arm, run anew, does --replace take the new rows"
    ]


def _order_turns(job: Job) -> int:
    """Let the later rows of a key wait for the first; returns the number of turns."""
    job.connection.execute("CREATE OR REPLACE TEMP TABLE temp.turns (row_id BIGINT, turn BIGINT)")
    job.run("nothing_judged")
    job.run("find_two_verdicts")
    if not job.count("any_twice"):
        return 1
    job.run("judge_later")
    job.run("drop_repeated")
    _void_contradicted(job)
    job.run("order_turns")
    most = str(MOST_TURNS)
    _refuse(
        job,
        filled("publish", "too_many_turns", most=most),
        field="question",
        reason=f"more than {MOST_TURNS} gradings of one answer, each in a row of its own",
    )
    return job.count("last_turn", {"most": most})


def _void_contradicted(job: Job) -> None:
    """Take neither row for the answer where two differ; an attempt that failed is no answer."""
    job.run("find_two_verdicts")
    job.run("void_two_verdicts", why=CONTRADICTED)
    job.run("void_other_content", why=CONTRADICTED, message=_OTHER_CONTENT)
    whole = f"the answer is not measured, reason {CONTRADICTED}; leave the right one in the file"
    for which, field, reason in (
        ("other_content", "question", f"{_OTHER_CONTENT}: {whole}"),
        ("other_verdict", "gradings", f"{_OTHER_VERDICT}: {whole}"),
        ("failed_attempts", "error", _ATTEMPT),
    ):
        _refuse(job, filled("publish", which), field=field, reason=reason)


def _within(job: Job) -> list[str]:
    """Answers that the file has several rows of: contradicted ones, and those tried again."""
    notes = []
    if n := job.count("n_contradicted_answers"):
        two = "answer has" if n == 1 else "answers have"
        notes.append(
            f"{words.count(n)} {two} rows in this file that contradict each other: not measured, "
            f"reason {CONTRADICTED}, whichever row came first"
        )
    ((n, n_attempts),) = job.rows("attempts")
    if n:
        of = words.many(n, "answer")
        notes.append(
            f"{words.many(n_attempts, 'failed attempt')} at {of}, each beside another row of it: "
            "taken for retries; what was served in the end counts, and its latency and cost are "
            "without the attempts"
        )
    return notes


def _stop_at_contradictions(job: Job) -> None:
    """Ask what tells rows apart where most questions have several that say different things."""
    if job.staged.log.scan is None or not job.count("any_judged"):
        return
    contradicted, keys = job.count("n_contradicted"), job.count("n_keys")
    several, most = job.count("n_several"), {"most": str(MOST_TURNS)}
    usual = several > 1 and 2 * several >= keys
    if (usual and job.count("n_two_verdicts", most)) or (
        contradicted >= FEWEST_CONTRADICTED and 2 * contradicted >= keys
    ):
        raise LogError(
            job.staged.log.file,
            wanted="one row for each question, arm and epoch",
            found=f"several that contradict each other for {contradicted:,} of {keys:,}",
            todo="say what tells them apart, --map grader=COLUMN for a filter or a metric or "
            "--map epoch=COLUMN for a repetition, or leave one of them in the file",
        )


def _refuse(job: Job, which: str, *, field: str, reason: str) -> None:
    job.run("refuse", {"which": which}, field=field, reason=reason)
    job.run("mark_refused", {"which": which})


def _merge(job: Job, turn: int) -> None:
    """Add one row per key: the new ones whole, of the known ones what is new about them."""
    which = (
        "later_batch" if turn > 1 else "first_batch" if job.count("n_settled") else "whole_batch"
    )
    batch = filled("publish", which, turn=str(turn))
    job.connection.execute(
        "CREATE OR REPLACE TEMP TABLE temp.known (row_id BIGINT, answer_id BIGINT, same BOOLEAN)"
    )
    if job.count("arm_is_known"):
        job.run("find_known", {"batch": batch})
        _settle_known(job)
        batch += " AND row_id NOT IN (SELECT row_id FROM temp.known)"
    for query in ("insert_answers", "insert_texts", "insert_gradings"):
        job.run(query, {"batch": batch})
    job.run("touch")


def _settle_known(job: Job) -> None:
    """Of rows that are known, keep new gradings; refuse, or replace, what contradicts."""
    if job.publication.replace:
        job.run("remember_replaced")
        job.run("remember_other_texts")
        for table in ("gradings", "texts", "answers"):
            job.run("delete_replaced", {"table": table})
        job.connection.execute("DELETE FROM temp.known WHERE NOT same")
    else:
        _refuse(
            job,
            filled("publish", "known_otherwise"),
            field="question",
            reason="the store holds it with other content; to take this row in its place, import "
            "again with --replace",
        )
    job.run("compare_gradings")
    if job.publication.replace:
        job.run("remember_regraded")
        job.run("delete_regraded")
        job.connection.execute("UPDATE temp.regraded SET known = false WHERE NOT same")
    else:
        _refuse(
            job,
            filled("publish", "contradicted"),
            field="gradings",
            reason="the store holds another verdict of this grader, rubric and time; to take this "
            "one in its place, import again with --replace",
        )
    for query in ("insert_regraded", "mark_regraded", "mark_duplicates"):
        job.run(query)
    if job.publication.replace:
        job.run("drop_readings")
