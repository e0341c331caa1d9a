"""Writers of answers: verbatim extracts, a model, repair, the last resorts."""
