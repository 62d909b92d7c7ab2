"""A framework's module behind a proxy that tells a recorder of every call: for frameworks that offer no hook of their own.

The proxy stands in sys.modules while the importer is imported, so that functions which the importer keeps in tables are
heard of, too. Operators and methods of tensors are heard by patching their class.
"""
import sys
import types

from calls import BINARY, UNARY


class Current:
    """The recorder that listens now; None: nobody does."""
    recorder = None


class Recorded:
    """A function of the framework under its public name."""

    def __init__(self, function, name):
        self.function = function
        self.name = name
        self.__name__ = getattr(function, "__name__", name)

    def __call__(self, *args, **kwargs):
        if Current.recorder is None:
            return self.function(*args, **kwargs)
        return Current.recorder.call(self.name, self.plain_call, args, kwargs)

    def plain_call(self, *args, **kwargs):
        """The framework is given its own functions, not what stands for them here."""
        return self.function(*map(_bare, args), **{key: _bare(value) for key, value in kwargs.items()})

    def __getattr__(self, attribute):
        return getattr(self.function, attribute)


class Proxy(types.ModuleType):
    """specials: {"jax.jit": replacement}."""

    def __init__(self, real, name, spelling, specials):
        super().__init__(name)
        self.__dict__.update(_real=real, _name=name, _spelling=spelling, _specials=specials, __path__=[])

    def __getattr__(self, attribute):
        value = getattr(self._real, attribute)
        name = f"{self._name}.{attribute}"
        if name in self._specials:
            value = self._specials[name]
        elif isinstance(value, types.ModuleType):
            value = Proxy(value, self._spelling.get(name, name), self._spelling, self._specials)
        elif callable(value) and not isinstance(value, type) and _is_function(value):
            value = Recorded(value, name)
        self.__dict__[attribute] = value
        return value


def _bare(value):
    return value.function if isinstance(value, Recorded) else value


def _is_function(value):
    return isinstance(value, (types.FunctionType, types.BuiltinFunctionType)) or \
        type(value).__name__ in ("ufunc", "PjitFunction", "custom_jvp", "custom_vjp", "CompiledFunction")


def imported(package, real, short, names, spelling=None, specials=None):
    """Imports the modules `names` while `package` is a proxy of `real` that calls itself `short`."""
    kept = sys.modules[package]
    sys.modules[package] = Proxy(real, short, spelling or {}, specials or {})
    try:
        return [__import__(name) for name in names]
    finally:
        sys.modules[package] = kept


_patched = set()


def listen_to_tensors(kind, methods):
    """Patches operators and methods of the tensor class, once."""
    if kind in _patched:
        return
    _patched.add(kind)
    operators = [f"__{p}{n}__" for n in BINARY for p in ("", "r")] + [f"__{n}__" for n in UNARY] + ["__getitem__"]
    for name in [*operators, *methods]:
        original = getattr(kind, name, None)
        if original is None or name in ("__req__", "__rne__"):
            continue
        setattr(kind, name, _heard(name, original))


def _heard(name, original):
    def method(self, *args, **kwargs):
        if Current.recorder is None:
            return original(self, *args, **kwargs)
        return Current.recorder.call(name, original, (self, *args), kwargs, method=True)
    method.__name__ = name
    return method
