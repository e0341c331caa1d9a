"""What the record of a meeting tells beside its motions: who held which office there, and who said what."""
