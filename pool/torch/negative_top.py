"""A negative number of results is refused, not a crash (tensorflow/tensorflow#66765). The twin of that report's program."""
import torch

try:
    result = torch.topk(torch.zeros(4, 3), -5)
except (RuntimeError, ValueError) as error:
    print("refused:", str(error).splitlines()[0])
else:
    raise AssertionError(f"accepted: {result[0].shape}")
