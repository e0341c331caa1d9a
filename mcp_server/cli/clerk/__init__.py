"""Commands around the questions: watching folders, digests, exports, chapters of law, completion of the shell."""
