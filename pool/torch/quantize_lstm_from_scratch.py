"""A quantised LSTM made with initial states given works as a quantised one of a model (pytorch/pytorch#31192)."""
import warnings

import torch

warnings.filterwarnings("ignore")
torch.backends.quantized.engine = "qnnpack"
torch.manual_seed(0)
made = torch.ao.nn.quantized.dynamic.LSTM(input_size=3, hidden_size=7, num_layers=2, dtype=torch.qint8)
model = torch.nn.Sequential(torch.nn.LSTM(3, 7, 2)).eval()
converted = torch.ao.quantization.quantize_dynamic(model, {torch.nn.LSTM}, dtype=torch.qint8)[0]
x, states = torch.rand(4, 5, 3), (torch.zeros(2, 5, 7), torch.zeros(2, 5, 7))
shapes = [tuple(lstm(x, states)[0].shape) for lstm in (made, converted)]
print(shapes)
assert shapes == [(4, 5, 7), (4, 5, 7)]
