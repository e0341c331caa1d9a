"""Slots: who, what came of it, figures, dates, modality; each a comparison of a claim with its entries."""
