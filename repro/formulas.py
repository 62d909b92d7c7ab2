"""Functions of one number by Python's own mathematics: a witness that everybody can believe."""

# ONNX operator without attributes -> expression in x, good to a few units in the last place of float64.
FORMULAS = {
    "Abs": "abs(x)", "Acos": "math.acos(x)", "Acosh": "math.acosh(x)", "Asin": "math.asin(x)", "Asinh": "math.asinh(x)",
    "Atan": "math.atan(x)", "Atanh": "math.atanh(x)", "Ceil": "math.ceil(x)", "Cos": "math.cos(x)", "Cosh": "math.cosh(x)",
    "Erf": "math.erf(x)", "Exp": "math.exp(x)", "Floor": "math.floor(x)",
    "Gelu": "0.5 * x * (1 + math.erf(x / math.sqrt(2)))", "Log": "math.log(x)",
    "Mish": "x * math.tanh(math.log1p(math.exp(x)))", "Neg": "-x", "Reciprocal": "1 / x", "Relu": "max(x, 0)",
    "Sigmoid": "1 / (1 + math.exp(-x))", "Sin": "math.sin(x)", "Sinh": "math.sinh(x)",
    "Softplus": "math.log1p(math.exp(x))", "Softsign": "x / (1 + abs(x))", "Sqrt": "math.sqrt(x)", "Tan": "math.tan(x)",
    "Tanh": "math.tanh(x)",
}
