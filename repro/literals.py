"""Values as Python source: short where they can be, exact always."""
import base64
import math
import textwrap
import zlib

import numpy as np

LISTED = 64  # up to so many elements are written out one by one
WIDTH = 100  # columns

# Element types that numpy knows through ml_dtypes only.
EXTRA = {"bfloat16", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
         "float4_e2m1fn", "int4", "uint4", "int2", "uint2"}


def number(value):
    """One element: the shortest text that reads back as the same number of its type."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (str, bytes)):
        return repr(value)
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (complex, np.complexfloating)):
        return f"complex({number(value.real)}, {number(value.imag)})"
    plain = float(value)
    if math.isnan(plain):
        return "np.nan"
    if math.isinf(plain):
        return "np.inf" if plain > 0 else "-np.inf"
    # np.float32 and np.float16 know the shortest text of their own; the 8 bit kinds do well with that of float32.
    text = str(value) if isinstance(value, (np.float16, np.float32)) else repr(plain)
    if isinstance(value, np.generic) and value.dtype.name in EXTRA:
        short = str(np.float32(plain))
        text = short if type(value)(float(short)) == value else text
    return text.removesuffix(".0") + "." if text.endswith(".0") else text


def dtype_name(dtype):
    """The type as an expression; needs `import ml_dtypes` where it begins with that."""
    if dtype.kind in "OUS":
        return "object"
    return f"ml_dtypes.{dtype.name}" if dtype.name in EXTRA else "bool" if dtype == bool else f"np.{dtype.name}"


def _nested(array):
    if not isinstance(array, np.ndarray):  # an element, of whatever type
        return number(array)
    if array.ndim == 0:
        return number(array[()])
    return "[" + ", ".join(_nested(item) for item in array) + "]"


def _same(array):
    """Whether all elements are one number, to the bit (-0 is not 0)."""
    if array.size == 0 or array.dtype.kind in "OUS":
        return False
    raw = np.ascontiguousarray(array).reshape(-1)
    return raw.tobytes() == raw[:1].tobytes() * raw.size


def _shape(array):
    return str(array.shape[0]) if array.ndim == 1 else str(tuple(array.shape))


def _counting(array):
    """Whether it counts 0, 1, 2, …"""
    if array.size < 3 or array.dtype.kind not in "iuf" or array.size > 2**11:
        return False
    return array.tobytes() == np.arange(array.size).astype(array.dtype).tobytes()


def array_source(array):
    """An array as an expression with `np` (and ml_dtypes, base64, zlib where needed, see imports_for)."""
    array = np.asarray(array)
    kind = dtype_name(array.dtype)
    if array.size > LISTED and array.dtype.kind in "OUS" or array.size <= LISTED and not _prefers_fill(array):
        if array.size == 0:
            return f"np.empty({_shape(array)}, {kind})"
        return f"np.array({_folded(_nested(array), array)}, {kind})"
    if _same(array):
        value = number(array.reshape(-1)[0])
        return f"np.full({_shape(array)}, {value}, {kind})"
    if _counting(array):
        tail = "" if array.ndim == 1 else f".reshape({tuple(array.shape)})"
        return f"np.arange({array.size}).astype({kind}){tail}"
    packed = bytes_source(np.ascontiguousarray(array).tobytes())
    return f"np.frombuffer({packed}, {kind}).reshape({tuple(array.shape)}).copy()"


def bytes_source(data):
    """Bytes as an expression, compressed."""
    text = base64.b64encode(zlib.compress(data, 9)).decode()
    width = WIDTH - 12
    lines = [f"        {text[i:i + width]!r}" for i in range(0, len(text), width)]
    return "zlib.decompress(base64.b64decode(\n" + "\n".join(lines) + "))"


def _folded(text, array):
    """A long list over several lines. Texts may hold blanks of their own and stay in one line."""
    if len(text) < WIDTH - 30 or array.dtype.kind in "OUS":
        return text
    return textwrap.fill(text, WIDTH - 8, subsequent_indent="        ", break_long_words=False,
                         break_on_hyphens=False, initial_indent="\n        ")


def _prefers_fill(array):
    """Small but shorter as a formula."""
    return array.size > 8 and (_same(array) or _counting(array))


def imports_for(text):
    """The modules that expressions of this file need beside numpy, by what occurs in `text`."""
    return [name for name in ("base64", "zlib", "ml_dtypes") if name + "." in text]


def literal(value):
    """Plain Python values, as they stand in calls."""
    if value is None or isinstance(value, (bool, int, str)):
        return repr(value)
    if isinstance(value, float):
        return f"float({str(value)!r})" if not math.isfinite(value) else repr(value)
    if isinstance(value, np.generic):
        return f"{dtype_name(value.dtype)}({number(value)})"
    if isinstance(value, np.ndarray):
        return array_source(value)
    if isinstance(value, slice):
        return f"slice({literal(value.start)}, {literal(value.stop)}, {literal(value.step)})"
    if value is Ellipsis:
        return "..."
    if isinstance(value, np.dtype):
        return dtype_name(value)
    if isinstance(value, type) and issubclass(value, np.generic) and value.__subclasses__() == []:
        return dtype_name(np.dtype(value))
    return None
