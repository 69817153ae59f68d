-- What stands as verdicts in a staged log, and which of it says neither pass nor fail.

-- name: said
(SELECT trimmed(raw_verdict) AS label, try_cast(raw_verdict AS DOUBLE) AS number,
     verdict <> 'not_measured' AS measured
 FROM {gradings} SEMI JOIN {rows} AS answered
     ON answered.row_id = {gradings}.row_id AND answered.refusal IS NULL
 WHERE coalesce(trimmed(raw_verdict), '') <> ''
     AND coalesce(reason, 'not_pass_fail') = 'not_pass_fail')

-- name: n_measured
SELECT count(*) FROM {said} WHERE measured

-- name: labels
SELECT label, count(*) AS n, count(*) OVER () FROM {said} WHERE lower(label) NOT IN ({nothing})
GROUP BY label ORDER BY n DESC, label LIMIT $most

-- name: n_unread_words
SELECT count(*) FROM {said} WHERE NOT measured AND number IS NULL AND lower(label) NOT IN ({nothing})

-- name: words
SELECT label, count(*) AS n, count(*) OVER () FROM {said} WHERE number IS NULL
GROUP BY label ORDER BY n DESC, label LIMIT $most

-- name: scores
SELECT count(*), min(number), max(number), count(*) FILTER (NOT measured)
FROM {said} WHERE isfinite(number)

-- name: n_beyond
-- How many numbers stand as verdicts that no share of a credit is. Of several graders none is
-- counted: one threshold would read the passes of the others as well.
SELECT CASE WHEN (SELECT count(*) FROM (SELECT DISTINCT grader, rubric FROM {gradings})) = 1
    THEN count(DISTINCT number) ELSE 0 END
FROM {said} WHERE NOT measured AND isfinite(number) AND number NOT BETWEEN 0 AND 1

-- name: unread_scores
SELECT label, count(*) AS n, count(*) OVER () FROM {said} WHERE NOT measured AND isfinite(number)
GROUP BY label ORDER BY n DESC, label LIMIT $most
