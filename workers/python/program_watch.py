"""Which framework APIs a program calls, watched while it runs.

The program's own text says where its calls are and, through its imports, what they mean (program_sites.py); the interpreter's profiling
events say which of them really happen. Nothing is wrapped or replaced where the interpreter tells of a call by itself, so compilers that
read the program's bytecode (torch.compile) or source (torch.jit.script, tf.function) find it as it was written. Some things make no event,
and are passed through `note`, which gives them back as they are, unless the program uses such a compiler: callees that are C types or
other callables (torch.Size, jax.numpy.dot), functions that are handed to somebody else to call (map(torch.relu, xs)), and, while the API
under test is still missing, callees whose name says nothing (for op in ops: op(x)).

Calls count when the program's own code makes them; `x.addmm()` is torch.Tensor.addmm, not torch.addmm. A program that takes the
profiler for itself (cProfile) is believed to make all calls that stand in it.
"""
import ast
import builtins
import sys
import threading
import types

from program_reach import Reach
from program_sites import Sites

NOTE = "__assay_note__"  # name of the helper, among the builtins: the program's globals are its own
MOST_NAMES = 5000  # of one program; what is beyond is dropped
MOST_EVENTS = 3_000_000  # then only a target that is still missing is worth the time
# Packages that are tools of the programs, not frameworks under test.
TOOLS = {"numpy", "scipy", "pytest"}
# Compilers that take a function without calling it: what stands in the program's functions then counts as called.
COMPILERS = {"torch.compile", "torch.jit.script", "torch.export.export", "torch.jit.script_if_tracing", "tensorflow.function",
             "tensorflow.autograph.to_graph", "torch._dynamo.optimize", "torch.onnx.export", "torch.onnx.dynamo_export"}
# Builtins that look at a function without calling it.
LOOKERS = {"print", "repr", "str", "callable", "hasattr", "getattr", "isinstance", "issubclass", "id", "type", "help", "dir", "vars", "hash",
           "format", "ascii", "len", "bool"}
# How people call packages in names of APIs, where it is not the package's own name.
SPOKEN = {"tf": "tensorflow", "jnp": "jax.numpy"}
LOUD = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodDescriptorType,
        types.ClassMethodDescriptorType)


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


def full_target(name):
    """tensorflow.math.add of tf.math.add."""
    first, dot, rest = (name or "").partition(".")
    return f"{SPOKEN.get(first, first)}{dot}{rest}"


def public_name(module, qualified):
    """The shortest path that leads to the same object: torch.nn.modules.module.Module.eval -> torch.nn.Module.eval."""
    parts, first = module.split("."), qualified.split(".")[0]
    thing = getattr(sys.modules.get(module), first, None)
    for count in range(1, len(parts)):
        folder = ".".join(parts[:count])
        if thing is not None and vars(sys.modules.get(folder, types)).get(first) is thing:
            return f"{folder}.{qualified}"
    return f"{module}.{qualified}"


def is_ours(name):
    """Whether an API of this name belongs to a framework under test."""
    root = name.split(".")[0]
    return root not in sys.stdlib_module_names and root not in TOOLS and root not in ("__main__", "builtins")


def silent(thing):
    """Whether a call of `thing` makes no profiling event."""
    if isinstance(thing, LOUD):
        return False
    if isinstance(thing, type):
        return not any(isinstance(vars(base).get(name), (types.FunctionType, staticmethod, classmethod))
                       for base in thing.__mro__ for name in ("__init__", "__new__")) and type(thing).__call__ is type.__call__
    return not isinstance(getattr(type(thing), "__call__", None), types.FunctionType)


def can_be_handed_over(thing):
    """A class that is handed over tells of its objects when they are made."""
    return callable(thing) and not isinstance(thing, (type, types.ModuleType))


def noted(name, node, handed_over):
    call = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(name), node, ast.Constant(handed_over)], [])
    return ast.fix_missing_locations(ast.copy_location(call, node))


class Watch:
    """Tells `found(name)` once per API, at the moment of its first call; `reach` (program_reach.py) sees what is passed."""

    def __init__(self, text, path, target, found, reach=None):
        self.path, self.target, self.found = path, target, found
        self.reach = reach or Reach(lambda name: None, lambda: None)
        self.wanted = full_target(target)  # the target's name as calls are named
        self.target_object = None
        self.target_called = False
        self.globals = None
        self.in_builtin = set()  # frames of the program that wait for a builtin
        self.seen, self.places, self.positions = set(), set(), {}
        self.events, self.given_up = 0, False
        self.tree = ast.parse(text, path)
        self.sites = Sites(self.tree)

    def compile(self):
        """The program's code, with what makes no event passed through _note; None when nothing has to be."""
        compiled = COMPILERS & set(self.sites.all_names())
        changed = False
        for node, name, inside in self.sites.calls:
            if inside and compiled:
                continue
            changed |= self.note_arguments(node, name)
            # What is not loaded yet may turn out to be silent.
            if name and is_ours(name) and ((thing := resolve(name)) is None or silent(thing)):
                node.func = noted(name, node.func, False)
                changed = True
            elif self.target and not name and not self.sites.is_plain(node.func):
                node.func = noted(None, node.func, False)
                changed = True
        return compile(self.tree, self.path, "exec", dont_inherit=True) if changed else None

    def note_arguments(self, call, callee):
        """Functions that are handed over count as called, unless somebody only looks at them."""
        if (isinstance(call.func, ast.Name) and call.func.id in LOOKERS) or (callee or "").startswith("inspect."):
            return False
        changed = False
        for holder, key, node in [(call.args, k, a) for k, a in enumerate(call.args)] + [(vars(k), "value", k.value) for k in call.keywords]:
            name = self.sites.full_name(node)
            if name and "." in name and is_ours(name) and ((thing := resolve(name)) is None or can_be_handed_over(thing)):
                holder[key] = noted(name, node, True)
                changed = True
        return changed

    def note(self, name, thing, handed_over):
        if name is None:
            if not self.target_called and thing is not None and thing is self.find_target():
                self.record(self.target)
        elif not handed_over or can_be_handed_over(thing):
            self.record(name)
        return thing

    def find_target(self):
        if self.target_object is None:
            self.target_object = resolve(self.wanted)
        return self.target_object

    def record(self, name):
        if name in self.seen or len(self.seen) >= MOST_NAMES:
            return
        self.seen.add(name)
        if not is_ours(name):
            return
        if self.target and not self.target_called:
            self.target_called = name == self.wanted or self.is_target(name)
            if self.target_called:
                self.found(self.target)
        if name not in (self.target, self.wanted):
            self.found(name)
        if name in COMPILERS:
            for inner in self.sites.in_functions:
                self.record(inner)

    def is_target(self, name):
        """Another name of the same thing: tensorflow.keras.layers.Dense and keras.layers.Dense."""
        return self.find_target() is not None and resolve(name) is self.target_object

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
            self.in_builtin.discard(frame)
            return
        self.events += 1
        if callee is not None and not self.reach.fed and callee.f_code.co_filename == self.path:
            self.pass_on(callee, True)
        if caller is None or not self.is_own(caller):
            if self.events > MOST_EVENTS and (self.target_called or not self.target):
                self.given_up = True
                sys.setprofile(None)
            return
        if callee is None:
            self.in_builtin.add(caller)
        elif caller in self.in_builtin or callee.f_code.co_filename in (self.path, __file__):
            # What a builtin calls (print: __repr__) is not what the program calls; and a function of the program is none of a
            # framework, whatever its name stands for elsewhere.
            return
        self.look(caller, callee, arg)

    def is_own(self, frame):
        """Code that the program makes and runs itself (exec) has its names, but not its file."""
        file = frame.f_code.co_filename
        return file == self.path or (file.startswith("<") and frame.f_globals is self.globals)

    def pass_on(self, callee, own):
        try:
            self.reach.entered(callee, own)
        except Exception:  # noqa: BLE001 - a class that lies about itself; raised here, it would end the program
            self.reach.fed = True

    def look(self, caller, callee, builtin):
        key = (caller.f_code, caller.f_lasti)
        if key in self.places:
            return
        name = None
        if caller.f_code.co_filename == self.path:
            place = self.place(caller)
            name = self.sites.names.get(place)
            # Looking at an attribute is a call as well, but none that the program makes.
            if callee is not None and not name and place in self.sites.names and not self.reach.fed:
                self.pass_on(callee, False)
            if name or place not in self.sites.names:
                self.places.add(key)  # always the same; what a variable stands for may change
                if not name:
                    return
        try:
            name = name or self.method_of_target(caller) or self.name_of(callee, builtin)
            if callee is not None and (given := name or self.maker_of(callee)):
                self.reach.called(given, callee)
        except Exception:  # noqa: BLE001 - a class that lies about its names; raised here, it would end the program
            return
        if name:
            self.record(name)

    def method_of_target(self, caller):
        """The target, where it is a method and the receiver an object of its class: arrays of jax belong to a private class that only says
        to be a jax.Array."""
        if caller.f_code.co_filename != self.path:
            return None
        variable, method = self.sites.receivers.get(self.place(caller), (None, None))
        owner, _, wanted = self.wanted.rpartition(".")
        if method is None or method != wanted or self.target_called:
            return None
        kind = resolve(owner)
        value = caller.f_locals.get(variable, caller.f_globals.get(variable))
        return self.wanted if isinstance(kind, type) and isinstance(value, kind) else None

    def name_of(self, callee, builtin):
        """The name of a callee that no import explains: a method of an object, a function in a variable."""
        if callee is None:
            owner = getattr(builtin, "__self__", None)
            if owner is None or isinstance(owner, types.ModuleType):
                return f"{builtin.__module__}.{builtin.__name__}" if builtin.__module__ else None
            kind = owner if isinstance(owner, type) else type(owner)
            return public_name(kind.__module__, f"{kind.__qualname__}.{builtin.__name__}")
        module, qualified = callee.f_globals.get("__name__", ""), callee.f_code.co_qualname
        if qualified.endswith(".__init__"):
            return self.constructed(callee)
        # Inner functions and private ones (what runs behind `model(x)`) are nobody's API.
        if not module or "<" in qualified or any(p.startswith("_") and not p.startswith("__") for p in qualified.split(".")):
            return None
        return public_name(module, qualified)

    @staticmethod
    def maker_of(callee):
        """torch.compile, of what torch.compile(backend=…) gives to decorate a model with."""
        head, inner, _ = callee.f_code.co_qualname.partition(".<locals>.")
        module = callee.f_globals.get("__name__", "")
        return public_name(module, head) if inner and module else None

    def constructed(self, callee):
        """The class that a constructor makes an object of. One of the program that inherits its constructor is nobody's API."""
        kind = type(callee.f_locals.get(callee.f_code.co_varnames[0])) if callee.f_code.co_varnames else None
        if kind is None or "<" in kind.__qualname__ or kind.__module__ == "__main__":
            return None
        return public_name(kind.__module__, kind.__qualname__)

    def start(self, program_globals):
        self.globals = program_globals
        setattr(builtins, NOTE, self.note)
        threading.setprofile(self.profile)
        sys.setprofile(self.profile)

    def stop(self):
        # Bound methods are made anew at each look: equal, not the same.
        taken = sys.getprofile() != self.profile and not self.given_up
        sys.setprofile(None)
        threading.setprofile(None)
        if taken:
            for name in self.sites.all_names():
                self.record(name)
