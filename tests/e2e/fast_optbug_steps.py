"""The bounds that optbug takes from scales and zero points, on real quantised models: sound ones hold, planted mistakes of a few steps do not."""
import os
import subprocess

from _assay import HOME, check, finish, need_environment, python_of

need_environment("torch")

PROGRAM = """
import platform, sys, warnings
import torch
from torch import nn
import torch.ao.quantization as tq
warnings.filterwarnings("ignore")
for name in ("check", "steps"):
    exec(open(f"{sys.argv[1]}/{name}.py").read())
torch.backends.quantized.engine = "x86" if platform.machine() == "x86_64" else "qnnpack"
torch.manual_seed(0)


def static(model, x):
    wrapped = tq.QuantWrapper(copy.deepcopy(model))
    wrapped.qconfig = tq.get_default_qconfig(torch.backends.quantized.engine)
    prepared = tq.prepare(wrapped)
    run(prepared, x)
    return tq.convert(prepared)


def far(model, quantised, x):
    others = shaken(model, x, {}, 1 / 127)
    return beyond_steps(model, quantised, x, {}, run(model, x), others, run(quantised, x)), coarse(run(model, x), others, run(quantised, x))


class Off(nn.Module):
    def forward(self, t):
        return torch.quantize_per_tensor(t.dequantize().relu() + 3 * t.q_scale(), t.q_scale(), t.q_zero_point(), torch.quint8)


model, x = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 8)).eval(), (torch.randn(2, 8) * 50,)
quantised = tq.quantize_dynamic(model, {nn.Linear})
print("dynamic", far(model, quantised, x))
w = quantised[0].weight()
other = w.dequantize()
other[0, 0] += 4 * w.q_scale()
quantised[0].set_weight_bias(torch.quantize_per_tensor(other, w.q_scale(), 0, torch.qint8), quantised[0].bias())
print("weight", far(model, quantised, x))
model, x = nn.Sequential(nn.Conv2d(4, 4, 3), nn.ReLU(), nn.Sigmoid()).eval(), (torch.randn(2, 4, 8, 8),)
quantised = static(model, x)
print("static", far(model, quantised, x))
quantised.module._modules["1"] = Off()
print("layer", far(model, quantised, x))
model = nn.Sequential(nn.Linear(8, 8)).eval()
print("nothing more", dearer(model, model, (torch.randn(2, 8),)) == "")
"""

told = subprocess.run([python_of("torch"), "-c", PROGRAM, f"{HOME}/data/optbug/torch"], capture_output=True, text=True, timeout=120,
                      env={**os.environ, "OMP_NUM_THREADS": "1"})
lines = dict(line.split(" ", 1) for line in told.stdout.splitlines() if " " in line)
for sound in ("dynamic", "static"):
    check(f"{sound}: the scales explain it", lines.get(sound) == "('', '')", told.stdout + told.stderr[-2000:])
check("a weight off by four steps", "weights of 0" in lines.get("weight", ""), lines.get("weight"))
check("a layer off by three steps, which a perturbed model does not tell", "its scales explain" in lines.get("layer", "") and lines["layer"].endswith(", '')"), lines.get("layer"))
check("a model costs no more than itself", lines.get("nothing") == "more True", lines.get("nothing"))
finish()
