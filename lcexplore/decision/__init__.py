"""The rule that was frozen before the results, and what it says of them."""
