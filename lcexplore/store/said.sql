-- What stands as verdicts in a staged log, and which of it says neither pass nor fail.

-- name: said
(SELECT grader, rubric, trimmed(raw_verdict) AS label, try_cast(raw_verdict AS DOUBLE) AS number,
     verdict <> 'not_measured' AS measured
 FROM {gradings} SEMI JOIN {rows} AS answered
     ON answered.row_id = {gradings}.row_id AND answered.refusal IS NULL
 WHERE coalesce(trimmed(raw_verdict), '') <> ''
     AND coalesce(reason, 'not_pass_fail') = 'not_pass_fail')

-- name: said_by_people
-- What people said on a file of labels; who cannot tell has said so.
(SELECT grader, rubric, {label} AS label, try_cast(raw_verdict AS DOUBLE) AS number,
     verdict <> 'not_measured' AS measured
 FROM temp.labelled
 WHERE coalesce({label}, '') <> '' AND (unread OR verdict <> 'not_measured'))

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

-- name: scales
-- The numbers that stand as verdicts, by who gave them; a share of a credit is from 0 to 1.
SELECT grader, rubric, count(*) AS n, min(number) AS least, max(number) AS most,
    count(*) FILTER (NOT measured) AS n_unread,
    count(DISTINCT number) FILTER (number NOT BETWEEN 0 AND 1) AS n_beyond
FROM {said} WHERE isfinite(number) GROUP BY grader, rubric ORDER BY grader, rubric

-- name: n_graders
SELECT count(*) FROM (SELECT DISTINCT grader, rubric FROM {gradings})

-- name: unread_scores
SELECT label, count(*) AS n, count(*) OVER () FROM {said}
WHERE NOT measured AND isfinite(number) AND grader = $grader AND rubric = $rubric
GROUP BY label ORDER BY n DESC, label LIMIT $most
