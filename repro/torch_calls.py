"""A model as calls of PyTorch: what the importer calls is recorded by a torch function mode."""
import torch
from torch.overrides import TorchFunctionMode, resolve_name

from assay_worker import Optional
from calls import NoWords, Recorder
from literals import EXTRA, array_source
from onnx_program import Program
from recorded import function_values, leaves, record
from torch_ops.base import to_numpy, wrap
from torch_worker import Framework

# Asked for, not computed.
PROPERTIES = {"__get__", "__set__", "__len__", "__repr__", "__format__", "__bool__", "__int__", "__float__", "__index__",
              "__array__", "__hash__", "__contains__", "dim", "size", "numel", "item", "tolist", "is_floating_point",
              "is_complex", "stride", "is_contiguous", "numpy", "detach", "cpu", "resolve_conj", "resolve_neg", "data_ptr",
              "get_device", "storage_offset", "nelement", "element_size", "is_conj", "is_neg"}
CALLS = {"jit": "traced = torch.jit.trace(f, tuple(arguments), check_trace=False)\n"
                "for _ in range(3):  # it is optimised after two runs\n    result = traced(*arguments)",
         "compile": "result = torch.compile(f, fullgraph=True, dynamic=False)(*arguments)",
         "cuda-compile": "result = torch.compile(f, fullgraph=True, dynamic=False)(*arguments)",
         "export": "module = torch.nn.Module()\nmodule.forward = f\n"
                   "result = torch.export.export(module, tuple(arguments), strict=False).module()(*arguments)"}


class Mode(TorchFunctionMode):
    def __init__(self, recorder):
        super().__init__()
        self.recorder = recorder

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = resolve_name(func) or ""
        short = name.rpartition(".")[2]
        method = name.startswith("torch.Tensor.")
        if short in PROPERTIES and (method or short.startswith("__")):
            return func(*args, **kwargs)
        if not name:
            raise NoWords(f"a call of {func}")
        name = name.replace("torch.nn.functional.", "F.").replace("torch.functional.", "torch.")
        return self.recorder.call(name, func, args, kwargs, method)


def spell(value):
    if isinstance(value, (torch.dtype, torch.memory_format, torch.layout)):
        return str(value)
    if isinstance(value, torch.device):
        return repr(str(value))
    return None


def tensor_source(value):
    array = to_numpy(value)
    if array.dtype.name not in EXTRA:
        return f"torch.from_numpy({array_source(array)})"
    return f"torch.from_numpy({array_source(array.astype('float32'))}).to({value.dtype})"


def values(case):
    torch.set_grad_enabled(False)
    request = case.request
    program, framework = Program(case.data), Framework(None)
    recorder = Recorder(lambda v: isinstance(v, torch.Tensor), spell, tensor_source)
    inputs = {name: wrap(Optional(None) if value is None else value) for name, value in case.inputs.items()}
    constants = {name: framework.constant(array) for name, array in program.graph.constants.items()}
    # Weights are parameters, so that no compiler folds them away.
    parameters = [(recorder.argument(name, leaf), tensor_source(leaf))
                  for name, value in {**inputs, **constants}.items() for leaf in leaves(value)]

    def run():
        with Mode(recorder):
            return program.run(framework, inputs, request["outputs"], None, constants)

    results = record(recorder, run, request["outputs"])
    out = function_values(case, recorder, parameters, results, CALLS)
    narrow = any(to_numpy(value).dtype.name in EXTRA for value in results)
    out.update(functional="F." in out["lines"], device="cuda" if "cuda" in request["mode"] else "",
               to_numpy="value.cpu().float().numpy()" if narrow else "value.cpu().numpy()")
    return out
