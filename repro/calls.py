"""Calls of a framework, recorded while a model runs, as the lines of a function.

A recorder hears of every call that the importer makes from outside the framework, with its arguments and its result;
what the framework calls inside is its own affair. The lines are straight: what the importer decided from shapes and
attributes has been decided.
"""
import keyword
import re

import numpy as np

from literals import literal

# Spelt as operators; the right-hand forms have their operands swapped.
BINARY = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "div": "/", "floordiv": "//", "mod": "%", "pow": "**",
          "matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "lt": "<", "le": "<=",
          "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
UNARY = {"neg": "-", "invert": "~", "abs": "abs", "pos": "+"}


class NoWords(Exception):
    """A call that cannot be written down."""


class Line:
    def __init__(self, text, result, uses, mutates):
        self.text = text        # the expression
        self.result = result    # name, or None for a statement
        self.uses = uses        # names
        self.mutates = mutates  # name that the call changes in place, or None


class Recorder:
    """is_value(x): whether x is a tensor of the framework. spell(x): what is no tensor (a dtype, say) as source, or None.
    constant(x): a tensor that no recorded call has made, as source."""

    def __init__(self, is_value, spell, constant):
        self.is_value = is_value
        self.spell = spell
        self.constant = constant
        self.lines = []
        self.names = {}    # id -> expression
        self.alive = []    # objects whose ids are in use
        self.taken = set()
        self.failed = False
        self.inside = 0

    def argument(self, name, value):
        """A parameter of the function; returns its name in the source."""
        self.names[id(value)] = self.fresh(name)
        self.alive.append(value)
        return self.names[id(value)]

    def fresh(self, hint):
        name = re.sub(r"\W", "_", hint)
        name = f"v_{name}" if not name or name[0].isdigit() or keyword.iskeyword(name) else name
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def call(self, name, function, args, kwargs, method=False, form=None):
        """Runs a call and notes it, unless it comes from inside the framework. form(words): how it is written, if not by
        its name."""
        if self.inside:
            return function(*args, **kwargs)

        def spelt():
            text, uses, mutates = self.spelt(name, args, kwargs, method)
            return text if form is None else form([self.source(a, set()) for a in args]), uses, mutates

        self.inside += 1
        try:
            result = function(*args, **kwargs)
        except Exception:
            if not self.failed:
                self.failed = True
                text, uses, mutates = spelt()
                self.lines.append(Line(text, self.fresh("result"), uses, mutates))
            raise
        finally:
            self.inside -= 1
        # What gives no tensor is a question, not a part of the computation; it need not be written down.
        if self.holds_value(result) or _mutating(name, method):
            self.note(spelt(), result)
        return result

    def note(self, spelt, result):
        text, uses, mutates = spelt
        if mutates is not None:
            self.lines.append(Line(text, None, uses, mutates))
            self.name_parts(result, mutates)
        elif self.holds_value(result):
            name = self.fresh(f"t{len(self.lines) + 1}")
            self.lines.append(Line(text, name, uses, None))
            self.name_parts(result, name)

    def holds_value(self, result):
        if isinstance(result, (tuple, list)):
            return any(map(self.holds_value, result))
        return self.is_value(result)

    def name_parts(self, result, expression):
        if self.is_value(result):
            self.names.setdefault(id(result), expression)
            self.alive.append(result)
        elif isinstance(result, (tuple, list)):
            for i, part in enumerate(result):
                self.name_parts(part, f"{expression}[{i}]")

    def spelt(self, name, args, kwargs, method):
        """(expression, names it uses, name it changes)"""
        uses = set()
        words = [self.source(a, uses) for a in args]
        named = [f"{key}={self.source(value, uses)}" for key, value in kwargs.items() if not _idle(key, value)]
        short = name.rpartition(".")[2]
        mutates = _base(words[0]) if _mutating(name, method) else None
        if short == "__setitem__":
            text = f"{words[0]}[{words[1]}] = {words[2]}"
        elif short == "__getitem__":
            text = f"{words[0]}[{_index(args[1], words[1])}]"
        elif operator(short, words):
            text = operator(short, words)
        elif method:
            text = f"{words[0]}.{short}({', '.join(words[1:] + named)})"
        else:
            text = f"{name}({', '.join(words + named)})"
        return text, uses, mutates

    def source(self, value, uses):
        if id(value) in self.names:
            uses.add(_base(self.names[id(value)]))
            return self.names[id(value)]
        if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
            parts = [self.source(v, uses) for v in value]
            if isinstance(value, list):
                return "[" + ", ".join(parts) + "]"
            return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{literal(k)}: {self.source(v, uses)}" for k, v in value.items()) + "}"
        if isinstance(value, slice):
            parts = [self.source(v, uses) for v in (value.start, value.stop, value.step)]
            return f"slice({', '.join(parts)})"
        if self.is_value(value):
            return self.constant(value)
        text = self.spell(value)
        if text is None:
            text = literal(value)
        if text is None and isinstance(value, (tuple, list)):  # torch.Size, TensorShape and such
            return self.source(tuple(value), uses)
        if text is None:
            raise NoWords(f"an argument of type {type(value).__name__}")
        return text

    def body(self, results):
        """Lines that compute `results`, and the expressions that give them; where a call failed, that call is the result."""
        if self.failed:
            roots, wanted = [self.lines[-1].result], [self.lines[-1].result]
        else:
            wanted, roots = [], []
            for value in results:
                uses = set()
                wanted.append(self.source(value, uses))
                roots.extend(uses)
        live, kept = set(roots), []
        for line in reversed(self.lines):
            if line.result in live or line.mutates in live:
                kept.append(line)
                live |= line.uses
        text = []
        for line in reversed(kept):
            text.append(f"{line.result} = {line.text}" if line.result else line.text)
        return text, wanted


def _idle(key, value):
    """Arguments that frameworks pass on to themselves and that say nothing."""
    return key.startswith("_") or value is None and key in ("dtype", "out") or value is False and key == "inplace"


def _mutating(name, method):
    """Whether a call changes its first argument: x[i] = y, x += y, x.add_(y)."""
    short = name.rpartition(".")[2]
    if short == "__setitem__" or short[:3] == "__i" and short[3:-2] in BINARY:
        return True
    return method and short.endswith("_") and not short.endswith("__")


def operator(short, words):
    """An expression with an operator, or None."""
    bare = short.strip("_")
    if not short.startswith("__"):
        return None
    if bare in BINARY and len(words) == 2:
        return f"{_grouped(words[0])} {BINARY[bare]} {_grouped(words[1])}"
    if bare in UNARY and len(words) == 1:
        return f"abs({words[0]})" if bare == "abs" else f"{UNARY[bare]}{_grouped(words[0])}"
    if bare[:1] == "r" and bare[1:] in BINARY and len(words) == 2:
        return f"{_grouped(words[1])} {BINARY[bare[1:]]} {_grouped(words[0])}"
    return None


def _grouped(text):
    return text if re.fullmatch(r"[\w.\[\]]+", text) or text[-1:] == ")" and re.match(r"[\w.]+\(", text) else f"({text})"


def _base(expression):
    return expression.partition("[")[0]


def _index(value, text):
    """An index as people write it: [1:, ..., None]."""
    def part(v, t):
        if isinstance(v, slice) and all(p is None or isinstance(p, (int, np.integer)) for p in (v.start, v.stop, v.step)):
            start, stop = ("" if p is None else str(int(p)) for p in (v.start, v.stop))
            return f"{start}:{stop}" + (f":{int(v.step)}" if v.step is not None else "")
        return t
    if isinstance(value, tuple) and value and all(isinstance(v, (slice, int, type(None), type(...))) for v in value):
        return ", ".join(part(v, literal(v)) for v in value) + ("," if len(value) == 1 else "")
    return part(value, text)
