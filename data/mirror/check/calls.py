# Which places of the program's text really ran: the calls of a framework's API in it, and the lines. A tracer looks at the program's own frames
# only, helpers of the twin included, and stops when it has seen enough; what a program computes does not change by it. Only for the program as it is.
# Functions that TensorFlow compiles run as a copy of their text: they count by their names.
import ast
import sys

MOST_STEPS = 200000  # of instructions: what has not run by then is not waited for
FRAMEWORKS = {"torch": "torch", "tensorflow": "tensorflow", "keras": "tensorflow.keras", "jax": "jax", "flax": "flax",
              "optax": "optax"}
COMPILES = ("torch.compile", "torch.jit", "torch._dynamo", "torch.export", "torch.fx")  # they look at frames themselves
ran, copied, left_steps = {}, set(), [MOST_STEPS]


def is_watched():
    return not {"wide", "benign", "shaken", "numpy"} & set(MODES) and not any(one in TEXT for one in COMPILES)


def stepped(frame, event, _):
    if event == "opcode":
        ran.setdefault(id(frame.f_code), (frame.f_code, set()))[1].add(frame.f_lasti)
        left_steps[0] -= 1
        if left_steps[0] < 0:
            frame.f_trace_opcodes = False
            sys.settrace(None)
            return None
    return stepped


def entered(frame, event, _):
    code = frame.f_code
    if code.co_filename == PATH:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return stepped
    if "__autograph_generated_file" in code.co_filename:
        copied.add(code.co_name.removeprefix("tf__"))
    return None


def imported_names(tree):
    """What names of the program stand for: tf is tensorflow, nn is torch.nn."""
    out = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                out[one.asname or one.name.split(".")[0]] = one.name if one.asname else one.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for one in node.names:
                out[one.asname or one.name] = f"{node.module}.{one.name}"
    return out


def full_name(node, names):
    """tensorflow.nn.relu of tf.nn.relu; "" of what is no framework's."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return ""
    root, _, rest = names[node.id].partition(".")
    return ".".join([FRAMEWORKS[root]] + ([rest] if rest else []) + parts[::-1]) if root in FRAMEWORKS else ""


def places_that_ran():
    """Where the instructions that ran end in the text, and the lines where they begin."""
    ends, lines = set(), set()
    for code, offsets in ran.values():
        for k, (line, end_line, _, end_column) in enumerate(code.co_positions()):
            if 2 * k in offsets and line is not None:
                ends.add((end_line, end_column))
                lines.add(line)
    return ends, lines


def called():
    """{"apis": those that the program's text names and that were called or handed over, ".name" of methods, "lines": that ran}, or None."""
    if not is_watched():
        return None
    tree = ast.parse(TEXT)
    names, (ends, lines) = imported_names(tree), places_that_ran()
    apis = set()

    def look(node, whole):
        whole = whole or (isinstance(node, ast.FunctionDef) and node.name in copied)
        if whole and hasattr(node, "lineno"):
            lines.add(node.lineno)
        here = whole or (getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)) in ends
        parts, name = list(ast.iter_child_nodes(node)), ""
        if isinstance(node, ast.Call):
            name = full_name(node.func, names) or ("." + node.func.attr if isinstance(node.func, ast.Attribute) else "")
            parts = parts if not full_name(node.func, names) else parts[1:]  # what is loaded is not called yet
        elif isinstance(node, (ast.Attribute, ast.Name)):
            name = full_name(node, names)
            parts = parts if not name else []
        if here and name:
            apis.add(name)
        for child in parts:
            look(child, whole)

    look(tree, False)
    return {"apis": sorted(apis), "lines": sorted(lines)}
