"""Evidence: one module per question a reader asks; aggregates in, results out."""
