import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim.lr_scheduler import StepLR

torch.manual_seed(0)
model = nn.Linear(2, 1)
optimizer = optim.AdamW(model.parameters(), lr=0.1, weight_decay=0.01)
scheduler = StepLR(optimizer, step_size=2, gamma=0.5)
data = torch.randn(16, 2)
target = data.sum(dim=1, keepdim=True)
loss_fn = nn.L1Loss()
for step in range(4):
    optimizer.zero_grad()
    loss = loss_fn(model(data), target)
    loss.backward()
    optimizer.step()
    scheduler.step()
    print(step, scheduler.get_last_lr())
print(loss.item() >= 0)
