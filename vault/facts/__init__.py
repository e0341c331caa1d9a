"""What a text states, one grammar each: dates, figures, names, and records: motions, rows, articles, rules."""
