-- How much of a hit's input came from the cache; a share that is not reported is neither.

-- name: below_half
cache = 'hit' AND 2 * cache_read < input_uncached + cache_read + cache_write

-- name: untold
cache = 'hit' AND (input_uncached + cache_read + cache_write) IS NULL
