"""Helpers of programs that are carried to any framework: models of Keras that are made of symbols."""


class KerasSymbol:
    """What a layer will give, of a model that is made of such symbols."""

    def __init__(self, layer=None, inputs=None):
        self.layer, self.inputs = layer, inputs

    def value(self, known, training):
        if id(self) not in known:
            several = isinstance(self.inputs, (list, tuple))
            inputs = [one.value(known, training) for one in self.inputs] if several else self.inputs.value(known, training)
            known[id(self)] = self.layer(inputs, training=training)
        return known[id(self)]


class KerasModel(KerasSequential):
    """From symbols to symbols."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.inputs, self.outputs = inputs, outputs
        for symbol in outputs if isinstance(outputs, (list, tuple)) else [outputs]:
            self.visit(symbol)

    def visit(self, symbol):
        """Layers behind those that they stand on; what is given counts as one."""
        if symbol.inputs is None and symbol.layer is None:
            symbol.layer = KerasFunction(lambda x: x)
        for one in symbol.inputs if isinstance(symbol.inputs, (list, tuple)) else [symbol.inputs]:
            if one is not None:
                self.visit(one)
        if all(symbol.layer is not one for one in self.layers):
            self.layers.append(symbol.layer)

    def forward(self, x, training=False):
        known = dict(zip([id(one) for one in self.inputs], x)) if isinstance(self.inputs, (list, tuple)) else {id(self.inputs): x}
        several = isinstance(self.outputs, (list, tuple))
        return [one.value(known, training) for one in self.outputs] if several else self.outputs.value(known, training)


def both_ways(out, turned, layer, merge, flip, join):
    """What a recurrent layer and its twin from the end give together, with the states that they give."""
    states = [] if not isinstance(out, list) else out[1:] + turned[1:]
    out, turned = (out[0], turned[0]) if isinstance(out, list) else (out, turned)
    turned = flip(turned) if layer.sequences else turned
    merged = {"concat": join, "sum": lambda a, b: a + b, "mul": lambda a, b: a * b, "ave": lambda a, b: (a + b) / 2}
    both = (out, turned) if merge is None else merged[merge](out, turned)
    return [both, *states] if states else both
