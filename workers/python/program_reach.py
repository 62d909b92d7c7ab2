"""Which APIs of a framework a program hands a model to, and whether a model is fed, seen while it runs.

The watch (program_watch.py) tells of calls; here their arguments are looked at. A model is whatever can be called; data are tensors and
arrays, in lists, tuples and dictionaries too, and plain numbers and texts where an object of a framework is called with them. Looking changes
nothing: types are asked, never values, and what a class says of itself is not called.
"""
import types

DEPTH, ITEMS = 3, 40  # of containers that are looked into
TENSORS = {"torch": {"Tensor", "PackedSequence"},
           "tensorflow": {"Tensor", "EagerTensor", "SymbolicTensor", "Variable", "RaggedTensor", "SparseTensor"},
           "jax": {"Array", "Tracer", "ShapeDtypeStruct"}, "jaxlib": {"Array", "ArrayImpl"}, "numpy": {"ndarray", "generic"}}
FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, type)


def arguments(frame):
    """The values that a Python function was called with, in their order."""
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)  # *args, **kwargs
    names = frame.f_locals
    return [names[name] for name in code.co_varnames[:count] if name in names]


def is_tensor(value):
    return any(base.__name__ in TENSORS.get(str(base.__module__).partition(".")[0], ()) for base in type(value).__mro__)


def is_number(value):
    return type(value) in (int, float, complex, bool)


def is_text(value):
    return type(value) is str


def is_model(value):
    return isinstance(value, FUNCTIONS) or (not is_tensor(value) and any("__call__" in vars(base) for base in type(value).__mro__))


def is_model_or_file(value):
    return type(value) in (bytes, bytearray) or is_model(value)


def holds(value, wanted, depth=DEPTH):
    """Whether `value` is what is wanted, or holds such."""
    if wanted(value):
        return True
    if depth == 0 or type(value) not in (list, tuple, dict, set):
        return False
    inside = value.values() if type(value) is dict else value
    return any(holds(one, wanted, depth - 1) for _, one in zip(range(ITEMS), inside))


class Reach:
    """Tells `model_to(api)` once per API, and `fed()` once."""

    def __init__(self, model_to, fed):
        self.model_to, self.tell_fed = model_to, fed
        self.given, self.fed = set(), False

    def called(self, name, callee):
        """The program calls `name` of a framework, a Python function."""
        if name in self.given or callee is None:
            return
        if any(holds(value, is_model_or_file, 1) for value in arguments(callee)):
            self.given.add(name)
            self.model_to(name)

    def entered(self, callee, own):
        """`own`: a function of the program, called by whomever; otherwise an object, called by the program."""
        if self.fed:
            return
        values, texts = arguments(callee), False
        if not own:
            if not values or is_tensor(values[0]):  # a method of a tensor
                return
            # Texts are data of a model; other objects are given texts all the time.
            texts = is_model(values[0]) and not isinstance(values[0], FUNCTIONS)
            values = values[1:] if not callee.f_code.co_flags & 0x04 or callee.f_code.co_argcount else values
        if any(holds(value, is_tensor) or (not own and holds(value, is_number)) or (texts and holds(value, is_text)) for value in values):
            self.fed = True
            self.tell_fed()
