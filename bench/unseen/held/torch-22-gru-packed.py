import torch
import torch.nn as nn

torch.manual_seed(11)
gru = nn.GRU(input_size=3, hidden_size=4, num_layers=1, batch_first=True)
x = torch.randn(2, 5, 3)
out, h = gru(x)
print(out.shape, h.shape)
assert torch.allclose(out[:, -1], h[0])
cell = nn.GRUCell(3, 4)
hx = torch.zeros(2, 4)
for t in range(5):
    hx = cell(x[:, t], hx)
print(hx.shape)
