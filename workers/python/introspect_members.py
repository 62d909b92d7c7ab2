"""Which names each public module of a framework has, so that a misspelt one can be told without running anything.

A module counts only when all its names can be known: those that it has now, submodules that lie on disk and may be imported later, and what
its `__getattr__` may answer to, as far as that names them. Objects that merely behave like modules (torch.ops) make up names as they are
asked; they are left out, as is a module whose `__getattr__` cannot be looked into.
"""
import importlib
import inspect
import pkgutil
import sys
import types

MOST_DEPTH = 8  # parts of a path


def names_in(thing, found, depth=0):
    """All texts in a container, in what it holds, and in functions that it refers to."""
    if isinstance(thing, str):
        found.add(thing)
    elif isinstance(thing, (dict, set, frozenset, list, tuple)) and depth < 3:
        for item in thing:
            names_in(item, found, depth + 1)
    elif isinstance(thing, types.ModuleType):
        found.update(dir(thing))  # answers are handed on from there
    elif isinstance(thing, types.CodeType):
        names_in(thing.co_consts, found)
    elif isinstance(thing, types.FunctionType) and depth < 3:
        names_in(thing.__code__, found, depth + 1)
        for cell in thing.__closure__ or ():
            names_in(cell.cell_contents, found, depth + 1)
        for name in thing.__code__.co_names:
            names_in(thing.__globals__.get(name), found, depth + 1)


def names_of(module):
    """None: they cannot all be known."""
    found = set(dir(module)) | set(vars(module))
    answer = vars(module).get("__getattr__")
    if answer is not None:
        answer = inspect.unwrap(answer)
        if not isinstance(answer, types.FunctionType):
            return None
        names_in(answer, found)
    for entry in pkgutil.iter_modules(getattr(module, "__path__", None) or ()):
        found.add(entry.name)
    return sorted(name for name in found if name.isidentifier())


def is_plain(module):
    return type(module) is types.ModuleType


def public_parts(path):
    return not any(part.startswith("_") for part in path.split("."))


def by_attributes(owners):
    """{path: module}, walked from the packages; a module that two paths lead to has the shorter one."""
    waiting = [(name, sys.modules[name]) for name in sorted(owners) if name in sys.modules]
    out, met = {}, set()
    while waiting:
        path, module = waiting.pop(0)
        if id(module) in met or path.count(".") >= MOST_DEPTH or not is_plain(module):
            continue
        met.add(id(module))
        out[path] = module
        for name, thing in sorted(vars(module).items()):
            if isinstance(thing, types.ModuleType) and not name.startswith("_") and thing.__name__.split(".")[0] in owners:
                waiting.append((f"{path}.{name}", thing))
    return out


def reached(path):
    """The module that an expression of this path gives, after its import; None when it is none."""
    try:
        importlib.import_module(path)
    except Exception:
        pass
    parts = path.split(".")
    thing = sys.modules.get(parts[0])
    for part in parts[1:]:
        try:
            thing = getattr(thing, part)
        except Exception:
            return None
    return thing if isinstance(thing, types.ModuleType) else None


def members(owners, modules):
    """{path: names}; `modules` are looked at besides those that the packages lead to."""
    found = by_attributes(set(owners))
    for path in modules:
        module = reached(path)
        if module is not None and is_plain(module):
            found.setdefault(path, module)
    out = {}
    for path, module in sorted(found.items()):
        names = names_of(module) if public_parts(path) else None
        if names is not None:
            out[path] = names
    return out
