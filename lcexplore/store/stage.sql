-- The workbench: one log, read and validated, before the store is touched.

-- name: blank_refusals
CREATE OR REPLACE TEMP TABLE raw_refusals (
    line BIGINT, locator VARCHAR, field VARCHAR, value VARCHAR, reason VARCHAR, row_kept BOOLEAN)

-- name: hide_secrets
CREATE OR REPLACE TEMP MACRO without_secrets(words) AS {hidden}

-- name: trim_space
CREATE OR REPLACE TEMP MACRO trimmed(words) AS {trimmed}

-- Seconds, ms, us or ns, told apart by their size. All but seconds are taken from 2000 to 2100
-- only: 202605010900 and 20260501090000 are dates without their marks, and no milliseconds.
-- name: count_time
CREATE OR REPLACE TEMP MACRO since_1970(number) AS
    CASE WHEN number >= 1e8 AND number < 1e11 THEN make_timestamp((number * 1e6)::BIGINT)
         WHEN number BETWEEN 946684800e3 AND 4102444800e3
         THEN make_timestamp((number * 1e3)::BIGINT)
         WHEN number BETWEEN 946684800e6 AND 4102444800e6 THEN make_timestamp(number::BIGINT)
         WHEN number BETWEEN 946684800e9 AND 4102444800e9
         THEN make_timestamp((number / 1e3)::BIGINT) END

-- A date and time in words, or since 1970; of an hour before year 1 or after 9999 nothing can tell.
-- name: read_time
CREATE OR REPLACE TEMP MACRO time_of(words) AS
    CASE WHEN try_cast(upper(words) AS TIMESTAMPTZ)
                  BETWEEN TIMESTAMPTZ '0001-01-02 00:00Z' AND TIMESTAMPTZ '9999-12-30 00:00Z'
              AND (try_cast(upper(words) AS TIMESTAMPTZ) <> TIMESTAMPTZ '1970-01-01 00:00Z'
                   OR contains(words, '19'))
         THEN try_cast(upper(words) AS TIMESTAMPTZ) AT TIME ZONE 'UTC'
         ELSE since_1970(try_cast(words AS DOUBLE)) END

-- name: suspect
CREATE OR REPLACE TEMP TABLE suspicious AS {lines}

-- name: stage_rows
CREATE OR REPLACE TEMP TABLE staged AS {rows}

-- name: n_bad_rows
SELECT count(*) FROM staged WHERE has_bad_field AND refusal IS NULL

-- name: stage_bad_fields
CREATE OR REPLACE TEMP TABLE bad_fields AS {rows}

-- name: refuse_bad_fields
INSERT INTO raw_refusals
SELECT line, locator, bad.field, bad.value,
    bad.reason || CASE WHEN bad.reason NOT LIKE 'not a number%' THEN ''
                       WHEN regexp_full_match(trim(bad.value),
                                '[-+]?[1-9][0-9]?[0-9]?,[0-9][0-9][0-9]')
                       THEN '; a comma between thousands, or a decimal comma? write '
                            || replace(trim(bad.value), ',', '') || ' or '
                            || replace(trim(bad.value), ',', '.')
                       WHEN regexp_full_match(trim(bad.value), '[-+]?[0-9]+,[0-9]+')
                       THEN '; a decimal comma? write ' || replace(trim(bad.value), ',', '.')
                       ELSE '' END, true
FROM bad_fields SEMI JOIN (SELECT row_id FROM staged WHERE refusal IS NULL) USING (row_id)
WHERE bad IS NOT NULL

-- name: last_manifest
SELECT coalesce(max(line), 0) FROM staged WHERE is_manifest

-- name: drop_manifests
DELETE FROM staged WHERE is_manifest

-- name: twice_graded
CREATE OR REPLACE TEMP TABLE twice_graded AS
SELECT row_id, count(DISTINCT (verdict, reason, raw_verdict)) AS n
FROM {gradings} SEMI JOIN {several} USING (row_id)
GROUP BY row_id, grader, rubric, graded_at HAVING count(*) > 1

-- name: several_gradings
CREATE OR REPLACE TEMP TABLE {several} AS
SELECT DISTINCT row_id FROM (
    SELECT row_id FROM {gradings} GROUP BY row_id, hash(grader, rubric) HAVING count(*) > 1)

-- name: refuse_contradictory
UPDATE staged SET refusal = {'field': 'gradings', 'value': NULL,
    'reason': 'two verdicts of one grader, rubric and time'}
WHERE row_id IN (SELECT row_id FROM twice_graded WHERE n > 1)

-- name: single_gradings
CREATE OR REPLACE TEMP TABLE {gradings} AS
SELECT DISTINCT ON (row_id, grader, rubric, graded_at) * FROM {gradings}

-- name: n_twice_graded
SELECT count(*) FROM twice_graded

-- name: no_gradings
CREATE TEMP TABLE {gradings} AS SELECT 0::BIGINT AS row_id, ''::VARCHAR AS bad_time WHERE false

-- name: collect_refusals
CREATE TEMP TABLE {refused} AS
SELECT * REPLACE (without_secrets(value) AS value) FROM (FROM raw_refusals
UNION ALL
SELECT line, locator, refusal.field, refusal.value, refusal.reason, false
FROM staged WHERE refusal IS NOT NULL
UNION ALL
SELECT line, locator, 'gradings.graded_at', bad_time, {no_time}, true
FROM {gradings} JOIN staged USING (row_id) WHERE bad_time IS NOT NULL AND refusal IS NULL)

-- name: name_column
UPDATE {refused} SET reason = reason || {said} WHERE field = {field}

-- name: rename
ALTER TABLE staged RENAME TO {name}

-- name: n_rows
SELECT (SELECT count(*) FROM {rows}) + (SELECT count(*) FROM raw_refusals WHERE NOT row_kept)

-- name: n_without_arm
SELECT count(*) FROM {rows} WHERE arm IS NULL

-- name: n_with_arm
SELECT count(*) FROM {rows} WHERE arm IS NOT NULL
