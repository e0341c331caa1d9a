"""The extractive composer in parts: spans, their scores, passages, cuts, frames, gaps, and one module per format.

Everything here is pure and deterministic: the same brief gives the same bytes. No part writes a fact of its own; what
is not quoted comes from document metadata or from fixed framing words.
"""
