"""Lists the public APIs of an installed framework, one JSON object per line.

    python introspect_api.py < REQUEST.json > OUT.jsonl        (progress on stderr: "progress torch.nn 812")

REQUEST.json: {"modules": [...], "methods_of": [...], "owners": [...], "name_of": {"tensorflow": "tf"}, "annotations": [...],
               "signatures": "..."}
  modules     modules to walk, in order: an object met under two names belongs to the first, the other is an alias
  methods_of  classes whose public methods are APIs as well
  properties_of  classes whose documented properties are
  owners      only objects that were defined below one of these packages count
  name_of     how a package is called in names: {"tensorflow": "tf"}
  signatures  a function that gives {API: a Python function with its signature}: for C functions without a docstring
  annotations types that Python prints by their parts (jax.typing.ArrayLike): their own name is written instead

First line of OUT: {"python", "missing": modules and classes that this version lacks, "members": names per module (introspect_members.py)}. Then, per API, name, kind (function, class or method),
aliases, undocumented (neither a docstring nor a signature), doc, init_doc (of a class, where it has one of its own), signature as Python gives it (absent for C functions), and its parameters.
Nothing is judged or parsed here: the text is taken apart by assay, so that crawled pages are read in the same way.
"""
import importlib
import inspect
import json
import os
import re
import sys
import types
import warnings

import introspect_members

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional-only",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional",
    inspect.Parameter.VAR_POSITIONAL: "var-positional",
    inspect.Parameter.KEYWORD_ONLY: "keyword-only",
    inspect.Parameter.VAR_KEYWORD: "var-keyword",
}
LONG_TYPES = {}  # what Python prints -> the name
# What Python itself provides for every class says nothing of the framework.
NO_SIGNATURE = (object.__init__, object.__new__)


def text_of(value):
    """repr without addresses, so that two runs agree."""
    try:
        text = value.__name__ if isinstance(value, type) else repr(value)
    except Exception:  # a repr of a lazy object may need a device
        text = f"<{type(value).__name__}>"
    return ADDRESS.sub("", text)


def annotation_of(annotation):
    if annotation is inspect.Parameter.empty:
        return ""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    for long, name in LONG_TYPES.items():
        text = text.replace(long, name)
    return ADDRESS.sub("", text)


def signature_of(thing):
    """(text, parameters) or None. `self` of methods is left out."""
    if inspect.isclass(thing) and thing.__init__ in NO_SIGNATURE and thing.__new__ in NO_SIGNATURE:
        return None
    try:
        signature = inspect.signature(thing)
    except (ValueError, TypeError, AttributeError, NameError):
        return None
    parameters = []
    for p in signature.parameters.values():
        entry = {"name": p.name, "kind": KINDS[p.kind], "annotation": annotation_of(p.annotation)}
        if p.default is not inspect.Parameter.empty:
            entry["default"] = text_of(p.default)
        parameters.append(entry)
    returns = "" if signature.return_annotation is inspect.Signature.empty else annotation_of(signature.return_annotation)
    return parameters, returns


def doc_of(thing):
    doc = getattr(thing, "__doc__", None)
    return inspect.cleandoc(doc) if isinstance(doc, str) else ""


def is_api(thing, owners):
    if not callable(thing) or isinstance(thing, types.ModuleType):
        return False
    owner = getattr(thing, "__module__", None)
    if not isinstance(owner, str):
        # C functions name no module; instances that can be called answer for their class.
        return isinstance(thing, (types.BuiltinFunctionType, types.MethodDescriptorType)) or bool(getattr(thing, "__name__", ""))
    return owner.split(".")[0] in owners


def public_names(module):
    names = getattr(module, "__all__", None)
    if names is None:
        names = dir(module)
    return sorted({n for n in names if isinstance(n, str) and not n.startswith("_")})


class Catalogue:
    def __init__(self, name_of, stand_ins):
        self.name_of = name_of
        self.stand_ins = stand_ins  # {API: function with its signature}
        self.order = []  # records
        self.by_identity = {}  # id -> (object, record): the object is kept, so that no other gets its id

    def spoken(self, module, name):
        head, _, rest = module.partition(".")
        return ".".join(part for part in (self.name_of.get(head, head), rest, name) if part)

    def add(self, module, name, thing, kind):
        full = self.spoken(module, name)
        met = self.by_identity.get(id(thing))
        if met is not None:
            if full != met[1]["name"] and full not in met[1]["aliases"]:
                met[1]["aliases"].append(full)
            return
        record = {"name": full, "kind": kind, "aliases": [], "doc": doc_of(thing)}
        if kind == "class":
            init = thing.__dict__.get("__init__")
            if init is not None and doc_of(init):
                record["init_doc"] = doc_of(init)
        found = signature_of(thing)
        if not record["doc"] and found is None:
            record["undocumented"] = True
            found = self.stand_in(thing)
        if found is not None:
            record["parameters"], record["returns"] = found
            if kind == "method" and record["parameters"][:1] and record["parameters"][0]["name"] == "self":
                del record["parameters"][0]
        self.by_identity[id(thing)] = (thing, record)
        self.order.append(record)


    def stand_in(self, thing):
        try:
            other = self.stand_ins.get(thing)
        except TypeError:  # not to be hashed
            return None
        return None if other is None else signature_of(other)


def canonical_names(record, thing, prefix):
    """TensorFlow writes on every exported object which of its names is the main one."""
    names = getattr(thing, "_tf_api_names", None)
    if not isinstance(names, (tuple, list)) or not names:
        return
    main = f"{prefix}.{names[0]}"
    if main in record["aliases"]:
        record["aliases"][record["aliases"].index(main)] = record["name"]
        record["name"] = main


def walk(request):
    stand_ins = attribute(request["signatures"])() if request.get("signatures") else {}
    catalogue, missing = Catalogue(request["name_of"], stand_ins), []
    owners = set(request["owners"])
    for path in request.get("annotations", []):
        LONG_TYPES[inspect.formatannotation(attribute(path))] = path.rpartition(".")[2]
    for path in request["modules"]:
        try:
            module = importlib.import_module(path)
        except Exception:
            module = attribute(path)
        if module is None:
            missing.append(path)
            continue
        for name in public_names(module):
            try:
                thing = getattr(module, name)
            except Exception:  # a lazy attribute of an optional package
                continue
            if is_api(thing, owners):
                catalogue.add(path, name, thing, "class" if inspect.isclass(thing) else "function")
        print(f"progress {path} {len(catalogue.order)}", file=sys.stderr, flush=True)
    for path in request["methods_of"]:
        owner = attribute(path)
        if owner is None:
            missing.append(path)
            continue
        for name in sorted(n for n in dir(owner) if not n.startswith("_")):
            thing = inspect.getattr_static(owner, name, None)
            if isinstance(thing, (classmethod, staticmethod)):
                thing = getattr(owner, name)
            if callable(thing) and not inspect.isclass(thing):
                catalogue.add(path, name, thing, "method")
        print(f"progress {path} {len(catalogue.order)}", file=sys.stderr, flush=True)
    for path in request.get("properties_of", []):
        for name, thing in sorted(vars(attribute(path) or object).items()):
            if isinstance(thing, property) and not name.startswith("_") and doc_of(thing):
                catalogue.add(path, name, thing, "property")
    for thing, record in list(catalogue.by_identity.values()):
        canonical_names(record, thing, next(iter(request["name_of"].values()), ""))
        record["aliases"].sort()
    return catalogue.order, missing


def attribute(path):
    """The object at a dotted path of which some first part is a module; None when there is none."""
    parts = path.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:cut]))
            for part in parts[cut:]:
                thing = getattr(thing, part)
            return thing
        except Exception:
            continue
    return None


def main():
    warnings.simplefilter("ignore")
    request = json.load(sys.stdin)
    # Frameworks print at import, some from C: only the answer may be in the output.
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    records, missing = walk(request)
    members = introspect_members.members(request["owners"], request["modules"])
    with answer:
        answer.write(json.dumps({"python": sys.version.split()[0], "missing": missing, "members": members}) + "\n")
        for record in sorted(records, key=lambda r: r["name"]):
            answer.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
