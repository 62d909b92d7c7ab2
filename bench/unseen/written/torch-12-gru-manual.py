import torch
import torch.nn as nn

torch.manual_seed(0)
gru = nn.GRU(input_size=3, hidden_size=5, num_layers=1, batch_first=True)
cell = nn.GRUCell(3, 5)
cell.weight_ih.data.copy_(gru.weight_ih_l0.data)
cell.weight_hh.data.copy_(gru.weight_hh_l0.data)
cell.bias_ih.data.copy_(gru.bias_ih_l0.data)
cell.bias_hh.data.copy_(gru.bias_hh_l0.data)
x = torch.randn(2, 4, 3)
out, h = gru(x)
state = torch.zeros(2, 5)
for t in range(x.size(1)):
    state = cell(x[:, t], state)
assert torch.allclose(state, h[0], atol=1e-6)
print(out.shape, h.shape)
