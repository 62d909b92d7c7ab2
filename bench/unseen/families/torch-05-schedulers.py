import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, ExponentialLR, StepLR

layer = torch.nn.Linear(2, 1)
torch.nn.init.constant_(layer.weight, 0.5)
torch.nn.init.zeros_(layer.bias)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
y = torch.tensor([[1.0], [0.0]])

for build in (lambda o: StepLR(o, step_size=2, gamma=0.5), lambda o: ExponentialLR(o, gamma=0.9), lambda o: CosineAnnealingLR(o, T_max=5)):
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    scheduler = build(optimizer)
    rates = []
    for epoch in range(5):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(layer(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        rates.append(scheduler.get_last_lr()[0])
    print(rates, loss.item())
