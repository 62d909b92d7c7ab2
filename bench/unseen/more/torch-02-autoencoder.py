import torch
from torch import nn

torch.manual_seed(1)
encoder = nn.Sequential(nn.Linear(12, 6), nn.Tanh(), nn.Linear(6, 2))
decoder = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 12), nn.Sigmoid())
criterion = nn.MSELoss()
params = list(encoder.parameters()) + list(decoder.parameters())
optimizer = torch.optim.Adam(params, lr=0.01)
data = torch.rand(10, 12)
history = []
for epoch in range(5):
    recon = decoder(encoder(data))
    loss = criterion(recon, data)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
print(len(history), history[-1] < history[0])
