import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(5, 1)
x = torch.randn(7, 5) * 100
y = torch.zeros(7, 1)
loss = ((model(x) - y) ** 2).mean()
loss.backward()
norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
total = sum(p.grad.norm() ** 2 for p in model.parameters()) ** 0.5
print(norm > 1, total <= 1.0 + 1e-4)
