"""An exported method that is to be preserved is there after freezing (pytorch/pytorch#37945)."""
import torch


class Versioned(torch.nn.Module):
    def forward(self, x):
        return x

    @torch.jit.export
    def version(self) -> int:
        return 7


frozen = torch.jit.freeze(torch.jit.script(Versioned()).eval(), preserved_attrs=["version"])
print("version", frozen.version())
assert frozen.version() == 7
