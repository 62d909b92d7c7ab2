"""A histogram of equal values can be widened afterwards (pytorch/pytorch#40310)."""
import torch

observer = torch.ao.quantization.HistogramObserver(bins=10)
observer(torch.ones(4))
observer(torch.ones(4))
observer(torch.tensor([0.0, 2.0]))
scale, zero_point = observer.calculate_qparams()
print(observer.min_val.item(), observer.max_val.item(), scale.tolist(), zero_point.tolist())
assert observer.min_val.item() == 0.0
assert observer.max_val.item() == 2.0
