import math
import torch

torch.manual_seed(3)
B, H, T, D = 2, 2, 4, 8
q, k, v = (torch.randn(B, H, T, D) for _ in range(3))
scores = torch.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(D)
mask = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
scores = scores.masked_fill(mask, float("-inf"))
att = scores.softmax(-1) @ v
ref = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
print((att - ref).abs().max())
assert torch.allclose(att, ref, atol=1e-5)
