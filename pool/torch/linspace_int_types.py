"""linspace gives the same integers in every integer type (pytorch/pytorch#81996)."""
import torch

counts = {str(t): torch.linspace(0, 4, 50, dtype=t).to(torch.int64).bincount().tolist()
          for t in (torch.int8, torch.int16, torch.int32, torch.int64)}
print(counts)
assert len({tuple(c) for c in counts.values()}) == 1
