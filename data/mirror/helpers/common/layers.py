"""Helpers of programs that are carried to any framework: layers and modules."""


class Sequential(Module):
    def __init__(self, *layers):
        super().__init__()
        named = layers[0] if len(layers) == 1 and isinstance(layers[0], dict) else {str(k): layer for k, layer in enumerate(layers)}
        self.names, self.layers = list(named), list(named.values())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def __getitem__(self, index):
        return Sequential(*self.layers[index]) if isinstance(index, slice) else self.layers[index]

    def __getattr__(self, name):
        names = vars(self).get("names", ())
        if name not in names:
            raise AttributeError(name)
        return self.layers[list(names).index(name)]

    def __len__(self):
        return len(self.layers)

    def append(self, layer):
        self.names.append(str(len(self.layers)))
        self.layers.append(layer)
        return self


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
