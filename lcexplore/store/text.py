"""How is a name or a value written into SQL safely, where a parameter cannot stand?"""

_SPACE = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\ufeff"


def literal(text: str) -> str:
    """Quote a value."""
    return "'" + text.replace("'", "''") + "'"


def trimmed(expression: str) -> str:
    """Take space of any kind from the ends of a text; it is looked for first, for speed."""
    return (
        f"CASE WHEN {expression} BETWEEN '!' AND '~' "
        f"AND right({expression}, 1) BETWEEN '!' AND '~' THEN {expression} "
        f"ELSE trim({expression}, {literal(_SPACE)}) END"
    )


def optional(text: str | None) -> str:
    """Quote a value, or write NULL of text."""
    return "NULL::VARCHAR" if text is None else literal(text)


def identifier(name: str) -> str:
    """Quote the name of a column."""
    return '"' + name.replace('"', '""') + '"'
