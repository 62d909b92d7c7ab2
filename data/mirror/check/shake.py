# Other numbers in place of those that a program computes with: a constant where the source calls something, or another axis of equal numbers, gives
# itself away. Only in the mode "shaken". Numbers with a fraction in lists that become tensors, and tensors that are filled with one number or
# a range: the n-th element changes by the same part in every framework, and zeros of lists become that part. Functions with parameters and classes stay as they are: helpers have
# constants of their own.
MAKERS = {"tensor", "array", "asarray", "constant", "Variable", "as_tensor", "convert_to_tensor", "Tensor", "FloatTensor", "DoubleTensor"}
FILLERS = {"ones", "full", "fill", "arange", "range", "linspace"}
LARGEST = 1e30  # beyond, more would be infinite


def part(n):
    """By how much the n-th element grows: no two neighbours alike."""
    return 0.03 + (n * 7919 % 97) / 388


def shaken(x):
    """What a framework filled, changed in place where gradients may be asked for."""
    if "float" not in name_of(getattr(x, "dtype", "")):
        return x
    count = int(np.prod(np.asarray(x.shape, dtype=np.int64)))
    factors = np.asarray([1 + part(n) for n in range(count)]).reshape(tuple(x.shape))
    if maker_of(x) == "torch":
        torch = sys.modules["torch"]
        with torch.no_grad():
            return x.mul_(torch.tensor(factors.tolist(), dtype=x.dtype).reshape(x.shape))
    return x * factors.astype(str(name_of(x.dtype))) if "bfloat" not in name_of(x.dtype) else x


class Shake(ast.NodeTransformer):
    def __init__(self):
        self.lists, self.filled = 0, 0

    def visit_FunctionDef(self, node):
        given = node.args
        helps = given.posonlyargs or given.args or given.kwonlyargs or given.vararg or given.kwarg
        return node if helps else self.generic_visit(node)

    def visit_ClassDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef

    def shake(self, node):
        place = 0
        for one in ast.walk(node):
            if isinstance(one, ast.Constant) and isinstance(one.value, float) and abs(one.value) < LARGEST:
                one.value = one.value * (1 + part(place)) or part(place)
                place += 1
        self.lists += place > 0

    def visit_Assign(self, node):
        if isinstance(node.value, ast.List):
            self.shake(node.value)
        return self.generic_visit(node)

    def visit_Call(self, node):
        name = last_name(node.func)
        if name in MAKERS and node.args and isinstance(node.args[0], ast.List):
            self.shake(node.args[0])
        node = self.generic_visit(node)
        if name not in FILLERS or not isinstance(node.func, ast.Attribute) or base_name(node.func) not in MODULES:
            return node
        self.filled += 1
        return ast.copy_location(ours("shaken", node), node)
