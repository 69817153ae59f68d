"""The offline report for a review meeting: what the pages show, in one file."""
