"""The converter onnx2torch as a way: ONNX -> a torch module, run by torch. Environment deploy."""
import re
import sys
import types

import onnx
import torch

from assay_worker import Rejected, Unsupported
from deploy_common import converted, needed
from torch_ops.base import from_numpy, to_numpy

GAPS = re.compile(r"[Nn]ot (yet )?(supported|implemented)|[Uu]nsupported|Converter is not|only support|parameter must be")


def missing(*arguments, **options):
    raise Unsupported("torchvision, which onnx2torch takes this operator from, cannot be imported here")


def converter():
    """onnx2torch's convert(). It imports torchvision for NonMaxSuppression and RoiAlign, and a torchvision that was not built for
    this torch cannot be imported; the other operators do without."""
    try:
        import torchvision  # noqa: F401
    except Exception:
        for name in [n for n in sys.modules if n == "torchvision" or n.startswith("torchvision.")]:
            del sys.modules[name]
        package, operators = types.ModuleType("torchvision"), types.ModuleType("torchvision.ops")
        operators.nms = operators.roi_align = operators.box_convert = missing
        package.ops = operators
        sys.modules.update({"torchvision": package, "torchvision.ops": operators})
    return needed("onnx2torch").convert


class Onnx2Torch:
    def __init__(self, model):
        proto = onnx.load_model_from_string(model)
        constants = {t.name for t in proto.graph.initializer}
        self.inputs = [i.name for i in proto.graph.input if i.name not in constants]
        self.outputs = [o.name for o in proto.graph.output]
        self.module = converted("onnx2torch", GAPS, converter(), proto).eval()

    def call(self, values):
        """The module on these values. An error here is no failure of the conversion, but of what came out of it."""
        try:
            return converted("onnx2torch", GAPS, self.module, *values)
        except Rejected as error:
            raise Rejected("converted", str(error).replace("onnx2torch fails", "the module that onnx2torch made fails")) from error

    def run(self, inputs, wanted):
        if any(name not in self.inputs for name in inputs):
            raise Unsupported("an input that replaces an initialiser")
        values = [from_numpy(inputs[name]) for name in self.inputs]
        results = self.call(values)
        results = [results] if isinstance(results, torch.Tensor) else list(results)
        return {name: to_numpy(results[self.outputs.index(name)]) for name in wanted}
