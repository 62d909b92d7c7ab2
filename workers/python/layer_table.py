"""A table of operators built as layers, over a table of functions.

    LAYERS = Layers(OPS)                      # a framework's functional table

    @LAYERS.define("Conv")
    def conv(call, x, w, bias=None):
        return None                           # the layer cannot express this form: the function is called
        return layer(x)                       # otherwise

The table that a program runs with has every operator of the functional one; `built` counts what was really made as a layer.
"""
from assay_worker import Unsupported
from onnx_program import Operators


class Layers(Operators):
    def __init__(self, functional, what="a layer"):
        super().__init__()
        self.table = dict(functional.table)
        self.functional = functional.table
        self.names = set()
        self.built = 0
        self.what = what

    def define(self, *names):
        def register(build):
            for name in names:
                assert name not in self.names, f"{name} is defined twice"
                self.names.add(name)
                self.table["", name] = self._with_function(name, build, self.functional.get(("", name)))
            return build
        return register

    def _with_function(self, name, build, function):
        def run(call, *inputs):
            result = build(call, *inputs)
            if result is None and function is None:
                raise Unsupported(f"{name} in a form that the framework has no layer for, nor the importer a function")
            if result is None:
                return function(call, *inputs)
            self.built += 1
            return result
        return run

    def check(self, program):
        """Refuses a program without any operator that may become a layer: it would test nothing."""
        if not any(domain == "" and name in self.names for domain, name in program.operators()):
            raise Unsupported(f"no operator that the framework has {self.what} for")

    def check_built(self, before):
        if self.built == before:
            raise Unsupported(f"no operator in a form that the framework has {self.what} for")
