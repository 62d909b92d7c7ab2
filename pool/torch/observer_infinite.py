"""A histogram leaves infinite values out (pytorch/pytorch#103467)."""
import warnings

import torch

warnings.filterwarnings("ignore")
observer = torch.ao.quantization.HistogramObserver()
observer(torch.tensor([0.0, 1.0, 2.0]))
observer(torch.tensor([-1.0, 3.0, float("inf")]))
print(observer.min_val.item(), observer.max_val.item())
assert torch.isfinite(observer.max_val)
scale, _ = observer.calculate_qparams()
assert torch.isfinite(scale).all()
