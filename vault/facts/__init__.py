"""Facts that records state, one grammar each: motions, figures in rows, warrant articles, rules, words said."""
