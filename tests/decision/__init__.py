"""Tests of the decision record and of the rule."""
