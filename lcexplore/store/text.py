"""How is a name or a value written into SQL safely, where a parameter cannot stand?"""


def literal(text: str) -> str:
    """Quote a value."""
    return "'" + text.replace("'", "''") + "'"


def optional(text: str | None) -> str:
    """Quote a value, or write NULL of text."""
    return "NULL::VARCHAR" if text is None else literal(text)


def identifier(name: str) -> str:
    """Quote the name of a column."""
    return '"' + name.replace('"', '""') + '"'
