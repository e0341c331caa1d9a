"""Binding: whether the words of a claim are bound to one entry of the record, each in the place the record gives it."""
