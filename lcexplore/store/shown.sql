-- The answers of one comparison's two arms under one grading, and the slots that pair them.
-- name: differing
CREATE OR REPLACE TEMP TABLE differing AS
SELECT question
FROM questions SEMI JOIN (
    SELECT question FROM questions
    WHERE comparison = $comparison AND arm IN ($baseline, $candidate) {only}
    GROUP BY question HAVING min(question_text) <> max(question_text)) USING (question)
WHERE comparison = $comparison AND arm IN ($baseline, $candidate) AND question_text IS NOT NULL
GROUP BY question
HAVING count(DISTINCT nfc_normalize(trim(regexp_replace(question_text, '\s+', ' ', 'g')))) > 1

-- name: shown
CREATE OR REPLACE TEMP TABLE shown AS
SELECT
    a.* EXCLUDE (comparison, import_id, line, locator),
    a.arm = $candidate AS is_candidate,
    CASE WHEN a.error_kind IS NOT NULL THEN a.error_kind
         WHEN d.question IS NOT NULL THEN 'question_text_differs'
         WHEN v.verdict IS NULL THEN 'ungraded'
         WHEN v.verdict = 'not_measured' THEN coalesce(v.reason, 'ungraded') END AS reason,
    v.verdict = 'correct' AS correct,
    v.raw_verdict,
    v.quote
FROM answers a
LEFT JOIN (SELECT * FROM verdicts WHERE comparison = $comparison AND grader = $grader
           AND rubric = $rubric) v ON v.answer_id = a.answer_id
LEFT JOIN differing d ON d.question = a.question
WHERE a.comparison = $comparison AND a.arm IN ($baseline, $candidate) {scope}

-- Questions whose rows name several documents, or several kinds. Hashes find them fast.
-- name: named_twice
CREATE OR REPLACE TEMP TABLE named_twice AS
SELECT question,
    min("cluster") AS first_cluster, max("cluster") AS last_cluster,
    arg_min(is_candidate, "cluster") AS first_cluster_arm,
    arg_max(is_candidate, "cluster") AS last_cluster_arm,
    min(stratum) AS first_stratum, max(stratum) AS last_stratum,
    arg_min(is_candidate, stratum) AS first_stratum_arm,
    arg_max(is_candidate, stratum) AS last_stratum_arm
FROM shown SEMI JOIN (
    SELECT question FROM shown GROUP BY question
    HAVING min(hash("cluster")) FILTER ("cluster" IS NOT NULL)
           <> max(hash("cluster")) FILTER ("cluster" IS NOT NULL)
        OR min(hash(stratum)) FILTER (stratum IS NOT NULL)
           <> max(hash(stratum)) FILTER (stratum IS NOT NULL)) USING (question)
GROUP BY question

-- name: slots
CREATE OR REPLACE TEMP TABLE slots AS
SELECT
    question,
    min(stratum) FILTER (several IS NULL) AS stratum,
    min("cluster") AS "cluster",
    CASE WHEN count(*) FILTER (is_candidate) = 0 THEN 'missing'
         ELSE min(reason) FILTER (is_candidate) END AS candidate_reason,
    CASE WHEN count(*) FILTER (NOT is_candidate) = 0 THEN 'missing'
         ELSE min(reason) FILTER (NOT is_candidate) END AS baseline_reason,
    coalesce(bool_or(correct) FILTER (is_candidate), false) AS candidate_correct,
    coalesce(bool_or(correct) FILTER (NOT is_candidate), false) AS baseline_correct
FROM shown
LEFT JOIN (SELECT question, true AS several FROM named_twice
           WHERE first_stratum <> last_stratum) USING (question)
GROUP BY question, epoch, variant
