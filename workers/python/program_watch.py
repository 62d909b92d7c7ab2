"""Which framework APIs a program calls, watched while it runs.

The program's own text says where its calls are and, through its imports, what they mean; the interpreter's profiling events say which
of them really happen. Nothing is wrapped or replaced where the interpreter tells of a call by itself, so compilers that read the
program's bytecode (torch.compile) or source (torch.jit.script, tf.function) find it as it was written. Calls of C types and other
callables that make no event (torch.Size, torch.device) are the exception: there the callee is passed through `_note`, unless the program
uses such a compiler.

Calls count when the program's own file makes them; `x.addmm()` is torch.Tensor.addmm, not torch.addmm.
"""
import ast
import builtins
import sys
import threading
import types

NOTE = "__assay_note__"  # name of the helper, among the builtins: the program's globals are its own
MOST_NAMES = 5000  # of one program; what is beyond is dropped
MOST_EVENTS = 3_000_000  # then only a target that is still missing is worth the time
# Packages that are tools of the programs, not frameworks under test.
TOOLS = {"numpy", "scipy", "pytest"}
# Compilers that take a function without calling it: what stands in the program's functions then counts as called.
COMPILERS = {"torch.compile", "torch.jit.script", "torch.export.export", "torch.jit.script_if_tracing", "tensorflow.function",
             "tensorflow.autograph.to_graph", "torch._dynamo.optimize", "torch.onnx.export", "torch.onnx.dynamo_export"}
LOUD = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodDescriptorType,
        types.ClassMethodDescriptorType)


def dotted(node):
    """["torch", "nn", "Linear"] of an expression torch.nn.Linear; None for anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id, *reversed(parts)] if isinstance(node, ast.Name) else None


def aliases_of(tree):
    """{local name: full name} of all imports, and of names that are set to a part of a module (F = torch.nn.functional)."""
    out = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                out[item.asname or item.name.split(".")[0]] = item.name if item.asname else item.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for item in node.names:
                out[item.asname or item.name] = f"{node.module}.{item.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            parts = dotted(node.value)
            if parts and parts[0] in out and node.targets[0].id not in out:
                out[node.targets[0].id] = ".".join([out[parts[0]], *parts[1:]])
    return out


def resolve(name):
    """The object of a full name, from modules that are loaded already; None when there is none."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        found = sys.modules.get(".".join(parts[:count]))
        if found is None:
            continue
        for part in parts[count:]:
            found = getattr(found, part, None)
        return found
    return None


def public_name(module, qualified):
    """The shortest path that leads to the same object: torch.nn.modules.module.Module.eval -> torch.nn.Module.eval."""
    parts, first = module.split("."), qualified.split(".")[0]
    thing = getattr(sys.modules.get(module), first, None)
    for count in range(1, len(parts)):
        folder = ".".join(parts[:count])
        if thing is not None and vars(sys.modules.get(folder, types)).get(first) is thing:
            return f"{folder}.{qualified}"
    return f"{module}.{qualified}"


def silent(thing):
    """Whether a call of `thing` makes no profiling event."""
    if thing is None or isinstance(thing, LOUD):
        return False
    if isinstance(thing, type):
        return not any(isinstance(vars(base).get(name), (types.FunctionType, staticmethod, classmethod))
                       for base in thing.__mro__ for name in ("__init__", "__new__")) and type(thing).__call__ is type.__call__
    return not isinstance(getattr(type(thing), "__call__", None), types.FunctionType)


class Sites(ast.NodeVisitor):
    """All calls of a program by their place, with the full name of the callee as far as imports tell."""

    def __init__(self, tree):
        self.aliases = aliases_of(tree)
        self.names = {}  # (line, end line, column, end column) -> full name or None
        self.in_functions = set()  # full names of calls inside functions
        self.calls = []  # (node, full name, inside a function)
        self.depth = 0
        self.visit(tree)

    def full_name(self, node):
        parts = dotted(node)
        return ".".join([self.aliases[parts[0]], *parts[1:]]) if parts and parts[0] in self.aliases else None

    def add(self, node, callee):
        name = self.full_name(callee)
        self.names[node.lineno, node.end_lineno, node.col_offset, node.end_col_offset] = name
        if name and self.depth:
            self.in_functions.add(name)
        return name

    def visit_Call(self, node):
        self.calls.append((node, self.add(node, node.func), self.depth > 0))
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        for decorator in node.decorator_list:
            self.visit(decorator)
            if not isinstance(decorator, ast.Call):
                self.add(decorator, decorator)
        self.depth += 1
        for part in (node.args, *node.body):
            self.visit(part)
        self.depth -= 1

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call):
                self.add(decorator, decorator)
        self.generic_visit(node)


class Watch:
    """Tells `found(name)` once per API, at the moment of its first call."""

    def __init__(self, text, path, target, found):
        self.path, self.target, self.found = path, target, found
        self.target_object = None
        self.target_called = False
        self.seen, self.places, self.positions = set(), {}, {}
        self.events = 0
        self.tree = ast.parse(text, path)
        self.sites = Sites(self.tree)

    def compile(self):
        """The program's code, with calls that make no event passed through _note."""
        compiled = COMPILERS & set(filter(None, self.sites.names.values()))
        for node, name, inside in self.sites.calls:
            if name and not (inside and compiled) and silent(resolve(name)):
                passed = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(name), node.func], [])
                node.func = ast.fix_missing_locations(ast.copy_location(passed, node.func))
        return compile(self.tree, self.path, "exec")

    def note(self, name, callee):
        self.record(name)
        return callee

    def record(self, name):
        if name in self.seen or len(self.seen) >= MOST_NAMES:
            return
        self.seen.add(name)
        root = name.split(".")[0]
        if root in sys.stdlib_module_names or root in TOOLS or root in ("__main__", "builtins"):
            return
        if self.target and not self.target_called:
            self.target_called = name == self.target or self.is_target(name)
            if self.target_called:
                self.found(self.target)
        if name != self.target:
            self.found(name)
        if name in COMPILERS:
            for inner in self.sites.in_functions:
                self.record(inner)

    def is_target(self, name):
        """Another name of the same thing: tensorflow.keras.layers.Dense and keras.layers.Dense."""
        if self.target_object is None:
            self.target_object = resolve(self.target)
        return self.target_object is not None and resolve(name) is self.target_object

    def place(self, frame):
        code = frame.f_code
        if code not in self.positions:
            self.positions[code] = list(code.co_positions())
        positions = self.positions[code]
        index = frame.f_lasti // 2
        return positions[index] if index < len(positions) else None

    def profile(self, frame, event, arg):
        if event == "c_call":
            caller, callee = frame, None
        elif event == "call":
            caller, callee = frame.f_back, frame
        else:
            return
        self.events += 1
        if caller is None or caller.f_code.co_filename != self.path:
            if self.events > MOST_EVENTS and (self.target_called or not self.target):
                sys.setprofile(None)
            return
        key = (caller.f_code, caller.f_lasti)
        if key in self.places:
            return
        self.places[key] = True
        place = self.place(caller)
        if place not in self.sites.names:
            return
        name = self.sites.names[place] or self.name_of(callee, arg)
        if name:
            self.record(name)

    def name_of(self, callee, builtin):
        """The name of a callee that no import explains: a method of an object."""
        if callee is None:
            owner = getattr(builtin, "__self__", None)
            if owner is None or isinstance(owner, types.ModuleType):
                return f"{builtin.__module__}.{builtin.__name__}" if builtin.__module__ else None
            kind = owner if isinstance(owner, type) else type(owner)
            return public_name(kind.__module__, f"{kind.__qualname__}.{builtin.__name__}")
        module, qualified = callee.f_globals.get("__name__", ""), callee.f_code.co_qualname
        # Inner functions, private ones (what runs behind `model(x)`) and constructors that a class of the program inherits are nobody's API.
        if not module or "<" in qualified or qualified.endswith(".__init__") or any(p.startswith("_") and not p.startswith("__") for p in qualified.split(".")):
            return None
        return public_name(module, qualified)

    def start(self):
        setattr(builtins, NOTE, self.note)
        threading.setprofile(self.profile)
        sys.setprofile(self.profile)

    def stop(self):
        sys.setprofile(None)
        threading.setprofile(None)
