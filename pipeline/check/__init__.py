"""The audit: small pure rules over an answer and the evidence it cites (S2 §3, S3, decision 24)."""
