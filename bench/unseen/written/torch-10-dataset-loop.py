import torch
from torch.utils.data import Dataset, DataLoader


class Squares(Dataset):
    def __init__(self, n):
        self.data = torch.arange(n, dtype=torch.float32).unsqueeze(1)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.data[i], self.data[i] ** 2


loader = DataLoader(Squares(10), batch_size=4)
model = torch.nn.Linear(1, 1)
with torch.no_grad():
    model.weight.fill_(0.1)
    model.bias.zero_()
opt = torch.optim.SGD(model.parameters(), lr=1e-3)
loss_fn = torch.nn.MSELoss()
for epoch in range(2):
    running = 0.0
    for x, y in loader:
        opt.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()
        running += loss.item()
    print("epoch %d loss %.3f" % (epoch, running / len(loader)))
