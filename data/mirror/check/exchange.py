# Changes of a program that are made alike in both frameworks, over its syntax tree; what is not named in `modes` stays as it is.
#   wide     64-bit element types in place of narrower ones: what rounding or overflow does goes away
#   benign   ordinary numbers in place of NaN, infinities, huge and tiny ones
#   shaken   other numbers in place of the program's own (shake.py)
#   numpy    numpy in place of jax.numpy, where a program uses nothing that only jax has
import ast
import math

WIDE = {name: "float64" for name in ("float32", "float16", "bfloat16", "half", "float")}
WIDE |= {name: "int64" for name in ("int8", "int16", "int32", "uint8", "uint16", "uint32", "short", "int")}
WIDE |= {name: "complex128" for name in ("complex64", "cfloat", "chalf")}
WIDE_METHODS = {"float": "double", "half": "double", "bfloat16": "double", "int": "long", "short": "long", "cfloat": "cdouble"}
HUGE, TINY, LARGE_INT = 50.0, 1e-15, 1 << 15  # exp(50) is large already; an epsilon of a layer is not tiny
# Far from each other, so that what is ordered stays ordered.
BENIGN = {"nan": 0.5, "inf": 2.0, "infinity": 2.0, "huge": 3.0, "tiny": 0.25}
LIMITS = {"max": 3.0, "min": -3.0, "tiny": 0.25, "eps": 0.25, "smallest_normal": 0.25, "smallest_subnormal": 0.25, "maxsize": 5.0}
MODULES = {"torch", "tf", "tensorflow", "np", "numpy", "jnp", "math", "jax", "cmath", "sys", "dtypes"}


def base_name(node):
    """The first name of a dotted one: torch of torch.nn.functional."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def value_of_literal(node):
    """The value of a number that is computed from literals alone: 2**31, 1 << 40; None when it is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, (int, float)) and not isinstance(node.value, bool) else None
    if not isinstance(node, ast.BinOp):
        return None
    left, right = value_of_literal(node.left), value_of_literal(node.right)
    if left is None or right is None or abs(right) > 2048:
        return None
    try:
        if isinstance(node.op, ast.Pow):
            return left**right
        if isinstance(node.op, ast.LShift):
            return left << right
    except (TypeError, ValueError, OverflowError):
        pass
    return None


class Exchange(ast.NodeTransformer):
    def __init__(self, modes):
        self.wide, self.benign, self.numpy = ("wide" in modes), ("benign" in modes), ("numpy" in modes)
        self.changes = 0

    def put(self, node, value):
        self.changes += 1
        new = ast.Constant(abs(value))
        new = ast.UnaryOp(ast.USub(), new) if value < 0 else new
        return ast.fix_missing_locations(ast.copy_location(new, node))

    def ordinary(self, node, value):
        if isinstance(value, int):
            return self.put(node, int(math.copysign(5, value))) if abs(value) >= LARGE_INT else node
        if math.isnan(value):
            return self.put(node, BENIGN["nan"])
        if math.isinf(value):
            return self.put(node, math.copysign(BENIGN["inf"], value))
        if abs(value) >= HUGE:
            return self.put(node, math.copysign(BENIGN["huge"], value))
        return self.put(node, math.copysign(BENIGN["tiny"], value)) if 0 < abs(value) <= TINY else node

    def visit_Constant(self, node):
        if self.wide and isinstance(node.value, str) and node.value in WIDE and node.value not in ("float", "int", "half", "short"):
            self.changes += 1
            return ast.copy_location(ast.Constant(WIDE[node.value]), node)
        if self.benign and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            return self.ordinary(node, node.value)
        return node

    def visit_BinOp(self, node):
        if self.benign and (value := value_of_literal(node)) is not None:
            return self.ordinary(node, value)
        return self.generic_visit(node)

    def visit_Attribute(self, node):
        known = base_name(node.value) in MODULES
        if self.benign and node.attr in ("inf", "nan", "infty", "NaN", "Inf", "NAN") and known:
            return self.put(node, BENIGN[node.attr.lower().replace("infty", "inf")])
        if self.benign and node.attr in LIMITS and (kind := self.tells_limits(node.value)):
            return self.put(node, kind(LIMITS[node.attr]))
        if self.wide and node.attr in WIDE and known and isinstance(node.value, (ast.Name, ast.Attribute)):
            self.changes += 1
            node.attr = WIDE[node.attr]
        return self.generic_visit(node)

    @staticmethod
    def tells_limits(node):
        """Of finfo(...), sys.float_info, tf.float32: float; of iinfo(...), sys, tf.int32: int; otherwise None."""
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            return {"finfo": float, "iinfo": int}.get(name)
        attribute = getattr(node, "attr", "")
        if base_name(node) == "sys":
            return float if attribute == "float_info" else int
        if attribute in WIDE or attribute in ("float64", "int64"):
            return int if "int" in attribute else float
        return None

    def visit_Call(self, node):
        if self.benign and isinstance(node.func, ast.Name) and node.func.id == "float" and len(node.args) == 1:
            text = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            if isinstance(text, str):
                try:
                    return self.ordinary(node, float(text))
                except ValueError:
                    pass
        method = node.func.attr if isinstance(node.func, ast.Attribute) and not node.args and not node.keywords else None
        if self.wide and method in WIDE_METHODS and base_name(node.func.value) not in MODULES and "torch" in ROOTS:
            self.changes += 1
            node.func.attr = WIDE_METHODS[method]
        return self.generic_visit(node)

    def visit_Import(self, node):
        if self.numpy:
            for alias in node.names:
                if alias.name == "jax.numpy" and alias.asname:
                    alias.name = "numpy"
                    self.changes += 1
        return node

    def visit_ImportFrom(self, node):
        if not self.numpy or node.module not in ("jax", "jax.numpy"):
            return node
        if node.module == "jax.numpy":
            self.changes += 1
            node.module = "numpy"
            return node
        ours = [a for a in node.names if a.name == "numpy"]
        if not ours:
            return node
        self.changes += 1
        rest = [a for a in node.names if a.name != "numpy"]
        new = [ast.Import([ast.alias("numpy", ours[0].asname or "numpy")])]
        new += [ast.ImportFrom(node.module, rest, node.level)] if rest else []
        return [ast.fix_missing_locations(ast.copy_location(n, node)) for n in new]
