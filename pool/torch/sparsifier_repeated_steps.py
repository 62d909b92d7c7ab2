"""Repeated steps of a sparsifier keep the level that was asked for (pytorch/pytorch#65293)."""
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 8))
sparsifier = torch.ao.pruning.WeightNormSparsifier(sparsity_level=0.5, sparse_block_shape=(1, 1), zeros_per_block=1)
sparsifier.prepare(model, [{"tensor_fqn": "0.weight"}])
levels = []
for step in range(4):
    with torch.no_grad():
        model[0].parametrizations.weight.original.copy_(torch.rand(8, 8, generator=torch.Generator().manual_seed(step)))
    sparsifier.step()
    levels.append((model[0].weight == 0).float().mean().item())
print(levels)
assert all(abs(level - 0.5) <= 0.05 for level in levels)
