"""From a plan to evidence: two lanes searched, ranked, selected, followed, graded."""
