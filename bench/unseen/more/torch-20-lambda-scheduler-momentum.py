import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.BatchNorm1d(8), nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4, nesterov=True)
loss_fn = nn.CrossEntropyLoss()
x = torch.randn(12, 3)
y = (x[:, 0] > 0).long()
model.train()
first = None
for step in range(10):
    optimizer.zero_grad()
    loss = loss_fn(model(x), y)
    loss.backward()
    optimizer.step()
    if first is None:
        first = loss.item()
print(loss.item() < first)
model.eval()
with torch.no_grad():
    print((model(x).argmax(dim=1) == y).float().mean() > 0.5)
