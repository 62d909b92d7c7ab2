"""Where a program's calls are and, through its imports, what they mean: read from its text before it runs.

No recursion: an expression may nest deeper than the interpreter lets functions call each other.
"""
import ast
import builtins

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def dotted(node):
    """["torch", "nn", "Linear"] of an expression torch.nn.Linear; None for anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id, *reversed(parts)] if isinstance(node, ast.Name) else None


def place_of(node):
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def import_names(node):
    """[(local name, full name)] of an import statement."""
    if isinstance(node, ast.Import):
        return [(item.asname or item.name.split(".")[0], item.name if item.asname else item.name.split(".")[0]) for item in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [(item.asname or item.name, f"{node.module}.{item.name}") for item in node.names]
    return []


def bindings_of(nodes):
    """How often each name is bound other than by imports. A name with several meanings explains nothing."""
    count = {}
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            count[node.id] = count.get(node.id, 0) + 1
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            count[node.name] = count.get(node.name, 0) + 1
        elif isinstance(node, ast.arg):
            count[node.arg] = count.get(node.arg, 0) + 1
    return count


def aliases_of(nodes):
    """{local name: full name} of all imports, and of names that are once set to a part of a module (F = torch.nn.functional)."""
    out, bound = {}, bindings_of(nodes)
    for node in nodes:
        for local, full in import_names(node):
            # `torch = None` where the import fails leaves what the import says.
            out[local] = full
    for node in nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            local, parts = node.targets[0].id, dotted(node.value)
            if parts and parts[0] in out and local not in out and bound[local] == 1:
                out[local] = ".".join([out[parts[0]], *parts[1:]])
    return out


class Sites:
    """All calls of a program by their place, with the full name of the callee as far as imports tell."""

    def __init__(self, tree):
        nodes = list(ast.walk(tree))
        self.aliases = aliases_of(nodes)
        self.own = {n.name for n in nodes if isinstance(n, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))}
        self.names = {}  # place -> full name or None
        self.receivers = {}  # place -> (variable, method) of calls such as x.sum()
        self.in_functions = set()  # full names of calls inside functions
        self.calls = []  # (node, full name, inside a function)
        waiting = [(tree, False)]
        while waiting:
            node, inside = waiting.pop()
            if isinstance(node, ast.Call):
                self.calls.append((node, self.add(node, node.func, inside), inside))
            for decorator in getattr(node, "decorator_list", ()):
                if not isinstance(decorator, ast.Call):
                    self.add(decorator, decorator, inside)
            outside = {id(n) for n in getattr(node, "decorator_list", ())}
            for child in ast.iter_child_nodes(node):
                waiting.append((child, inside or (isinstance(node, FUNCTIONS) and id(child) not in outside)))

    def full_name(self, node):
        parts = dotted(node)
        return ".".join([self.aliases[parts[0]], *parts[1:]]) if parts and parts[0] in self.aliases else None

    def is_plain(self, callee):
        """A builtin, or a function or class of the program."""
        return isinstance(callee, ast.Name) and (callee.id in self.own or hasattr(builtins, callee.id))

    def add(self, node, callee, inside):
        name = self.full_name(callee)
        self.names[place_of(node)] = name
        if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name):
            self.receivers[place_of(node)] = (callee.value.id, callee.attr)
        if name and inside:
            self.in_functions.add(name)
        return name

    def all_names(self):
        return list(dict.fromkeys(filter(None, self.names.values())))
