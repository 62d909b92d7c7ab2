import torch

try:
    torch.monitor.unregister_event_handler(None)
except TypeError:
    pass
