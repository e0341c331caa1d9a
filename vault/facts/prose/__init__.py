"""What sentences tell: noun phrases and the sums bound to them."""
