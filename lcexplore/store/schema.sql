-- The store: what was imported, row by row, and one view that says what an answer counts as.
-- No keys or indexes on the big tables: keys are enforced when a log is imported.

CREATE TABLE IF NOT EXISTS imports (
    import_id    INTEGER NOT NULL,
    kind         VARCHAR NOT NULL,      -- log | labels
    comparison   VARCHAR NOT NULL,
    file         VARCHAR NOT NULL,
    format       VARCHAR NOT NULL,
    sha256       VARCHAR NOT NULL,
    arm          VARCHAR NOT NULL,      -- as given with --arm, else empty
    mapping      VARCHAR NOT NULL,      -- how the file was read, as JSON
    baseline     VARCHAR,               -- as given with --baseline, else by the manifest
    imported_at  TIMESTAMP NOT NULL,    -- UTC
    rows_read    BIGINT NOT NULL,
    rows_kept    BIGINT NOT NULL,
    rows_refused BIGINT NOT NULL,
    duplicates   BIGINT NOT NULL,
    arms         VARCHAR NOT NULL,      -- rows kept by arm, as JSON
    notes        VARCHAR NOT NULL,      -- JSON list
    complete     BOOLEAN NOT NULL       -- false once rows it shared with a forgotten import went
);

-- Rows of an import that a later one took the place of.
CREATE TABLE IF NOT EXISTS replaced (
    import_id INTEGER NOT NULL,         -- that held them
    by_id     INTEGER,                  -- that took their place; NULL once it was forgotten
    n         BIGINT NOT NULL,
    arm       VARCHAR,
    n_changed BIGINT                    -- that had a verdict, and another one or another text now
);

-- Answers whose text an import took the place of: what people said of it is not said of the new.
CREATE TABLE IF NOT EXISTS other_texts (
    import_id   INTEGER NOT NULL,       -- that took its place
    comparison  VARCHAR NOT NULL,
    arm         VARCHAR NOT NULL,
    question    VARCHAR NOT NULL,
    epoch       INTEGER NOT NULL,
    replaced_at TIMESTAMP NOT NULL      -- UTC
);

CREATE TABLE IF NOT EXISTS manifests (
    import_id  INTEGER NOT NULL,
    comparison VARCHAR NOT NULL,
    arm        VARCHAR NOT NULL,
    file       VARCHAR NOT NULL,
    fields     VARCHAR NOT NULL         -- JSON object
);

CREATE TABLE IF NOT EXISTS records (
    comparison  VARCHAR NOT NULL,
    text        VARCHAR NOT NULL,
    sha256      VARCHAR NOT NULL,
    recorded_at TIMESTAMP NOT NULL      -- UTC
);

CREATE TABLE IF NOT EXISTS answers (
    answer_id      BIGINT NOT NULL,
    import_id      INTEGER NOT NULL,
    comparison     VARCHAR NOT NULL,
    arm            VARCHAR NOT NULL,
    question       VARCHAR NOT NULL,
    epoch          INTEGER NOT NULL,
    variant        VARCHAR NOT NULL,    -- of a window probe, else empty
    stratum        VARCHAR,
    cluster        VARCHAR,
    error_kind     VARCHAR,
    error_message  VARCHAR,
    started_at     TIMESTAMP,           -- UTC
    latency_s      DOUBLE,
    ttft_s         DOUBLE,
    cache          VARCHAR NOT NULL,    -- hit | miss | unknown
    replayed       BOOLEAN NOT NULL,
    input_uncached BIGINT,
    cache_read     BIGINT,
    cache_write    BIGINT,
    output         BIGINT,
    cost_usd       DECIMAL(18, 9),
    model          VARCHAR,
    words          INTEGER,
    version        VARCHAR,
    depth          DOUBLE,
    fill           DOUBLE,
    distractor     VARCHAR,
    line           BIGINT,
    locator        VARCHAR
);

CREATE TABLE IF NOT EXISTS texts (
    answer_id BIGINT NOT NULL,
    import_id INTEGER NOT NULL,
    answer    VARCHAR NOT NULL
);

CREATE TABLE IF NOT EXISTS questions (
    import_id     INTEGER NOT NULL,
    comparison    VARCHAR NOT NULL,
    arm           VARCHAR NOT NULL,
    question      VARCHAR NOT NULL,
    question_text VARCHAR,
    reference     VARCHAR
);

CREATE TABLE IF NOT EXISTS gradings (
    answer_id   BIGINT NOT NULL,
    import_id   INTEGER NOT NULL,
    comparison  VARCHAR NOT NULL,
    grader      VARCHAR NOT NULL,
    rubric      VARCHAR NOT NULL,
    verdict     VARCHAR NOT NULL,       -- correct | incorrect | not_measured
    reason      VARCHAR,                -- why not measured
    raw_verdict VARCHAR,
    quote       VARCHAR,
    graded_at   TIMESTAMP,              -- UTC
    current     BOOLEAN NOT NULL        -- the newest of its grader and rubric: the verdict in force
);

CREATE TABLE IF NOT EXISTS labels (
    import_id   INTEGER NOT NULL,
    comparison  VARCHAR NOT NULL,
    arm         VARCHAR NOT NULL,
    question    VARCHAR NOT NULL,
    epoch       INTEGER NOT NULL,
    labeller    VARCHAR NOT NULL,
    verdict     VARCHAR NOT NULL,
    raw_verdict VARCHAR,
    grader      VARCHAR,
    rubric      VARCHAR,
    labelled_at TIMESTAMP,              -- UTC
    note        VARCHAR,
    line        BIGINT
);

CREATE TABLE IF NOT EXISTS rejects (
    import_id INTEGER NOT NULL,
    line      BIGINT,
    locator   VARCHAR,
    field     VARCHAR,
    value     VARCHAR,
    reason    VARCHAR NOT NULL,
    row_kept  BOOLEAN NOT NULL          -- only the field was refused
);

-- When verdicts of a grading were first made, as they say, or held here if that came first; the
-- earliest row counts. Neither forgetting nor replacing them, nor a failure in their place, makes
-- anybody unsee them, so a record that is committed later came after the results.
CREATE TABLE IF NOT EXISTS first_seen (
    comparison VARCHAR NOT NULL,
    grader     VARCHAR NOT NULL,
    rubric     VARCHAR NOT NULL,
    seen_at    TIMESTAMP NOT NULL       -- UTC
);

-- Latency in bins 1 % wide: bin b holds 1.01^b <= seconds < 1.01^(b+1).
CREATE TABLE IF NOT EXISTS latency_bins (
    import_id  INTEGER NOT NULL,
    comparison VARCHAR NOT NULL,
    arm        VARCHAR NOT NULL,
    measure    VARCHAR NOT NULL,        -- end_to_end | first_token
    cache      VARCHAR NOT NULL,
    bin        SMALLINT NOT NULL,
    n          BIGINT NOT NULL,
    seconds    DOUBLE NOT NULL          -- sum
);

-- Samples of questions drawn at random for people to label. What they say of an answer goes to the
-- journal beside the store at once, and to labels, as one import, when all are done.
CREATE TABLE IF NOT EXISTS draws (
    draw          VARCHAR NOT NULL,
    comparison    VARCHAR NOT NULL,
    baseline      VARCHAR NOT NULL,
    candidate     VARCHAR NOT NULL,
    grader        VARCHAR,              -- the grading that the labels will belong to
    rubric        VARCHAR,
    rubric_sha256 VARCHAR,              -- of its text, where a manifest gave one
    rubric_text   VARCHAR,
    seed          BIGINT NOT NULL,
    strata        VARCHAR NOT NULL,     -- JSON list: name, n_frame, n_drawn, weight
    markers       VARCHAR NOT NULL,     -- JSON list of words to strip from answers
    labellers     VARCHAR NOT NULL,     -- JSON list of people it waits for
    drawn_at      TIMESTAMP NOT NULL,   -- UTC
    import_id     INTEGER               -- the labels' import, once they are in
);

CREATE TABLE IF NOT EXISTS draw_items (
    draw     VARCHAR NOT NULL,
    item     INTEGER NOT NULL,
    arm      VARCHAR NOT NULL,
    question VARCHAR NOT NULL,
    epoch    INTEGER NOT NULL,
    stratum  VARCHAR NOT NULL,
    weight   DOUBLE                     -- null where the allocation was proportional
);

-- Labels that were used to shape a rubric, and so cannot certify it.
CREATE TABLE IF NOT EXISTS label_uses (
    import_id INTEGER NOT NULL,
    rubric    VARCHAR NOT NULL,
    noted_at  TIMESTAMP NOT NULL        -- UTC
);

-- Verdicts of judges that compare two answers, first or second as listed, by the order shown.
CREATE TABLE IF NOT EXISTS judgements (
    import_id  INTEGER NOT NULL,
    comparison VARCHAR NOT NULL,
    judge      VARCHAR NOT NULL,
    item       VARCHAR NOT NULL,        -- the pair of answers
    label      VARCHAR,                 -- first | second | tie: what people prefer
    as_listed  VARCHAR,                 -- first | second | tie, null where not shown so
    swapped    VARCHAR,                 -- likewise with the two swapped, of the same first
    line       BIGINT
);

-- The verdict in force: of one grader and rubric, the newest.
CREATE OR REPLACE VIEW verdicts AS
SELECT * EXCLUDE (current) FROM gradings WHERE current;
