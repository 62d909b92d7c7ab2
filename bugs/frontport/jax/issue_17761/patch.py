"""jax 0.4.16, issue 17761: arrays of random keys had no itemsize of their own, only the abstract one."""
LIBRARY = "jax"


def apply():
    import jax

    def itemsize(self):
        raise NotImplementedError("Cannot call abstract method itemsize")

    setattr(type(jax.random.key(0)), "itemsize", property(itemsize))
