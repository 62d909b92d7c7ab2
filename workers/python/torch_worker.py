"""PyTorch as a target: ONNX models are run with torch's own operators by the importer in torch_ops.

Modes
  eager         operator by operator
  jit           the program traced with torch.jit.trace, run by the optimising TorchScript executor
  compile       the program compiled with torch.compile and inductor, without graph breaks
  compile=NAME  the same with another backend of torch.compile: eager, aot_eager, aot_eager_decomp_partition
  compile,A=B   the same with settings of torch._inductor.config, as in compile,pattern_matcher=False,cpp.simdlen=1
  dynamo        as far as Dynamo goes: compile=eager
  aot-eager     as far as AOTAutograd goes: compile=aot_eager
  inductor      Inductor alone, without Dynamo before it
  compile-quick the same as compile, the kernels of a pack without optimisation by the host compiler
  export        the program captured with torch.export, its module run
  path=...      ways through files: torch_deploy.py, torch_onnx2torch.py
  layers        operator by operator, torch.nn modules where there is one: torch_layers
  inplace       operator by operator, in place and through views where that is the same: torch_inplace
  cuda          eager on a CUDA device
  cuda-compile  compiled on a CUDA device
  cuda-export   captured with torch.export on a CUDA device
  cuda-graph    captured as a CUDA graph, which is replayed
  cuda-NAME     eager with a switch of torch_cuda.py, which ASSAY_CUDA names as well: tf32, reduced, benchmark, flash, efficient, math

The environment variable ASSAY_DEVICE (cpu or cuda) says where everything runs; the CUDA modes need cuda there.
"""
import gc
import os
import re

import torch
import torch._inductor.config

from assay_worker import Identity, Unsupported, Worker, serve
from onnx_program import Program
from torch_cuda import SWITCHES
from torch_deploy import PATHS
from torch_ops import OPS
from torch_ops.base import NUMBERS, from_numpy, to_numpy, unwrap, wrap
from torch_traced import ALONE, Traced
from training_task import train

# Modes that stop at a stage of torch.compile, or begin behind the first: the backend of each.
STAGES = {"dynamo": "eager", "aot-eager": "aot_eager", "inductor": ALONE}
MODES = {"": "eager", "eager": "eager", "jit": "jit", "compile": "compile", "export": "export", "cuda": "eager",
         "cuda-compile": "compile", "compile-quick": "compile", "cuda-export": "export", "cuda-graph": "graph",
         **{name: "compile" for name in STAGES},
         **{f"cuda-{name}": "eager" for name in SWITCHES},
          "layers": "eager", "inplace": "eager", "path=onnx2torch": "path=onnx2torch",
         **{p: p for p in PATHS}}
RANDOM = {"RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Bernoulli", "Multinomial",
          "Dropout"}

# How torch says that an operator has no kernel for a type or does not take such a tensor: a gap of the framework, not a
# defect. Division of integers by zero, which ONNX leaves open, is answered by an error with Python's name for it.
GAPS = re.compile(r"not implemented for '|Could not run 'aten::|Promotion for (uint16|Float8)|"
                  r"[Aa]rg(max|min)\(\): does not support|not supported in this architecture|"
                  r"^Unsupported dtype (Half|BFloat16)$|MKL FFT doesn't support tensors of type: (Half|BFloat16)|"
                  r"view_as_complex is only supported for half, float and double|"
                  r"so unique cannot be applied|^ZeroDivisionError$|"
                  # The importer asks for a number that only data decides.
                  r"trying to get value out of a tracing tensor|"
                  # A CUDA graph holds no step that the host decides.
                  r"operation not permitted when stream is capturing|copy between CPU and CUDA tensors during CUDA graph capture|"
                  r"CUDA error: operation failed due to a previous error during capture|"
                  # Attention by one way alone, which is not made for these tensors.
                  r"No available kernel\. Aborting execution|^Invalid backend$|"
                  # torch.compile takes a size that data decides, u0, for one that does not broadcast.
                  r"making fake tensor call[\s\S]*FakeTensor\(\.\.\., size=\([^)]*\bu\d")


class Framework:
    """What onnx_program needs to know of torch."""
    operators = OPS

    def __init__(self, device):
        self.device = device

    def constant(self, array):
        return from_numpy(array, self.device)

    def to_numpy(self, value):
        return to_numpy(value)

    def type_of(self, value):
        if not isinstance(value, torch.Tensor):
            raise Unsupported("a function body that depends on the types of sequences")
        return NUMBERS[value.dtype], list(value.shape)


class Model:
    """A loaded program with its weights."""

    def __init__(self, program, framework, mode):
        self.program = program
        self.framework = framework
        self.mode = mode
        self.backend = "inductor"  # of torch.compile, and its settings
        self.settings = {}
        self.quick = False
        if program.is_pack:  # Dynamo takes no generator, and numbers drawn depend on who drew before
            program.drop_users({("", name) for name in RANDOM})
        self.constants = program.weights(framework.constant)
        self.random = any(domain == "" and name in RANDOM for domain, name in program.operators())

    def wrap(self, inputs):
        return self.program.given(inputs, lambda value: wrap(value, self.framework.device))

    def run(self, values, wanted, static=None, constants=None):
        if self.random:
            torch.manual_seed(0)
        return self.program.run(self.framework, values, wanted, static, constants or self.constants)


def inductor_settings(text):
    """{"cpp.simdlen": 1} of "cpp.simdlen=1,"; a setting that this version of Inductor does not have is Unsupported."""
    settings = {}
    for item in filter(None, text.split(",")):
        name, _, value = item.partition("=")
        if value not in ("True", "False") and not value.isdigit():
            raise Unsupported(f"the setting {item}: write NAME=False or NAME=1")
        place = torch._inductor.config
        for part in name.split("."):
            if not hasattr(place, part):
                raise Unsupported(f"Inductor of this version has no setting {name}")
            place = getattr(place, part)
        settings[name] = int(value) if value.isdigit() else value == "True"
    return settings


def translated(function):
    """Turns torch's words for a missing kernel, or for code that needs a graph break, into Unsupported."""

    def run(*args):
        try:
            return function(*args)
        except Unsupported:
            raise
        except (RuntimeError, NotImplementedError, TypeError) as error:
            kind = type(error)
            refused = kind.__module__ == "torch._dynamo.exc" and kind.__name__ in ("Unsupported", "UserError")
            if refused or GAPS.search(str(error)):
                raise Unsupported(str(error).strip().splitlines()[0][:300]) from error
            raise
    return run


class TorchWorker(Worker):
    framework = "torch"
    tasks = ("train",)

    def start(self):
        gc.set_threshold(100_000, 20, 100)  # compilers make many objects that live until they are done
        torch.set_num_threads(1)
        torch.set_num_interop_threads(1)
        torch.set_grad_enabled(False)
        torch.set_float32_matmul_precision("highest")
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cudnn.allow_tf32 = False
        name = os.environ.get("ASSAY_DEVICE", "cpu")
        if name != "cpu":  # kernels that add in any order would give other bits each time
            os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
            torch.backends.cudnn.benchmark = False
            torch.use_deterministic_algorithms(True, warn_only=True)
            if "ASSAY_CUDA" in os.environ:
                SWITCHES[os.environ["ASSAY_CUDA"]]()
        if name != "cpu" and not torch.cuda.is_available():
            return Identity(version=torch.__version__, device=name, problem="no CUDA device")
        # None on the host: tensors then need no move at all.
        self.shared = Framework(None if name == "cpu" else torch.device(name))
        device = "cpu" if name == "cpu" else f"cuda:{torch.cuda.get_device_name()}"
        return Identity(version=torch.__version__, device=device)

    def device_memory(self):
        if self.shared.device is None:
            return None
        torch.cuda.synchronize()
        figures = torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        return figures

    def device_is_lost(self):
        if self.shared.device is None:
            return False
        try:  # an error of a kernel stays with the context
            torch.cuda.synchronize()
        except RuntimeError:
            return True
        return False

    @translated
    def load(self, model, mode):
        kind, backend, details = mode, "", ""
        if mode.startswith("compile"):
            kind, _, details = mode.partition(",")
            kind, _, backend = kind.partition("=")
        if kind not in MODES:
            raise Unsupported(f"mode '{mode}'")
        if mode.startswith("cuda") and self.shared.device is None:
            raise Unsupported("a CUDA mode with ASSAY_DEVICE=cpu")
        if mode == "path=onnx2torch":
            from torch_onnx2torch import Onnx2Torch  # only the environment deploy has the package
            return Onnx2Torch(model)
        program = Program(model)
        framework = self.built(program, mode) if mode in ("layers", "inplace") else self.shared
        loaded = Model(program, framework, MODES[kind])
        loaded.backend = backend or STAGES.get(kind, "inductor")
        loaded.settings = inductor_settings(details)
        loaded.quick = kind == "compile-quick"
        return loaded

    def built(self, program, mode):
        """The framework with another table of operators."""
        if mode == "layers":  # most workers never need one
            from torch_layers import LAYERS as table
        else:
            from torch_inplace import INPLACE as table
        table.check(program)
        framework = Framework(self.shared.device)
        framework.operators = table
        return framework

    @translated
    def compile(self, loaded, inputs):
        if not isinstance(loaded, Model) or loaded.mode == "eager":
            return loaded
        return Traced(loaded, inputs)

    @translated
    def run(self, compiled, inputs, wanted):
        if not isinstance(compiled, Model):
            return compiled.run(inputs, wanted)
        operators = compiled.framework.operators
        before = getattr(operators, "built", None)
        results = compiled.run(compiled.wrap(inputs), wanted)
        if before is not None:
            operators.check_built(before)
        return {name: unwrap(value) for name, value in results.items()}

    @translated
    def task_train(self, loaded, inputs, wanted, settings):
        from torch_training import Student
        return train(Student(loaded, inputs, settings), settings, wanted)


if __name__ == "__main__":
    serve(TorchWorker())
