"""What the screens and the report say: a review in, plain sentences and table cells out."""
