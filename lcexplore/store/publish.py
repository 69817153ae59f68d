"""How does a staged log enter the store: what is new, what is known, what contradicts?"""

import duckdb

from lcexplore.store import account
from lcexplore.store.entries import ImportAccount
from lcexplore.store.job import Job, Publication
from lcexplore.store.stage import Staged
from lcexplore.store.text import literal

MOST_TURNS = 100

_KEY = ("arm", "question", "epoch", "variant")
_CONTENT = (
    "stratum",
    "cluster",
    "error_kind",
    "error_message",
    "started_at",
    "latency_s",
    "ttft_s",
    "cache",
    "replayed",
    "input_uncached",
    "cache_read",
    "cache_write",
    "output",
    "cost_usd",
    "model",
    "words",
    "version",
    "depth",
    "fill",
    "distractor",
)
_SAME_KEY = " AND ".join(f"s.{name} = a.{name}" for name in _KEY)
_SAME_CONTENT = " AND ".join(f'a."{name}" IS NOT DISTINCT FROM s."{name}"' for name in _CONTENT)
_COLUMNS = ", ".join(f'"{name}"' for name in (*_KEY, *_CONTENT))
_GRADING = "grader, rubric, verdict, reason, raw_verdict, quote, graded_at"
_SAME_GRADING = (
    "old.grader = new.grader AND old.rubric = new.rubric "
    "AND old.graded_at IS NOT DISTINCT FROM new.graded_at"
)


def known_import(
    connection: duckdb.DuckDBPyConnection, publication: Publication, sha256: str, kind: str = "log"
) -> int | None:
    """Number of the import that already holds this file, read this way."""
    row = connection.execute(
        "SELECT import_id FROM imports WHERE complete AND kind = ? AND sha256 = ? "
        "AND comparison = ? AND arm = ? AND mapping = ?",
        [kind, sha256, publication.comparison, publication.arm or "", publication.mapping],
    ).fetchone()
    return int(row[0]) if row else None


def publish(
    connection: duckdb.DuckDBPyConnection, staged: Staged, publication: Publication
) -> ImportAccount:
    """Add a staged log to the attached store, inside the caller's transaction."""
    import_id = next_import(connection)
    row = connection.execute("SELECT coalesce(max(answer_id), 0) FROM answers").fetchone()
    job = Job(connection, staged, publication, import_id, int(row[0]) if row else 0)
    job.run("CREATE OR REPLACE TEMP TABLE temp.outcome (row_id BIGINT, outcome VARCHAR)")
    for turn in range(1, _order_turns(job) + 1):
        _merge(job, turn)
    _add_bins(job)
    _add_questions(job)
    return account.settle(job)


def next_import(connection: duckdb.DuckDBPyConnection) -> int:
    """Number of the next import."""
    row = connection.execute("SELECT coalesce(max(import_id), 0) + 1 FROM imports").fetchone()
    return int(row[0]) if row else 1


def _order_turns(job: Job) -> int:
    """Let the later rows of a key wait for the first; returns the number of turns."""
    rows, key = job.staged.rows, ", ".join(_KEY)
    job.run("CREATE OR REPLACE TEMP TABLE temp.turns (row_id BIGINT, turn BIGINT)")
    twice = (
        f"SELECT hash({key}) AS h FROM {rows} WHERE refusal IS NULL GROUP BY h HAVING count(*) > 1"
    )
    if not job.count(f"SELECT count(*) FROM ({twice})"):
        return 1
    job.run(
        f"CREATE OR REPLACE TEMP TABLE temp.later AS SELECT row_id, first_row FROM (SELECT row_id, "
        f"min(row_id) OVER (PARTITION BY {key}) AS first_row FROM {rows} "
        f"WHERE refusal IS NULL AND hash({key}) IN ({twice})) WHERE row_id > first_row"
    )
    job.run(
        f"CREATE OR REPLACE TEMP TABLE temp.judged AS SELECT row_id, first_row, ({_SAME_CONTENT} "
        f"AND a.answer IS NOT DISTINCT FROM s.answer) AS same, "
        f"a.gradings IS NOT DISTINCT FROM s.gradings AS same_gradings FROM temp.later "
        f"JOIN {rows} s USING (row_id) JOIN {rows} a ON a.row_id = first_row"
    )
    job.run(
        "INSERT INTO temp.outcome SELECT row_id, 'duplicate' FROM temp.judged "
        "WHERE same AND same_gradings"
    )
    job.run(
        "INSERT INTO temp.turns SELECT row_id, 1 + row_number() OVER (PARTITION BY first_row "
        "ORDER BY row_id) FROM temp.judged WHERE same AND NOT same_gradings"
    )
    _refuse(
        job,
        "SELECT row_id FROM temp.judged WHERE NOT same",
        "question",
        "a row before it has the same arm, question and epoch with other content",
    )
    _refuse(
        job,
        f"SELECT row_id FROM temp.turns WHERE turn > {MOST_TURNS}",
        "question",
        f"more than {MOST_TURNS} gradings of one answer, each in a row of its own",
    )
    return min(MOST_TURNS, job.count("SELECT coalesce(max(turn), 1) FROM temp.turns"))


def _refuse(job: Job, which: str, field_name: str, reason: str) -> None:
    job.run(
        f"INSERT INTO {job.staged.refused} SELECT line, locator, {literal(field_name)}, "
        f"question, {literal(reason)}, false FROM {job.staged.rows} WHERE row_id IN ({which})"
    )
    job.run(f"INSERT INTO temp.outcome SELECT row_id, 'refused' FROM ({which})")


def _merge(job: Job, turn: int) -> None:
    """Add one row per key: the new ones whole, of the known ones what is new about them."""
    settled = "row_id NOT IN (SELECT row_id FROM temp.outcome)"
    waiting = "row_id NOT IN (SELECT row_id FROM temp.turns)"
    if turn > 1:
        waiting = f"row_id IN (SELECT row_id FROM temp.turns WHERE turn = {turn})"
    job.run(
        "CREATE OR REPLACE TEMP TABLE temp.known (row_id BIGINT, answer_id BIGINT, same BOOLEAN)"
    )
    batch = f"refusal IS NULL AND {settled} AND {waiting}"
    if job.count(
        f"SELECT count(*) FROM (SELECT 1 FROM answers WHERE comparison = $comparison "
        f"AND arm IN (SELECT DISTINCT arm FROM {job.staged.rows}) LIMIT 1)"
    ):
        _find_known(job, batch)
    if job.count("SELECT count(*) FROM temp.known"):
        _settle_known(job)
        batch += " AND row_id NOT IN (SELECT row_id FROM temp.known)"
    _insert(job, f"{batch} AND {settled}")


def _find_known(job: Job, batch: str) -> None:
    job.run(
        f"INSERT INTO temp.known SELECT s.row_id, a.answer_id, ({_SAME_CONTENT} "
        f"AND t.answer IS NOT DISTINCT FROM s.answer) FROM "
        f"(SELECT * FROM {job.staged.rows} WHERE {batch}) s "
        f"JOIN answers a ON a.comparison = $comparison AND {_SAME_KEY} "
        f"LEFT JOIN texts t ON t.answer_id = a.answer_id"
    )


def _settle_known(job: Job) -> None:
    if job.publication.replace:
        for table in ("gradings", "texts", "answers"):
            job.run(
                f"DELETE FROM {table} WHERE answer_id IN "
                "(SELECT answer_id FROM temp.known WHERE NOT same)"
            )
        job.run("DELETE FROM temp.known WHERE NOT same")
    else:
        _refuse(
            job,
            "SELECT row_id FROM temp.known WHERE NOT same",
            "question",
            "stored with other content; --replace takes the new one",
        )
        job.run("UPDATE temp.known SET answer_id = NULL WHERE NOT same")
    job.run(
        f"CREATE OR REPLACE TEMP TABLE temp.regraded AS SELECT new.*, k.answer_id, "
        f"old.answer_id IS NOT NULL AS known, coalesce(old.verdict = new.verdict "
        f"AND old.raw_verdict IS NOT DISTINCT FROM new.raw_verdict "
        f"AND old.reason IS NOT DISTINCT FROM new.reason "
        f"AND old.quote IS NOT DISTINCT FROM new.quote, false) AS same "
        f"FROM {job.staged.gradings} new JOIN temp.known k USING (row_id) "
        f"LEFT JOIN gradings old ON old.answer_id = k.answer_id AND {_SAME_GRADING} "
        f"WHERE k.answer_id IS NOT NULL"
    )
    contradicted = "SELECT DISTINCT row_id FROM temp.regraded WHERE known AND NOT same"
    if job.publication.replace:
        job.run(
            f"DELETE FROM gradings AS old USING temp.regraded AS new WHERE new.known "
            f"AND NOT new.same AND old.answer_id = new.answer_id AND {_SAME_GRADING}"
        )
        job.run("UPDATE temp.regraded SET known = false WHERE NOT same")
    else:
        _refuse(
            job,
            contradicted,
            "gradings",
            "the same grader, rubric and time with another verdict; --replace takes the new one",
        )
    _add_regradings(job)


def _add_regradings(job: Job) -> None:
    fresh = "NOT known AND row_id NOT IN (SELECT row_id FROM temp.outcome)"
    job.run(
        f"INSERT INTO gradings SELECT answer_id, $import_id, $comparison, {_GRADING} "
        f"FROM temp.regraded WHERE {fresh}"
    )
    job.run(
        f"INSERT INTO temp.outcome SELECT DISTINCT row_id, 'regraded' "
        f"FROM temp.regraded WHERE {fresh}"
    )
    job.run(
        "INSERT INTO temp.outcome SELECT row_id, 'duplicate' FROM temp.known "
        "WHERE row_id NOT IN (SELECT row_id FROM temp.outcome)"
    )


def _insert(job: Job, batch: str) -> None:
    rows = job.staged.rows
    job.run(
        f"INSERT INTO answers (answer_id, import_id, comparison, {_COLUMNS}, line, locator) "
        f"SELECT $base + row_id, $import_id, $comparison, {_COLUMNS}, line, locator "
        f"FROM {rows} WHERE {batch}"
    )
    job.run(
        f"INSERT INTO texts SELECT $base + row_id, $import_id, answer FROM {rows} "
        f"WHERE answer IS NOT NULL AND {batch}"
    )
    job.run(
        f"INSERT INTO gradings SELECT $base + row_id, $import_id, $comparison, {_GRADING} "
        f"FROM {job.staged.gradings} SEMI JOIN "
        f"(SELECT row_id FROM {rows} WHERE {batch}) USING (row_id)"
    )


def _add_bins(job: Job) -> None:
    for measure, column in (("end_to_end", "latency_s"), ("first_token", "ttft_s")):
        job.run(
            f"INSERT INTO latency_bins SELECT import_id, comparison, arm, '{measure}', cache, "
            f"floor(ln(greatest({column}, 1e-6)) / ln(1.01))::SMALLINT AS bin, count(*), "
            f"sum({column}) FROM answers WHERE import_id = $import_id AND {column} IS NOT NULL "
            f"AND error_kind IS NULL AND NOT replayed GROUP BY ALL"
        )


def _add_questions(job: Job) -> None:
    job.run(
        f"INSERT INTO questions SELECT $import_id, $comparison, arm, question, question_text, "
        f"reference FROM (SELECT arm, question, any_value(question_text) AS question_text, "
        f"any_value(reference) AS reference FROM {job.staged.rows} "
        f"WHERE refusal IS NULL AND (question_text IS NOT NULL OR reference IS NOT NULL) "
        f"AND row_id NOT IN (SELECT row_id FROM temp.outcome WHERE outcome = 'refused') "
        f"GROUP BY arm, question, hash(question_text)) AS new ANTI JOIN "
        f"(SELECT * FROM questions WHERE comparison = $comparison) AS old "
        f"ON old.arm = new.arm AND old.question = new.question "
        f"AND old.question_text IS NOT DISTINCT FROM new.question_text "
        f"AND old.reference IS NOT DISTINCT FROM new.reference"
    )
