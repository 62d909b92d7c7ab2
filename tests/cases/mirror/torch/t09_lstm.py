import torch
import torch.nn as nn

torch.manual_seed(1)
lstm = nn.LSTM(input_size=4, hidden_size=6, num_layers=1, batch_first=True)
x = torch.randn(2, 5, 4)
out, (h, c) = lstm(x)
print(out.shape, h.shape, c.shape)
assert torch.allclose(out[:, -1], h[0], atol=1e-6)
