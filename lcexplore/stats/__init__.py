"""Statistics, pure: numbers and arrays in, frozen results out."""
