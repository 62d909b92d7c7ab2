"""A traced assignment to a whole slice works for longer inputs (pytorch/pytorch#43548)."""
import torch


class Marking(torch.nn.Module):
    def forward(self, features, length):
        mask = torch.arange(features.shape[1]).eq(length).float()
        features[:, :, 2] = mask.unsqueeze(0)
        return features


model = Marking()
traced = torch.jit.trace(model, (torch.zeros(1, 2, 3), torch.tensor([1])))
longer, length = torch.ones(1, 3, 3), torch.tensor([2])
eager, result = model(longer.clone(), length), traced(longer.clone(), length)
print("eager", eager.tolist(), "traced", result.tolist())
assert torch.equal(result, eager)
