"""Writes ResNet-50 (batch normalisation folded, one 224x224 image, seeded weights) as ONNX: make_resnet50.py OUT.onnx"""
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(50)
nodes, weights = [], []


def conv(x, name, c_in, c_out, k, stride, relu=True):
    w = rng.standard_normal((c_out, c_in, k, k), dtype=np.float32) * np.float32(np.sqrt(2.0 / (c_in * k * k)))
    b = rng.standard_normal(c_out, dtype=np.float32) * np.float32(0.1)
    weights.extend([numpy_helper.from_array(w, name + "_w"), numpy_helper.from_array(b, name + "_b")])
    p = k // 2
    nodes.append(helper.make_node("Conv", [x, name + "_w", name + "_b"], [name], kernel_shape=[k, k], strides=[stride, stride],
                                  pads=[p, p, p, p]))
    if not relu:
        return name
    nodes.append(helper.make_node("Relu", [name], [name + "_r"]))
    return name + "_r"


def block(x, name, c_in, c_mid, stride):
    y = conv(x, name + "_1", c_in, c_mid, 1, 1)
    y = conv(y, name + "_2", c_mid, c_mid, 3, stride)
    y = conv(y, name + "_3", c_mid, 4 * c_mid, 1, 1, relu=False)
    if c_in != 4 * c_mid or stride != 1:
        x = conv(x, name + "_s", c_in, 4 * c_mid, 1, stride, relu=False)
    nodes.append(helper.make_node("Add", [x, y], [name + "_sum"]))
    nodes.append(helper.make_node("Relu", [name + "_sum"], [name + "_out"]))
    return name + "_out"


x = conv("x", "stem", 3, 64, 7, 2)
nodes.append(helper.make_node("MaxPool", [x], ["pool"], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]))
x, c = "pool", 64
for stage, (mid, count) in enumerate([(64, 3), (128, 4), (256, 6), (512, 3)]):
    for i in range(count):
        x = block(x, f"s{stage}b{i}", c, mid, 2 if i == 0 and stage > 0 else 1)
        c = 4 * mid
nodes.append(helper.make_node("GlobalAveragePool", [x], ["gap"]))
nodes.append(helper.make_node("Flatten", ["gap"], ["flat"]))
weights.append(numpy_helper.from_array(rng.standard_normal((1000, 2048), dtype=np.float32) * np.float32(0.02), "fc_w"))
weights.append(numpy_helper.from_array(np.zeros(1000, dtype=np.float32), "fc_b"))
nodes.append(helper.make_node("Gemm", ["flat", "fc_w", "fc_b"], ["logits"], transB=1))
nodes.append(helper.make_node("Softmax", ["logits"], ["prob"], axis=1))
graph = helper.make_graph(nodes, "resnet50", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 224, 224])],
                          [helper.make_tensor_value_info("prob", TensorProto.FLOAT, [1, 1000])], weights)
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), sys.argv[1])
