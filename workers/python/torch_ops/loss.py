"""Losses, by torch's own."""
import torch
import torch.nn.functional as F

from torch_ops.base import OPS

# ONNX has no ignored class unless it names one; torch's default would ignore -100, which no valid target holds.
_NONE = -100


@OPS.define("NegativeLogLikelihoodLoss")
def nll_loss(call, x, target, weight=None):
    return F.nll_loss(x, target.to(torch.int64), weight, ignore_index=call.attr("ignore_index", _NONE),
                      reduction=call.attr("reduction", "mean"))


@OPS.define("SoftmaxCrossEntropyLoss")
def softmax_cross_entropy_loss(call, x, target, weight=None):
    target = target.to(torch.int64)
    ignored, reduction = call.attr("ignore_index", _NONE), call.attr("reduction", "mean")
    if call.has_output(1):
        scores = F.log_softmax(x, 1)
        return F.nll_loss(scores, target, weight, ignore_index=ignored, reduction=reduction), scores
    return F.cross_entropy(x, target, weight, ignore_index=ignored, reduction=reduction)
