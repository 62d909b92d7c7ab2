"""Helpers of programs that are carried to any framework: layers and modules."""


class Sequential(Module):
    def __init__(self, *layers):
        super().__init__()
        self.layers = list(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def __getitem__(self, index):
        return self.layers[index]


class Stateless(Module):
    """A layer that is a function."""

    def __init__(self, function):
        super().__init__()
        self.forward = function


class ConstantPad(Module):
    def __init__(self, widths, value, axes):
        super().__init__()
        self.widths = [widths] * (2 * axes) if isinstance(widths, int) else list(widths)
        self.value = value

    def forward(self, x):
        return pad_last(x, self.widths, "constant", self.value)
