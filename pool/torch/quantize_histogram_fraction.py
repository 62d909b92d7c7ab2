"""HistogramObserver must not cut the range of its values to integers (pytorch/pytorch#83672)."""
import warnings

import torch

warnings.filterwarnings("ignore")
observer = torch.ao.quantization.HistogramObserver(bins=64)
values = torch.linspace(-0.75, 0.75, 1001)
observer(values)
print("range", observer.min_val.item(), observer.max_val.item(), "counted", observer.histogram.sum().item())
assert abs(observer.min_val.item() + 0.75) < 1e-6 and abs(observer.max_val.item() - 0.75) < 1e-6
assert observer.histogram.sum().item() == values.numel()
scale, zero = observer.calculate_qparams()
assert 0 < scale.item() <= 1.6 / 255
