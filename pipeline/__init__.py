"""One research turn: plan, retrieve, escalate, synthesize, audit, repair (floor 2)."""
