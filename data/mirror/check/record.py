# Runs a program and writes down what it computes: the variables of the whole program at its end; what it prints and checks, and what the
# variables of its plain functions get, as they come. The text is changed as little as possible: functions that somebody else may look at
# or compile (decorated ones, those that are handed over) stay as they are.
#
# Given: PATH of the program's file, TEXT, MAIN (its globals), MODES. The last line of the output is MARK and JSON. With the mode "steps" there is
# such a line before every statement that calls something: where the process ends without a word, the last one tells how far it came.
import importlib
import json
import os
import types

MARK = "\n@assay-recorded "
MOST_EVENTS = 600
events = []
output, told = [], {}  # where the recording goes, and what it says


def keep(kind, name, value):
    """Writes a value down and gives it back. Of what is printed it is also written down that it was, when nothing can be told of its value."""
    if len(events) < MOST_EVENTS and ((told := safe_fact(value)) is not None or kind == "printed"):
        events.append({"kind": kind, "name": name, "value": told})
    return value


def checked(holds):
    keep("check", "", bool(holds))


def plain_functions(tree):
    """Functions whose only use is to be called by the program's plain parts."""
    functions = {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and not n.decorator_list
                 and not any(isinstance(x, (ast.Yield, ast.YieldFrom)) for x in ast.walk(n))}
    methods = {m.name for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for m in c.body if isinstance(m, ast.FunctionDef)}
    plain = set(functions) - methods

    def uses(node, inside, callee=False):
        if isinstance(node, ast.Name) and node.id in plain and not (callee and (inside is None or inside in plain)):
            wrong.add(node.id)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            inside = getattr(node, "name", "")
        for child in ast.iter_child_nodes(node):
            uses(child, inside, isinstance(node, ast.Call) and child is node.func)

    while True:
        wrong = set()
        uses(tree, None)
        if not wrong & plain:
            return plain
        plain -= wrong


def ours(name, *args):
    return ast.Call(ast.Attribute(ast.Call(ast.Name("__import__", ast.Load()), [ast.Constant("assay_record")], []), name, ast.Load()), list(args), [])


def kept(kind, name, node):
    return ast.copy_location(ours("keep", ast.Constant(kind), ast.Constant(name), node), node)


def last_name(callee):
    return callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")


class Instrument(ast.NodeTransformer):
    def __init__(self, tree, strict):
        self.plain, self.strict, self.inside, self.testing = plain_functions(tree), strict, None, False

    def visit_FunctionDef(self, node):
        if "assert" in node.name:  # the call is the check, not what it consists of
            return node
        if node.name == "initial_weights" and not node.decorator_list:
            node.body = [ast.Return(ours("weights", ast.Name("shape", ast.Load())))]
        if node.name in self.plain and self.inside is None:
            self.inside = node.name
            node = self.generic_visit(node)
            self.inside = None
        return self.generic_visit(node) if self.testing else node

    def visit_ClassDef(self, node):
        """Of a class of tests the methods are run one by one, in the order of their names."""
        if not any(last_name(base).endswith("TestCase") for base in node.bases):
            return node
        self.testing = True
        node = self.generic_visit(node)
        self.testing = False
        return node

    def visit_Lambda(self, node):
        return node

    visit_AsyncFunctionDef = visit_Lambda

    def visit_Assign(self, node):
        node = self.generic_visit(node)
        if self.inside and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            node.value = kept("local", f"{self.inside}.{node.targets[0].id}", node.value)
        return node

    def visit_Call(self, node):
        node = self.generic_visit(node)
        name = last_name(node.func)
        if name == "print":
            node.args = [self.shown(a) for a in node.args]
        elif "assert" in name or "close" in name or name in ("equal", "array_equal"):
            node.args = [a if isinstance(a, ast.Starred) else kept("compared", "", a) for a in node.args]
        return node

    def shown(self, node):
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    part.value = kept("printed", "", part.value)
            return node
        return node if isinstance(node, (ast.Starred, ast.Constant)) else kept("printed", "", node)

    def visit_Assert(self, node):
        node = self.generic_visit(node)
        for part in ast.walk(node.test):
            if isinstance(part, ast.Compare) and not any(isinstance(x, (ast.NamedExpr, ast.comprehension)) for x in ast.walk(node.test)):
                part.left = kept("compared", "", part.left)
                part.comparators = [kept("compared", "", c) for c in part.comparators]
        node.test = kept("check", "", ast.copy_location(ast.Call(ast.Name("bool", ast.Load()), [node.test], []), node))
        return node if self.strict else ast.copy_location(ast.Expr(node.test), node)

    def visit_Expr(self, node):
        node = self.generic_visit(node)
        called = last_name(node.value.func) if isinstance(node.value, ast.Call) else ""
        # A call may have become an operator in the twin.
        computed = isinstance(node.value, (ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript))
        if computed and called not in ("print", "keep") and "assert" not in called.lower():
            node.value = kept("result", "", node.value)
        if not (isinstance(node.value, ast.Call) and "assert" in last_name(node.value.func).lower()):
            return node
        if self.strict:
            return [node, ast.copy_location(ast.Expr(ours("checked", ast.Constant(True))), node)]
        failed = ast.ExceptHandler(ast.Name("AssertionError", ast.Load()), None, [ast.Expr(ours("checked", ast.Constant(False)))])
        return ast.copy_location(ast.Try([node], [failed], [ast.Expr(ours("checked", ast.Constant(True)))], []), node)


class Steps(ast.NodeTransformer):
    """Tells before each statement of the whole program that calls something, also in its loops and branches."""

    def body(self, statements):
        out = []
        for statement in statements:
            if any(isinstance(part, ast.Call) for part in ast.walk(statement)):
                out.append(ast.copy_location(ast.Expr(ours("step")), statement))
            out.append(self.visit(statement))
        return out

    def generic_visit(self, node):
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, field, None), list):
                setattr(node, field, self.body(getattr(node, field)))
        return node

    def keep(self, node):
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Expr = visit_Assign = keep


def instrumented(text):
    """The code, and how many changes its modes made; of shaking: lists, and what is filled."""
    tree = ast.parse(text, PATH)
    exchange, shake = Exchange(MODES), Shake()
    tree = exchange.visit(tree)
    if "shaken" in MODES:
        tree = shake.visit(tree)
    ast.fix_missing_locations(tree)
    tree = ast.fix_missing_locations(Instrument(tree, not {"wide", "benign", "shaken"} & set(MODES)).visit(tree))
    if "steps" in MODES:
        tree = ast.fix_missing_locations(Steps().visit(tree))
    return compile(tree, PATH, "exec", dont_inherit=True), exchange.changes, (shake.lists, shake.filled)


def provoking(text):
    """How many numbers `benign` would change."""
    try:
        exchange = Exchange(["benign"])
        exchange.visit(ast.parse(text))
        return exchange.changes
    except Exception:  # noqa: BLE001 - no program, or one that is too deep: its run tells
        return -1


def roots_of(text):
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return set()
    names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    names += [n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module]
    return {name.split(".")[0] for name in names} & {"torch", "tensorflow", "jax", "keras"}


def prepare():
    if "keras" in ROOTS:
        ROOTS.add("tensorflow")
    for name in ROOTS:
        importlib.import_module(name)
    draw_alike()
    choose_alike()
    if "wide" in MODES:
        widen()


def variables():
    skipped = (types.ModuleType, types.FunctionType, type)
    return {name: told for name, value in list(MAIN.items()) if not name.startswith("_") and not isinstance(value, skipped)
            and (told := safe_fact(value)) is not None}


def safely_called():
    try:
        return called()
    except Exception:  # noqa: BLE001 - a text that does not parse has called nothing
        return None


def tell(done):
    sys.settrace(None)
    told.update(done=done, draws=drawn[0], variables=variables(), events=events, called=safely_called())
    sys.stdout.flush()
    data = (MARK + json.dumps(told) + "\n").encode()
    while data:
        data = data[os.write(output[0], data):]


def told_step():
    tell(False)
    if is_watched():
        sys.settrace(entered)


def run():
    module = types.ModuleType("assay_record")
    module.keep, module.checked, module.shaken, module.weights, module.step = keep, checked, shaken, weights, told_step
    sys.modules["assay_record"] = module
    with open(PATH, "w") as f:
        f.write(TEXT)  # those who look for the source of a function find it
    told.update(done=False, changes=0, lists=0, filled=0, provokes=provoking(TEXT))
    output.append(os.dup(1))
    done = False
    try:
        code, told["changes"], (told["lists"], told["filled"]) = instrumented(TEXT)
        prepare()
        if is_watched():
            sys.settrace(entered)
        try:
            exec(code, MAIN)
        except SystemExit as end:
            if end.code:
                raise
        done = True
    finally:
        tell(done)


ROOTS = roots_of(TEXT)
run()
