"""A histogram over a very narrow range can be widened without endless memory (pytorch/pytorch#122659)."""
import torch

observer = torch.ao.quantization.HistogramObserver()
observer(torch.tensor([1.0, 1.0 + 1e-6]))
observer(torch.tensor([-1000.0, 1000.0]))
print(observer.min_val.item(), observer.max_val.item(), observer.histogram.numel())
assert observer.min_val.item() == -1000.0
assert observer.histogram.numel() <= 4096
