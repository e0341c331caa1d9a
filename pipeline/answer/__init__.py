"""What an answer is: formats, their rules, Markdown, the brief."""
