"""The question understood and planned: issue map, guard, queries, sessions."""
