-- What production or a canary saw: requests without questions, their roll-ups, and prices.

CREATE TABLE IF NOT EXISTS requests (
    import_id      INTEGER NOT NULL,
    comparison     VARCHAR NOT NULL,
    arm            VARCHAR NOT NULL,
    started_at     TIMESTAMP,           -- UTC
    latency_s      DOUBLE,
    ttft_s         DOUBLE,
    cache          VARCHAR NOT NULL,    -- hit | miss | unknown
    replayed       BOOLEAN NOT NULL,
    error_kind     VARCHAR,
    error_message  VARCHAR,
    retries        INTEGER,
    input_uncached BIGINT,
    cache_read     BIGINT,
    cache_write    BIGINT,
    output         BIGINT,
    cost_usd       DECIMAL(18, 9),
    model          VARCHAR,
    line           BIGINT,
    locator        VARCHAR
);

-- Latency in bins 1 % wide: bin b holds 1.01^b <= seconds < 1.01^(b+1). Replays are left out.
CREATE TABLE IF NOT EXISTS request_bins (
    import_id  INTEGER NOT NULL,
    comparison VARCHAR NOT NULL,
    arm        VARCHAR NOT NULL,
    measure    VARCHAR NOT NULL,        -- end_to_end | first_token
    cache      VARCHAR NOT NULL,
    failed     BOOLEAN NOT NULL,
    bin        SMALLINT NOT NULL,
    n          BIGINT NOT NULL,
    least      DOUBLE NOT NULL,         -- seconds
    most       DOUBLE NOT NULL,
    n_partial  BIGINT NOT NULL,         -- of these, hits with less than half of the input cached
    n_untold   BIGINT NOT NULL          -- hits whose cached share is not reported
);

-- The same over time, end to end, failures out.
CREATE TABLE IF NOT EXISTS request_windows (
    import_id  INTEGER NOT NULL,
    comparison VARCHAR NOT NULL,
    arm        VARCHAR NOT NULL,
    step_s     INTEGER NOT NULL,        -- seconds of a window
    start_s    BIGINT NOT NULL,         -- Unix seconds at which it begins
    bin        SMALLINT NOT NULL,
    n          BIGINT NOT NULL,
    least      DOUBLE NOT NULL,
    most       DOUBLE NOT NULL
);

CREATE TABLE IF NOT EXISTS request_totals (
    import_id  INTEGER NOT NULL,
    comparison VARCHAR NOT NULL,
    arm        VARCHAR NOT NULL,
    model      VARCHAR,
    n          BIGINT NOT NULL,         -- replays among them
    n_failed   BIGINT NOT NULL,
    n_replays  BIGINT NOT NULL,
    n_retried  BIGINT NOT NULL,
    n_unretried BIGINT NOT NULL,        -- known not to be retried
    hits       BIGINT NOT NULL,         -- from here on, replays are left out
    misses     BIGINT NOT NULL,
    partial_hits BIGINT NOT NULL,
    n_timed    BIGINT NOT NULL,
    n_reported BIGINT NOT NULL,         -- with all three classes of input tokens
    uncached   BIGINT NOT NULL,
    cache_read BIGINT NOT NULL,
    cache_write BIGINT NOT NULL,
    n_whole    BIGINT NOT NULL,         -- with output tokens as well
    whole_uncached BIGINT NOT NULL,
    whole_cache_read BIGINT NOT NULL,
    whole_cache_write BIGINT NOT NULL,
    whole_output BIGINT NOT NULL,
    n_priced   BIGINT NOT NULL,
    cost_usd   DOUBLE NOT NULL,
    first_at   TIMESTAMP,
    last_at    TIMESTAMP,
    cache      VARCHAR NOT NULL,
    n_failed_replays BIGINT NOT NULL    -- among n_failed and among n_replays
);

-- Mean latency by doublings of the input.
CREATE TABLE IF NOT EXISTS request_growth (
    import_id  INTEGER NOT NULL,
    comparison VARCHAR NOT NULL,
    arm        VARCHAR NOT NULL,
    cache      VARCHAR NOT NULL,
    doubling   SMALLINT NOT NULL,       -- floor(log2(input tokens))
    n          BIGINT NOT NULL,
    log_seconds DOUBLE NOT NULL         -- sum of natural logarithms
);

-- Price sheets as they were given; the newest of a comparison is in force.
CREATE TABLE IF NOT EXISTS price_sheets (
    comparison VARCHAR NOT NULL,
    text       VARCHAR NOT NULL,
    sha256     VARCHAR NOT NULL,
    stored_at  TIMESTAMP NOT NULL       -- UTC
);
