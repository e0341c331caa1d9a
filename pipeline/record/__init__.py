"""The record of a run: capsule, recording and replay."""
