-- The gradings of the staged rows, each verdict read as one of three outcomes.
CREATE TEMP TABLE graded_$number AS
WITH listed AS (
    SELECT row_id, unnest(gradings) AS grading
    FROM staged
    WHERE refusal IS NULL AND len(gradings) > 0
),
named AS (
    SELECT
        row_id,
        coalesce(nullif(trimmed(grading.grader), ''), $grader) AS grader,
        coalesce(nullif(trimmed(grading.rubric), ''), $rubric) AS rubric,
        nullif(grading.verdict, '') AS raw_verdict,
        lower(trimmed(grading.verdict)) AS verdict_text,
        grading.quote AS quote,
        nullif(trimmed(grading.reason), '') AS explained,
        lower(explained) AS given_reason,
        grading.graded_at AS graded_text,
        time_of(grading.graded_at) AS graded_at
    FROM listed
),
reasoned AS (
    -- A judge's explanation is no reason to have no verdict: it is kept as what the judge said.
    SELECT * REPLACE (
        CASE WHEN voiding IS NOT NULL THEN quote
             WHEN starts_with(quote, ' ') OR ends_with(quote, ' ')
             THEN coalesce(nullif(trim(quote), ''), explained)
             ELSE coalesce(nullif(quote, ''), explained) END AS quote)
    FROM (
        SELECT *, CASE WHEN given_reason IN ($reasons)
                            OR raw_verdict IS NULL AND given_reason NOT LIKE '% %'
                       THEN nullif(given_reason, '') END AS voiding
        FROM named)
),
read AS (
    SELECT *, CASE WHEN voiding IS NULL THEN $verdict END AS outcome
    FROM reasoned
)
SELECT
    row_id,
    grader,
    rubric,
    coalesce(outcome, 'not_measured') AS verdict,
    CASE WHEN outcome IS NOT NULL THEN NULL
         WHEN voiding IS NOT NULL THEN left(without_secrets(voiding), 60)
         WHEN coalesce(verdict_text, '') = '' THEN 'ungraded'
         WHEN verdict_text IN ($reasons) THEN verdict_text
         ELSE 'not_pass_fail' END AS reason,
    CASE WHEN strlen(raw_verdict) > 16 THEN without_secrets(raw_verdict) ELSE raw_verdict END
        AS raw_verdict,
    CASE WHEN strlen(quote) > 16 THEN without_secrets(quote) ELSE quote END AS quote,
    graded_at,
    CASE WHEN graded_at IS NULL AND graded_text IS NOT NULL AND trim(graded_text) <> ''
         THEN graded_text END AS bad_time
FROM read
