import torch
from torch.utils.data import DataLoader, TensorDataset

xs = torch.arange(10, dtype=torch.float32).unsqueeze(1)
ys = 2 * xs + 1
loader = DataLoader(TensorDataset(xs, ys), batch_size=4, shuffle=False)
total = 0.0
for i, (bx, by) in enumerate(loader):
    total += (by - bx).sum().item()
    print(i, bx.shape)
print(total)
