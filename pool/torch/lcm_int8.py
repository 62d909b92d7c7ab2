"""lcm(6, 22) is 66, which int8 can hold (tensorflow/tensorflow#58955). The twin of that report's program."""
import torch

result = torch.lcm(torch.tensor([6], dtype=torch.int8), torch.tensor([22], dtype=torch.int8))
print(result.tolist())
assert result.tolist() == [66]
