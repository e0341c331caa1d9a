"""Reading: a claim and its entries as tokens, sentences, persons and motions, one reading for both sides."""
