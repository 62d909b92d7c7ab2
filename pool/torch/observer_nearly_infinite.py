"""A histogram of values near the largest float can be widened (pytorch/pytorch#100051)."""
import torch

observer = torch.ao.quantization.HistogramObserver(reduce_range=False)
observer(torch.tensor([-3.4028234663852886, -0.0]))
observer(torch.tensor([-3.4028234663852886e38, -0.0]))
print(observer.min_val.item(), observer.max_val.item())
assert torch.isfinite(observer.min_val)
assert observer.min_val.item() <= -3.0e38
