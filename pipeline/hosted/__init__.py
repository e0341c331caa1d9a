"""Optional hosted models and stores, behind the ports."""
