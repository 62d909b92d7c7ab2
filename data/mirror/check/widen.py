# Double precision where a framework would take single precision unasked. Only in the mode "wide".
import functools


def wide_numbers(values):
    """Whether these are Python's own floating-point numbers, which have no element type yet."""
    if hasattr(values, "dtype"):
        return False
    try:
        return np.asarray(values).dtype == np.float64
    except (TypeError, ValueError):
        return False


def with_type(function, wide):
    """`function` of a value with `wide` as its element type, where neither the caller nor the value says another."""
    @functools.wraps(function)
    def called(value, dtype=None, *args, **rest):
        return function(value, wide if dtype is None and wide_numbers(value) else dtype, *args, **rest)
    return called


def by_default(function, wide, place):
    @functools.wraps(function)
    def called(*args, **rest):
        if rest.get("dtype") is None and len(args) <= place:
            rest["dtype"] = wide
        return function(*args, **rest)
    return called


def widen_tensorflow(tf):
    if "keras" in TEXT:  # loading it takes longer than most programs
        tf.keras.backend.set_floatx("float64")
    for name in ("constant", "convert_to_tensor"):
        setattr(tf, name, with_type(getattr(tf, name), tf.float64))
    for name, place in (("zeros", 1), ("ones", 1), ("eye", 3), ("one_hot", 5)):
        setattr(tf, name, by_default(getattr(tf, name), tf.float64, place))
    plain_variable, plain_line, plain_fill, plain_cast, plain_range = tf.Variable, tf.linspace, tf.fill, tf.cast, tf.range

    def variable(initial_value=None, *args, **rest):
        if rest.get("dtype") is None and not callable(initial_value) and wide_numbers(initial_value):
            rest["dtype"] = tf.float64
        return plain_variable(initial_value, *args, **rest)

    def wide(value):
        return tf.constant(value, dtype=tf.float64) if isinstance(value, float) else value

    class Kind(type):
        """Others ask what is a variable: the class still answers, and makes wide ones."""

        def __call__(cls, *args, **rest):
            return variable(*args, **rest)

        def __instancecheck__(cls, value):
            return isinstance(value, plain_variable)

        def __subclasscheck__(cls, kind):
            return issubclass(kind, plain_variable)

        def __getattr__(cls, name):
            return getattr(plain_variable, name)

    tf.Variable = Kind("Variable", (), {})
    # It takes Python's numbers through float32, and Keras all constants of its optimisers through it.
    tf.cast = lambda x, dtype, *args, **rest: plain_cast(wide(x), dtype, *args, **rest)
    tf.linspace = tf.math.linspace = lambda start, stop, *args, **rest: plain_line(wide(start), wide(stop), *args, **rest)
    tf.range = lambda *ends, **rest: plain_range(*map(wide, ends), **{name: wide(value) for name, value in rest.items()})
    tf.fill = lambda dims, value, **rest: plain_fill(dims, wide(value), **rest)


def widen():
    if "torch" in ROOTS:
        sys.modules["torch"].set_default_dtype(sys.modules["torch"].float64)
    if "tensorflow" in ROOTS:
        widen_tensorflow(sys.modules["tensorflow"])
    if "jax" in ROOTS:
        sys.modules["jax"].config.update("jax_enable_x64", True)
