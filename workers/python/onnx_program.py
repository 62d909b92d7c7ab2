"""An ONNX model as a program for an importer: decoded once, then run node by node with a framework's own operators.

An importer is a table of functions, one per ONNX operator, that call the framework:

    OPS = Operators()

    @OPS.define("Gather")
    def gather(call, data, indices):
        return torch.index_select(...)          # one value, or a tuple for several outputs

`call` gives attributes, the opset and what must be known while a program is traced (see Call). An operator that has no
function runs through the body that the ONNX specification gives for it, if there is one; otherwise Unsupported is raised.

Traced modes (jit, graph, compile) need shapes, axes and trip counts as plain numbers. The program is first run eagerly on the
real inputs while everything that a function asks for with call.static() is noted; the traced run then hears the same answers
in the same order. So a traced program is specialised to the inputs of its case, exactly as those compilers specialise to
shapes.
"""
import dataclasses
import re

import numpy as np
import onnx
from onnx import numpy_helper

from assay_worker import Optional, Unsupported


@dataclasses.dataclass
class Node:
    op: str
    domain: str
    name: str
    inputs: list  # names; "" for one that is left out
    outputs: list
    attrs: dict  # decoded: numbers, strings, numpy arrays, Graphs, lists of these
    references: dict  # attribute name -> name of the enclosing function's attribute
    proto: object
    opset: int = 0  # of the standard operators; 0: that of the model or function around it


@dataclasses.dataclass
class Graph:
    name: str
    inputs: list  # names
    input_types: dict  # name -> onnx.TypeProto
    outputs: list
    output_types: dict
    nodes: list
    constants: dict  # initialisers: name -> numpy array


@dataclasses.dataclass
class Function:
    inputs: list
    outputs: list
    nodes: list
    opsets: dict
    defaults: dict  # attribute name -> decoded default


def decode_attribute(attr):
    kind = onnx.AttributeProto
    if attr.type == kind.FLOAT:
        return attr.f
    if attr.type == kind.INT:
        return attr.i
    if attr.type == kind.STRING:
        return attr.s.decode("utf-8", "replace")
    if attr.type == kind.TENSOR:
        return decode_tensor(attr.t)
    if attr.type == kind.GRAPH:
        return decode_graph(attr.g)
    if attr.type == kind.FLOATS:
        return list(attr.floats)
    if attr.type == kind.INTS:
        return list(attr.ints)
    if attr.type == kind.STRINGS:
        return [s.decode("utf-8", "replace") for s in attr.strings]
    if attr.type == kind.TENSORS:
        return [decode_tensor(t) for t in attr.tensors]
    if attr.type == kind.GRAPHS:
        return [decode_graph(g) for g in attr.graphs]
    if attr.type == kind.TYPE_PROTO:
        return attr.tp
    if attr.type == kind.SPARSE_TENSOR:
        return decode_sparse(attr.sparse_tensor)
    raise Unsupported(f"attribute {attr.name} of kind {attr.type}")


def decode_tensor(proto):
    array = numpy_helper.to_array(proto)
    if proto.data_type == onnx.TensorProto.STRING:
        return np.array([s.decode("utf-8", "replace") if isinstance(s, bytes) else s for s in array.reshape(-1)],
                        dtype=object).reshape(array.shape)
    return array


def decode_sparse(proto):
    """A sparse constant as a dense array."""
    shape = tuple(proto.dims)
    values, indices = decode_tensor(proto.values), decode_tensor(proto.indices)
    dense = np.zeros(shape, values.dtype)
    if indices.ndim == 2:
        dense[tuple(indices.T)] = values
    else:
        dense.reshape(-1)[indices] = values
    return dense


def decode_node(proto):
    attrs, references = {}, {}
    for attr in proto.attribute:
        if attr.ref_attr_name:
            references[attr.name] = attr.ref_attr_name
        else:
            attrs[attr.name] = decode_attribute(attr)
    domain = "" if proto.domain == "ai.onnx" else proto.domain
    return Node(proto.op_type, domain, proto.name, list(proto.input), list(proto.output), attrs, references, proto)


def decode_graph(proto):
    constants = {t.name: decode_tensor(t) for t in proto.initializer}
    constants.update({t.values.name: decode_sparse(t) for t in proto.sparse_initializer})
    return Graph(proto.name, [i.name for i in proto.input], {i.name: i.type for i in proto.input},
                 [o.name for o in proto.output], {o.name: o.type for o in proto.output},
                 [decode_node(n) for n in proto.node], constants)


def decode_function(proto, defaults=None):
    found = dict(defaults or {})
    found.update({a.name: decode_attribute(a) for a in proto.attribute_proto})
    return Function(list(proto.input), list(proto.output), [decode_node(n) for n in proto.node],
                    _opsets(proto.opset_import), found)


def _opsets(imports):
    return {("" if o.domain == "ai.onnx" else o.domain): o.version for o in imports}


class Operators:
    """The table of an importer."""

    def __init__(self):
        self.table = {}

    def define(self, *names, domain=""):
        """Registers a function for one or several operators; the call tells which one is meant."""

        def register(function):
            for name in names:
                assert (domain, name) not in self.table, f"{name} is defined twice"
                self.table[domain, name] = function
            return function

        return register


class Static:
    """What call.static() answers. kind: "eager" (read the value), "record" (read and note), "replay" (answer from the notes)."""

    def __init__(self, kind="eager", log=None):
        self.kind = kind
        self.log = [] if log is None else log
        self.at = 0

    def enter(self, place):
        """Called before each node of the main graph, with its number."""

    def ask(self, read):
        if self.kind == "eager":
            return read()
        if self.kind == "record":
            self.log.append(read())
            return self.log[-1]
        self.at += 1
        return self.log[self.at - 1]


class _Enough(BaseException):
    """Ends a run that was made for answers only."""


class _Answers(Static):
    """Notes so many answers and ends the run."""

    def __init__(self, count):
        super().__init__("record")
        self.count = count

    def ask(self, read):
        super().ask(read)
        if len(self.log) == self.count:
            raise _Enough
        return self.log[-1]


class OnDemand(Static):
    """Answers while a program is traced: what the trace cannot tell is computed from real values, and only the part of the
    program that it depends on. `missing`: the exceptions by which the framework says that a value is not known. Its untraced()
    is a context in which real values are computed even while something is traced."""

    def __init__(self, program, framework, inputs, constants, missing):
        super().__init__()
        self.program, self.framework, self.missing = program, framework, missing
        self.scope = _Scope(opsets=program.opsets)  # the real values so far
        self.scope.values.update(constants)
        self.scope.values.update(inputs)
        self.notes = {}  # number of a node -> its first answers, in the order in which it asks
        self.done = set()  # nodes whose real results are known
        self.place = self.count = 0

    def enter(self, place):
        self.place, self.count = place, 0

    def ask(self, read):
        self.count += 1
        if self.count > len(self.notes.get(self.place, ())):
            try:
                return read()
            except self.missing:
                self.compute(self.place, self.count)
        return self.notes[self.place][self.count - 1]

    def compute(self, place, count):
        """Runs all that the node depends on, as far as that has not been done, and the node until it has asked `count` times."""
        nodes = self.program.graph.nodes
        makers = {name: i for i, node in enumerate(nodes) for name in node.outputs if name}
        wanted, needed = [place], set()
        while wanted:
            i = wanted.pop()
            if i not in needed and i not in self.done:
                needed.add(i)
                wanted += [makers[name] for name in _reads(nodes[i]) if name in makers]
        with self.framework.untraced():
            for i in sorted(needed):
                if i != place and self.program.is_pack and self.evaluated(nodes[i]):
                    self.done.add(i)
                    continue
                log = _Answers(count) if i == place else Static("record")
                try:
                    _Run(self.program, self.framework, log).run_nodes([nodes[i]], self.scope)
                    self.done.add(i)
                except _Enough:
                    pass
                self.notes[i] = log.log

    def evaluated(self, node):
        """Computes a node by the standard's own evaluator, which compiles nothing: enough for a pack, which accuses nobody. False: it
        cannot."""
        try:
            inputs = {name: np.asarray(self.scope.find(name)) for name in node.inputs if name}
            results = _by_the_standard(node, node.proto, self.scope.opsets, inputs)
            self.scope.values.update(zip(filter(None, node.outputs), map(self.framework.constant, results)))
        except Exception:  # the framework's own operators are the other way
            return False
        return True


def _by_the_standard(node, proto, opsets, inputs):
    """The results of the standard's own evaluator, which compiles nothing, for the outputs that have a name."""
    from onnx.reference import ReferenceEvaluator
    return ReferenceEvaluator(proto, opsets={**opsets, "": node.opset} if node.opset else opsets).run(None, inputs)


class Makers:
    """Which node made which value of a trace, those in bodies and subgraphs included, so that a value can be learnt from the
    standard's evaluator: enough for a pack, which accuses nobody, and nothing of the framework is run for it. unknown(value):
    whether nobody knows what is in it yet."""

    def __init__(self, unknown):
        self.unknown = unknown
        self.made = {}  # id of a value -> (the value, so that the id stays its own; how it was made)

    def note(self, node, scope, inputs, results):
        references = {name: scope.attrs[ref] for name, ref in node.references.items() if ref in scope.attrs}
        for value in results:
            if value is not None:
                self.made.setdefault(id(value), (value, (node, scope.opsets, references, inputs, results)))

    def foretell(self, node, scope, inputs, known):
        """The first result of a node that has not run, as an array; None when it cannot be told."""
        result = object()
        self.note(node, scope, inputs, (result,))
        found = self.learn(result, known)
        return None if found is None else found[0]

    def learn(self, value, known):
        """The entry of `value` in `known`, {id: (numpy array, whether an input decides it)}, to which it is added with all that it
        depends on; None when it cannot be told."""
        if id(value) in known:
            return known[id(value)]
        if id(value) not in self.made:
            return None if self.unknown(value) else (np.asarray(value), False)
        node, opsets, references, inputs, results = self.made[id(value)][1]
        known[id(value)] = None  # until it is told
        parts = {name: self.learn(part, known) for name, part in zip(node.inputs, inputs) if name}
        if None in parts.values():
            return None
        try:
            arrays = _by_the_standard(node, _resolved(node.proto, references), opsets,
                                      {name: array for name, (array, _) in parts.items()})
        except Exception:  # it cannot
            return None
        decided = any(by_input for _, by_input in parts.values())
        named = [result for name, result in zip(node.outputs, results) if name]
        for result, array in zip(named, arrays):
            if known.get(id(result)) is None:
                known[id(result)] = array, decided
        return known[id(value)]


class Call:
    """One execution of one node."""

    def __init__(self, run, node, opset, inputs, scope):
        self._run = run
        self.framework = run.framework
        self.node = node
        self.op = node.op
        self.opset = opset
        self.inputs = inputs
        self._scope = scope

    @property
    def output_count(self):
        """Outputs up to the last one that somebody uses."""
        count = len(self.node.outputs)
        while count and not self.node.outputs[count - 1]:
            count -= 1
        return count

    def has_output(self, i):
        return i < len(self.node.outputs) and bool(self.node.outputs[i])

    def attr(self, name, default=None):
        if isinstance(default, float):  # attributes are float32, the defaults of the schemas, too
            default = float(np.float32(default))
        if name in self.node.references:
            return self._scope.attrs.get(self.node.references[name], default)
        return self.node.attrs.get(name, default)

    def static(self, i, default=None):
        """Input i as a numpy array that is known while tracing; `default` when it is left out."""
        if i >= len(self.inputs) or self.inputs[i] is None:
            return default
        return self.note(lambda: self._run.framework.to_numpy(self.inputs[i]))

    def ints(self, i, default=None):
        """Input i, static, as a list of Python integers."""
        value = self.static(i)
        return default if value is None else [int(v) for v in np.asarray(value).reshape(-1)]

    def note(self, read):
        """The value of read(), which is called only while values are real: for results whose shape depends on data."""
        return self._run.static.ask(read)

    def foretold(self):
        """The first result by the standard's evaluator, in a pack that is being traced; None elsewhere, and where it cannot tell."""
        makers = self._run.makers
        return None if makers is None else makers.foretell(self.node, self._scope, self.inputs, self.framework.known)

    def body(self):
        """Runs the specification's own definition: for cases that the framework's operator does not cover."""
        return self._run.run_body(self.node, self.opset, self.inputs, self._scope)

    def subgraph(self, graph, inputs):
        """Runs a subgraph (attribute of If, Loop, Scan) on `inputs`; it sees the values around this node."""
        return self._run.run_graph(graph, inputs, self._scope)


class _Scope:
    def __init__(self, outer=None, attrs=None, opsets=None):
        self.values = {}
        self.outer = outer
        self.attrs = attrs if attrs is not None else (outer.attrs if outer else {})
        self.opsets = opsets if opsets is not None else outer.opsets

    def find(self, name):
        scope = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.outer
        raise KeyError(f"value '{name}' is used before it is computed")


class Program:
    """A decoded model. Immutable; run() may be called many times."""

    def __init__(self, model):
        proto = onnx.load_model_from_string(model)
        self.graph = decode_graph(proto.graph)
        # Many models side by side, as graph/unite.h makes them.
        self.is_pack = proto.graph.name == "pack" and all(
            member_of(name) is not None for name in self.graph.inputs + self.graph.outputs)
        self.opsets = _opsets(proto.opset_import)
        self.left_out = set()  # outputs of the members that were dropped
        for entry in proto.metadata_props:
            if entry.key == "member_opsets":
                _set_opsets(self.graph.nodes, [int(v) for v in entry.value.split()])
        self.functions = {}
        self._last_reads = None  # made by the first run
        self.bodies = {}  # of operators that run through the specification's definition; keeps their nodes alive
        for f in proto.functions:
            self.functions["" if f.domain == "ai.onnx" else f.domain, f.name, f.overload] = decode_function(f)

    def run(self, framework, inputs, wanted, static=None, constants=None):
        """Runs the main graph. `inputs`: {name: value of the framework}; returns {name: value of the framework}.

        framework: has .operators (Operators), .constant(numpy array) and .to_numpy(value).
        constants: the framework's values of the initialisers where the caller keeps them; otherwise made by .constant().
        """
        run = _Run(self, framework, static or Static())
        scope = _Scope(opsets=self.opsets)
        for name, array in self.graph.constants.items():
            scope.values[name] = constants[name] if constants is not None else framework.constant(array)
        scope.values.update(inputs)
        run.run_nodes(self.graph.nodes, scope, self.last_reads(), frozenset(wanted))
        return {name: scope.values[name] for name in wanted}

    def drop(self, member):
        """Takes a member out of a pack: its case will be looked at alone."""
        graph = self.graph
        gone = [name for name in graph.outputs if member_of(name) == member]
        self.left_out.update(gone)
        graph.outputs = [name for name in graph.outputs if name not in self.left_out]
        graph.inputs = [name for name in graph.inputs if member_of(name) != member]
        graph.constants = {name: array for name, array in graph.constants.items() if member_of(name) != member}
        graph.nodes = [node for node in graph.nodes if member_of_node(node) != member]
        self._last_reads = None

    def weights(self, convert):
        """The initialisers as values of the framework."""
        made = self._converted(self.graph.constants, convert)
        return {name: made[name] for name in self.graph.constants}

    def given(self, inputs, convert):
        """Those of `inputs` that the program still has, as values of the framework."""
        if not self.is_pack:
            return {name: convert(value) for name, value in inputs.items()}
        made = self._converted({name: inputs[name] for name in self.graph.inputs if name in inputs}, convert)
        return {name: made[name] for name in self.graph.inputs if name in made}

    def _converted(self, values, convert):
        made = {}
        for name, value in values.items():
            try:
                made[name] = convert(value)
            except Exception:
                if not self.is_pack:
                    raise
                self.drop(member_of(name))
        return made

    def completed(self, find, wanted):
        """{name: find(name)} for `wanted`; an empty optional stands for what was left out."""
        return {name: Optional(None) if name in self.left_out else find(name) for name in wanted}

    def last_reads(self):
        """For each node of the main graph the values that it is the last to read: holding on to them would look like a leak of the framework."""
        if self._last_reads is None:
            last = {}
            for i, node in enumerate(self.graph.nodes):
                for name in _reads(node):
                    last[name] = i
            self._last_reads = [[] for _ in self.graph.nodes]
            for name, i in last.items():
                self._last_reads[i].append(name)
        return self._last_reads

    def drop_users(self, operators):
        """Takes out of a pack who uses one of `operators`, (domain, name) each."""
        for member in {member_of_node(node) for node in self.graph.nodes if _collect([node], set()) & operators}:
            self.drop(member)

    def operators(self):
        """(domain, name) of every node, subgraphs and functions included: an importer can refuse early."""
        found = set()
        _collect(self.graph.nodes, found)
        for function in self.functions.values():
            _collect(function.nodes, found)
        return found


def member_of(name):
    """The number of the member of a pack that calls something `name`; None where nobody does (graph/unite.h)."""
    found = re.match(r"m(\d+)_", name)
    return int(found[1]) if found else None


def member_of_node(node):
    return next((member_of(name) for name in node.outputs if name), None)


def _set_opsets(nodes, opsets):
    for node in nodes:
        node.opset = opsets[member_of_node(node)]
        for value in node.attrs.values():
            for graph in value if isinstance(value, list) else [value]:
                if isinstance(graph, Graph):
                    _set_opsets(graph.nodes, opsets)


def without_failing(program, build):
    """build(), for a pack as often as a member fails in it: that one is dropped."""
    while True:
        try:
            return build()
        except Exception as error:
            member = getattr(error, "assay_member", None)
            if member is None:
                raise
            program.drop(member)
            if not program.graph.outputs:
                raise


def _reads(node):
    """Names that a node reads, those that its subgraphs take from outside included."""
    names = {name for name in node.inputs if name}
    for value in node.attrs.values():
        if isinstance(value, Graph):
            names.update(value.outputs)
            for inner in value.nodes:
                names |= _reads(inner)
    return names


def _collect(nodes, found):
    """Adds (domain, name) of all of them to `found`."""
    for node in nodes:
        found.add((node.domain, node.op))
        for value in node.attrs.values():
            if isinstance(value, Graph):
                _collect(value.nodes, found)
    return found


class _Run:
    def __init__(self, program, framework, static):
        self.program = program
        self.framework = framework
        self.static = static
        self.makers = getattr(framework, "makers", None)

    def run_nodes(self, nodes, scope, last_reads=None, wanted=()):
        """last_reads: per node the values that may go after it, unless they are wanted."""
        for i, node in enumerate(nodes):
            if last_reads is not None:  # the main graph
                self.static.enter(i)
            inputs = [scope.find(name) if name else None for name in node.inputs]
            try:
                results = self.run_node(node, inputs, scope)
            except Exception as error:
                if last_reads is not None and self.program.is_pack:
                    error.assay_member = member_of_node(node)
                raise
            for name, value in zip(node.outputs, results):
                if name:
                    scope.values[name] = value
            for name in last_reads[i] if last_reads else ():
                if name not in wanted:
                    scope.values.pop(name, None)

    def run_graph(self, graph, inputs, outer):
        scope = _Scope(outer)
        for name, array in graph.constants.items():
            scope.values[name] = self.framework.constant(array)
        scope.values.update(zip(graph.inputs, inputs))
        self.run_nodes(graph.nodes, scope)
        return [scope.find(name) for name in graph.outputs]

    def run_node(self, node, inputs, scope):
        overload = getattr(node.proto, "overload", "")
        local = self.program.functions.get((node.domain, node.op, overload))
        if local is not None:
            return self.run_function(local, node, inputs, scope)
        opset = node.opset if node.opset and not node.domain else scope.opsets.get(node.domain, 1)
        function = self.framework.operators.table.get((node.domain, node.op))
        if function is not None:
            call = Call(self, node, opset, inputs, scope)
            try:
                results = function(call, *inputs)
            except Unsupported:
                raise
            except Exception as error:
                _locate(error, node)
                raise
            results = results if isinstance(results, tuple) else (results,)
            if self.makers is not None:
                self.makers.note(node, scope, inputs, results)
            return results
        return self.run_body(node, opset, inputs, scope)

    def run_body(self, node, opset, inputs, scope):
        body = self.find_body(node, opset, inputs, scope)
        if body is None:
            raise Unsupported(f"operator {node.domain + '.' if node.domain else ''}{node.op} (opset {opset})")
        # Bodies reshape by 0 (as it was) and -1 (what is left), which says nothing of an axis without elements.
        if any(n.op == "Reshape" for n in body.nodes) and any(0 in getattr(v, "shape", ()) for v in inputs if v is not None):
            raise Unsupported(f"{node.op}: the standard's function body does not fit empty tensors")
        return self.run_function(body, node, inputs, scope)

    def find_body(self, node, opset, inputs, scope):
        """The specification's own definition of an operator by others, or None; decoded once, so repeated runs stay quick."""
        bodies = self.program.bodies
        key = (id(node), opset)
        if key not in bodies:
            bodies[key] = self.completed(_plain_body(node, opset), node, opset, scope)
        if bodies[key] is not None or not _depends_on_context(node, opset):
            return bodies[key]
        types = tuple(None if v is None else _hashable(*self.framework.type_of(v)) for v in inputs)
        references = {name: scope.attrs[ref] for name, ref in node.references.items() if ref in scope.attrs}
        key = (id(node), opset, types, repr(references))
        if key not in bodies:
            bodies[key] = self.completed(_context_body(node, opset, types, references), node, opset, scope)
        return bodies[key]

    def completed(self, body, node, opset, scope):
        """A body with the opset of the standard operators that it uses, which those of other domains do not tell."""
        if body is not None:
            standard = node.opset or scope.opsets.get("", onnx.defs.onnx_opset_version())
            body.opsets.setdefault("", standard if node.domain else opset)
        return body

    def run_function(self, function, node, inputs, scope):
        attrs = dict(function.defaults)
        attrs.update(node.attrs)
        for name, reference in node.references.items():
            if reference in scope.attrs:
                attrs[name] = scope.attrs[reference]
        inner = _Scope(attrs=attrs, opsets=function.opsets)
        padded = list(inputs) + [None] * (len(function.inputs) - len(inputs))
        inner.values.update(zip(function.inputs, padded))
        self.run_nodes(function.nodes, inner)
        # A body may leave out what nobody asks for.
        return tuple(inner.values[name] if wanted else None for name, wanted in zip(function.outputs, node.outputs))


def _locate(error, node):
    """Adds the node to the message, once."""
    if not getattr(error, "assay_located", False):
        error.assay_located = True
        error.add_note(f"in node {node.op} '{node.name or (node.outputs[0] if node.outputs else '')}'")


def _schema(node, opset):
    """(schema, decoded defaults of its attributes), or (None, {})."""
    try:
        schema = onnx.defs.get_schema(node.op, opset, node.domain)
    except Exception:
        return None, {}
    return schema, {name: decode_attribute(a.default_value) for name, a in schema.attributes.items()
                    if a.default_value.type != onnx.AttributeProto.UNDEFINED}


def _depends_on_context(node, opset):
    schema, _ = _schema(node, opset)
    return schema is not None and schema.has_context_dependent_function


def _plain_body(node, opset):
    schema, defaults = _schema(node, opset)
    if schema is None or not schema.has_function:
        return None
    version = max((v for v in schema.function_opset_versions if v <= opset), default=None)
    if version is None:
        return None
    return decode_function(onnx.FunctionProto.FromString(schema.get_function_with_opset_version(version)), defaults)


def _context_body(node, opset, types, references):
    """A body that depends on types of inputs and on attributes."""
    schema, defaults = _schema(node, opset)
    if schema is None or not schema.has_context_dependent_function:
        return None
    version = max((v for v in schema.context_dependent_function_opset_versions if v <= opset), default=None)
    if version is None:
        return None
    data = schema.get_context_dependent_function_with_opset_version(
        version, _resolved(node.proto, references).SerializeToString(), [_type_proto(t) for t in types])
    return decode_function(onnx.FunctionProto.FromString(data), defaults) if data else None


def _resolved(proto, references):
    """The node with the values of the enclosing function's attributes: the builder of a body does not follow references."""
    if not any(a.ref_attr_name for a in proto.attribute):
        return proto
    copy = onnx.NodeProto()
    copy.CopyFrom(proto)
    del copy.attribute[:]
    copy.attribute.extend(a for a in proto.attribute if not a.ref_attr_name)
    for name, value in references.items():
        value = numpy_helper.from_array(value) if isinstance(value, np.ndarray) else value
        copy.attribute.append(onnx.helper.make_attribute(name, value))
    return copy


def _hashable(element_type, shape):
    return element_type, tuple(shape)


def _type_proto(kind):
    if kind is None:
        return onnx.TypeProto().SerializeToString()
    return onnx.helper.make_tensor_type_proto(*kind).SerializeToString()
