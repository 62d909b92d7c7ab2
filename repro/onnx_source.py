"""An ONNX model as the lines of onnx.helper calls that build it.

What these lines build is compared with the model itself before they are believed; a model that cannot be said this way
(references to attributes of functions, say) is carried as bytes.
"""
import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, helper, numpy_helper

from literals import WIDTH, array_source, bytes_source, number

IMPORTS = "from onnx import AttributeProto, TensorProto, helper, numpy_helper"


class NoWords(Exception):
    """There is no short way to say this."""


def model_source(model):
    """Source that sets `model`, an onnx.ModelProto equal to the given one but for names and remarks."""
    try:
        text = "\n".join(_Writer().model(model))
        names = {}
        exec("import base64, zlib\nimport numpy as np\nimport onnx\n" + _extra() + IMPORTS + "\n" + text, names)
        if _bare(names["model"]) == _bare(model):
            return text
    except (NoWords, ValueError, TypeError):
        pass
    return _as_bytes(model)


def _extra():
    try:
        import ml_dtypes  # noqa: F401 - the generated lines may use it
        return "import ml_dtypes\n"
    except ImportError:
        return ""


def _as_bytes(model):
    shown = onnx.printer.to_text(_plain(model))
    remark = ["# " + line for line in shown.splitlines()[:20]] if len(shown) < 4000 else []
    packed = bytes_source(_plain(model).SerializeToString())
    return "\n".join(remark + [f"model = onnx.load_model_from_string({packed})"])


def _plain(model):
    """Without who made it and without remarks."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    for field in ("producer_name", "producer_version", "doc_string", "domain"):
        copy.ClearField(field)
    del copy.metadata_props[:]
    return copy


def _bare(model):
    """What decides the result, in one form: tensors as arrays, no names of nodes, no types of values inside."""
    copy = _plain(model)
    copy.ClearField("model_version")
    for opset in copy.opset_import:
        opset.domain = opset.domain  # written or left out, it is the same
    _strip(copy.graph)
    return copy


def _strip(graph):
    graph.name = "g"
    graph.ClearField("doc_string")
    del graph.value_info[:]
    for info in [*graph.input, *graph.output]:
        info.ClearField("doc_string")
    for node in graph.node:
        for field in ("name", "doc_string", *(f for f in ("domain", "overload") if not getattr(node, f))):
            node.ClearField(field)
        for attribute in node.attribute:
            attribute.ClearField("doc_string")
            if attribute.type == AttributeProto.GRAPH:
                _strip(attribute.g)
            if attribute.type == AttributeProto.TENSOR:
                _repack(attribute.t, "")
        parts = sorted(node.attribute, key=lambda a: a.name)
        parts = [AttributeProto.FromString(a.SerializeToString()) for a in parts]
        del node.attribute[:]
        node.attribute.extend(parts)
    for tensor in graph.initializer:
        _repack(tensor, tensor.name)


def _repack(tensor, name):
    again = numpy_helper.from_array(numpy_helper.to_array(tensor), name)
    tensor.CopyFrom(again)


class _Writer:
    def __init__(self):
        self.before = []  # lines that must stand ahead: subgraphs, attributes without elements
        self.graphs = 0

    def model(self, model):
        if model.functions or model.graph.sparse_initializer:
            raise NoWords
        graph = self.graph(model.graph, "graph")
        opsets = ", ".join(f"helper.make_opsetid({o.domain!r}, {o.version})" for o in model.opset_import)
        return [*graph, f"model = helper.make_model(graph, opset_imports=[{opsets}], ir_version={model.ir_version})"]

    def graph(self, graph, name):
        """Lines that set `name` to this graph."""
        before, self.before = self.before, []
        nodes = [self.node(node) for node in graph.node]
        ahead, self.before = self.before, before
        lines = [*ahead, f"{name} = helper.make_graph(", "    [", *(f"        {node}," for node in nodes), "    ],",
                 f"    {name!r},",
                 *_listed([self.info(v) for v in graph.input]), *_listed([self.info(v) for v in graph.output])]
        if graph.initializer:
            lines += ["    initializer=[", *(f"        {self.tensor(t)}," for t in graph.initializer), "    ],"]
        return [*lines, ")"]

    def node(self, node):
        words = [repr(node.op_type), repr(list(node.input)), repr(list(node.output))]
        if node.domain:
            words.append(f"domain={node.domain!r}")
        if node.overload:
            raise NoWords
        empty = []
        for attribute in sorted(node.attribute, key=lambda a: a.name):
            value = self.attribute(attribute)
            if value is None:
                empty.append(attribute)
            else:
                words.append(f"{attribute.name}={value}")
        text = f"helper.make_node({', '.join(words)})"
        if not empty:
            return text
        # make_node cannot tell the type of an empty list.
        self.graphs += 1
        name = f"node{self.graphs}"
        self.before.append(f"{name} = {text}")
        for attribute in empty:
            kind = AttributeProto.AttributeType.Name(attribute.type)
            self.before.append(f"{name}.attribute.append("
                               f"helper.make_attribute({attribute.name!r}, [], attr_type=AttributeProto.{kind}))")
        return name

    def attribute(self, a):
        """The value as an expression; None for a list without elements."""
        kinds = AttributeProto
        if a.ref_attr_name:
            raise NoWords
        if a.type == kinds.FLOAT:
            return number(np.float32(a.f))
        if a.type == kinds.INT:
            return str(a.i)
        if a.type == kinds.STRING:
            return repr(a.s.decode("utf-8"))
        if a.type == kinds.TENSOR:
            return self.tensor(a.t)
        if a.type == kinds.INTS:
            return repr(list(a.ints)) if a.ints else None
        if a.type == kinds.FLOATS:
            return "[" + ", ".join(number(np.float32(f)) for f in a.floats) + "]" if a.floats else None
        if a.type == kinds.STRINGS:
            return repr([s.decode("utf-8") for s in a.strings]) if a.strings else None
        if a.type == kinds.GRAPH:
            self.graphs += 1
            name = f"body{self.graphs}"
            self.before.extend(self.graph(a.g, name))
            return name
        if a.type == kinds.TYPE_PROTO:
            return self.type(a.tp)
        raise NoWords

    def tensor(self, tensor):
        array = numpy_helper.to_array(tensor)
        if tensor.data_type == TensorProto.STRING:
            array = np.array([s.decode() if isinstance(s, bytes) else s for s in array.reshape(-1)],
                             dtype=object).reshape(array.shape)
        name = f", {tensor.name!r}" if tensor.name else ""
        return f"numpy_helper.from_array({array_source(array)}{name})"

    def info(self, value):
        kind = value.type
        if kind.HasField("tensor_type"):
            return f"helper.make_tensor_value_info({value.name!r}, {self.element_and_shape(kind.tensor_type)})"
        return f"helper.make_value_info({value.name!r}, {self.type(kind)})"

    def type(self, kind):
        if kind.HasField("tensor_type"):
            return f"helper.make_tensor_type_proto({self.element_and_shape(kind.tensor_type)})"
        if kind.HasField("sequence_type"):
            return f"helper.make_sequence_type_proto({self.type(kind.sequence_type.elem_type)})"
        if kind.HasField("optional_type"):
            return f"helper.make_optional_type_proto({self.type(kind.optional_type.elem_type)})"
        raise NoWords

    def element_and_shape(self, tensor):
        shape = None
        if tensor.HasField("shape"):
            shape = [d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in tensor.shape.dim]
        return f"TensorProto.{TensorProto.DataType.Name(tensor.elem_type)}, {shape!r}"


def _listed(items):
    """A list as an argument, in one line where it fits."""
    line = "    [" + ", ".join(items) + "],"
    return [line] if len(line) <= WIDTH else ["    [", *(f"        {item}," for item in items), "    ],"]


def value_source(value):
    """An input of a model: an array, a list of values, or None for an empty optional."""
    if value is None:
        return "None"
    if isinstance(value, list):
        return "[" + ", ".join(value_source(v) for v in value) + "]"
    return array_source(value)
