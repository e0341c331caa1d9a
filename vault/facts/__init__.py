"""What a text states: dates, figures and names, each read by one grammar; records are built on them."""
