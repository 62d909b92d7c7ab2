"""Helpers of programs that are carried to any framework: what a module tells of its parts and weights, by PyTorch's names."""


def named_children(module):
    """A Sequential's layers are its children, those of a list have the list's name before their place."""
    whole, found = isinstance(module, Sequential), []
    for name, value in vars(module).items():
        several = isinstance(value, (list, tuple))
        for k, part in enumerate(value if several else [value]):
            if isinstance(part, Module):
                found.append((module.names[k] if whole and several else f"{name}.{k}" if several else name, part))
    return found


def children(module):
    return [part for _, part in named_children(module)]


def named_modules(module, prefix=""):
    found = [(prefix, module)]
    for name, part in named_children(module):
        found += named_modules(part, f"{prefix}.{name}" if prefix else name)
    return found


def modules(module):
    return [part for _, part in named_modules(module)]


def named_values(module, of):
    return [(f"{name}.{own}" if name else own, value) for name, part in named_modules(module) for own, value in of(part)]


def named_parameters(module):
    return named_values(module, own_weights)


def named_buffers(module):
    return named_values(module, own_buffers)


def buffers(module):
    return [value for _, value in named_buffers(module)]


def state_dict(module):
    return dict(named_values(module, lambda part: own_weights(part) + own_buffers(part)))


def load_state_dict(module, state_dict, strict=True):
    places = {f"{name}.{own}" if name else own: (part, own)
              for name, part in named_modules(module) for own, _ in own_weights(part) + own_buffers(part)}
    unknown, missing = [key for key in state_dict if key not in places], [key for key in places if key not in state_dict]
    if strict and (unknown or missing):
        raise RuntimeError(f"Error(s) in loading state_dict: missing {missing}, unexpected {unknown}")
    for key, value in state_dict.items():
        if key in places:
            part, own = places[key]
            if tuple(getattr(part, own).shape) != tuple(value.shape):
                raise RuntimeError(f"size mismatch for {key}: {tuple(value.shape)} for {tuple(getattr(part, own).shape)}")
            put_weight(part, own, value)
