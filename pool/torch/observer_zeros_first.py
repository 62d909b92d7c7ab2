"""A histogram that saw only zeros at first goes on with other values (pytorch/pytorch#39239)."""
import torch

observer = torch.ao.quantization.HistogramObserver()
observer(torch.zeros(3))
observer(torch.tensor([1.0, 2.0, 3.0]))
print(observer.min_val.item(), observer.max_val.item(), observer.histogram.sum().item())
assert observer.max_val.item() == 3.0
assert observer.histogram.sum().item() == 6.0
