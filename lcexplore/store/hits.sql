-- How much of a hit's input came from the cache; a share that is not told is neither.
-- Whatever a class of tokens that is not reported comes to, it makes the cached share no larger.

-- name: below_half
cache = 'hit' AND cache_read < coalesce(input_uncached, 0) + coalesce(cache_write, 0)

-- name: untold
cache = 'hit' AND (input_uncached + cache_read + cache_write) IS NULL
    AND NOT coalesce(cache_read < coalesce(input_uncached, 0) + coalesce(cache_write, 0), false)
