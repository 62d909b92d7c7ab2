"""Templates: text with ${name}, and lines between `%if name` (or `%if not name`) and `%end`. No nesting."""
import pathlib
import re

FOLDER = pathlib.Path(__file__).parent / "templates"


def exists(name):
    return (FOLDER / f"{name}.py.in").exists()


def render(name, values):
    """The template filled in. A ${name} that stands alone in its line keeps the line's indentation for all of its lines."""
    lines, shown = [], True
    for line in (FOLDER / f"{name}.py.in").read_text().splitlines():
        if line.startswith("%if "):
            words = line.split()
            shown = bool(values.get(words[-1])) != (words[1] == "not")
        elif line.startswith("%end"):
            shown = True
        elif shown and not line.startswith("%#"):
            lines.extend(_fill(line, values))
    return re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines))


def _fill(line, values):
    alone = re.fullmatch(r"( *)\$\{(\w+)\}", line)
    if not alone:
        return [re.sub(r"\$\{(\w+)\}", lambda m: str(values[m[1]]), line)]
    text = str(values[alone[2]])
    return [(alone[1] + part).rstrip() for part in text.split("\n")] if text else []
