"""Two closures of one factory that capture different methods of Tensor are two functions (pytorch/pytorch#197811)."""
import torch


def make(operation):
    def apply(x, y):
        return operation(x, y)

    return apply


x, y = torch.tensor(6.0), torch.tensor(3.0)
add, multiply = make(torch.Tensor.__add__), make(torch.Tensor.__mul__)
total = torch.compile(add, dynamic=True)(x, y).item()
product = torch.compile(multiply, dynamic=True)(x, y).item()
print("sum", total, "product", product)
assert total == 9.0
assert product == 18.0
