"""The files of an environment, envs/<name>/requirements.in and requirements.txt: read, written and held against each other.

requirements.in is what somebody wants: lines as pip knows them, markers included, and these remarks, each a line of its own:

  # only: 3.11              packages that are unpacked, never installed: one wheel, without dependencies, serves every machine
  # no dependencies         what is named here is all; nothing is resolved
  # lacks: aarch64 3.13: WHY    not locked for this machine and Python; either may be left out
  # stubs: cuda             nothing of CUDA is locked; scripts/make-env puts empty libraries in its place
  # unlocked if need be     where the locked files cannot be had, scripts/make-env takes what the index offers
  --no-binary NAME          locks the source of a package that has no wheel, pinned below; it is built where it is installed

requirements.txt, the lock, is what scripts/lock-env resolved it to: lines that pip checks with --require-hashes. Its comments are
read too: the head says for which machines and Pythons it was resolved and why not for others, and the comment above a package
names the files of its hashes, in their order. So what a lock says of itself can be verified without a network.

  # covers: x86_64 3.11 3.12 3.13
  # covers: aarch64 3.11 3.12
  # lacks: aarch64 3.13: no wheel of some-package==2.0
  # from: 0123456789ab      (of what requirements.in wants: another one means that the lock is stale)
  # sum: 0123456789ab       (of what follows)

  # cp311-cp311-aarch64 cp311-cp311-x86_64 cp312-abi3-x86_64
  some-package==2.0 ; python_version >= "3.12" \\
      --hash=sha256:...
"""
import dataclasses
import hashlib
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
MACHINES = ["x86_64", "aarch64"]
PYTHONS = ["3.11", "3.12", "3.13"]
TARGETS = [(machine, python) for machine in MACHINES for python in PYTHONS]
REMARK = re.compile(r"# (only|lacks|stubs): .*|# (no dependencies|unlocked if need be)")
LACKS = re.compile(rf"^# lacks:(?: ({'|'.join(MACHINES)}))?(?: ({'|'.join(map(re.escape, PYTHONS))}))?: (.+)$", re.M)
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)((?:[=<>!~]=?[^;\s]+)?)\s*(?:;\s*(.+?))?\s*(?:#.*)?")
COMPARISON = re.compile(r"""(platform_machine|python_version)\s*(==|!=|<=|>=|<|>)\s*["']([\w.]+)["']""")


class Malformed(Exception):
    """A file that cannot be read as described above; the text says where."""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def normal_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def applies(marker: str, target: tuple) -> bool:
    """Whether an environment marker holds on `target`, a machine and a Python. Knows only what the files here need."""
    def compare(found):
        key = (lambda text: tuple(map(int, text.split(".")))) if found[1] == "python_version" else str
        left, right = key(target[found[1] == "python_version"]), key(found[3])
        return str({"==": left == right, "!=": left != right, "<=": left <= right, ">=": left >= right,
                    "<": left < right, ">": left > right}[found[2]])
    expression = COMPARISON.sub(compare, marker)
    if not re.fullmatch(r"(True|False|and|or|[() ])*", expression):
        raise Malformed(f"marker {marker!r}: only platform_machine and python_version are known")
    return not expression or eval(expression)  # words of the pattern above only


def marker_for(wanted: set, among: list) -> str:
    """A marker that holds on the targets of `wanted` and on no other one of `among`; "" when that is all of them."""
    def pythons_marker(machine):
        here = [python for python in PYTHONS if (machine, python) in wanted]
        all_here = [python for python in PYTHONS if (machine, python) in among]
        if here == all_here:
            return ""
        for operator, python in [("==", here[0]), (">=", here[0]), ("<=", here[-1]), ("!=", "3.12")]:
            text = f'python_version {operator} "{python}"'
            if [python for python in all_here if applies(text, (machine, python))] == here:
                return text
        raise AssertionError(f"no marker for {here} among {all_here}")
    by_machine = {machine: pythons_marker(machine) for machine in MACHINES if any(machine == other for other, _ in wanted)}
    for text in by_machine.values():  # one for all machines is easier to read
        if {target for target in among if applies(text, target)} == wanted:
            return text
    return " or ".join(" and ".join(filter(None, [f'platform_machine == "{machine}"', text])) for machine, text in by_machine.items())


@dataclasses.dataclass
class Wanted:
    """One line of a requirements.in."""
    name: str
    specifier: str
    marker: str


class Source:
    """A requirements.in."""

    def __init__(self, text: str):
        self.lines = [line.strip() for line in text.splitlines() if line.strip()]
        self.remarks = [line for line in self.lines if REMARK.fullmatch(line)]
        self.no_binary = [line.split()[1] for line in self.lines if line.startswith("--no-binary ")]
        self.unpacked = any(line.startswith("# only: ") for line in self.remarks)
        self.with_dependencies = not self.unpacked and "# no dependencies" not in self.remarks
        self.stubs = "# stubs: cuda" in self.remarks
        self.wanted = []
        for line in self.lines:
            if line.startswith(("#", "--no-binary ")):
                continue
            parts = REQUIREMENT.fullmatch(line)
            if not parts:
                raise Malformed(f"requirements.in: cannot read {line!r}")
            self.wanted.append(Wanted(normal_name(parts[1]), parts[2], parts[3] or ""))

    def lacks(self) -> dict:
        """{target: why it is not to be locked}."""
        return {target: why for machine, python, why in LACKS.findall("\n".join(self.remarks)) for target in TARGETS
                if machine in ("", target[0]) and python in ("", target[1])}

    def digest(self) -> str:
        kept = sorted(self.remarks + [line for line in self.lines if not line.startswith("#")])
        return digest("\n".join(kept))

    def variant(self, name: str, target: tuple) -> int:
        """Which of the lines of `name` applies to `target`. A package with a line per machine is locked with one per machine: the
        files of one may look as if they were for the other."""
        lines = [one for one in self.wanted if one.name == name]
        return next((number for number, one in enumerate(lines) if applies(one.marker, target)), 0)


@dataclasses.dataclass
class Pin:
    """One package of a lock. `files` holds what each hash belongs to, as label_of() has it, and the hash."""
    name: str
    version: str
    marker: str
    files: list

    def text(self) -> str:
        comment = "# " + " ".join(label for label, _ in self.files)
        head = f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")
        return comment + "\n" + " \\\n".join([head, *(f"    --hash=sha256:{value}" for _, value in self.files)])


def label_of(file_name: str) -> str:
    """numpy-2.4.6-cp311-cp311-manylinux_2_27_aarch64.whl: cp311-cp311-aarch64. A local version stays visible: …-aarch64+cpu."""
    if not file_name.endswith(".whl"):
        return "source"
    parts = file_name.removesuffix(".whl").split("-")
    python, abi, platform = parts[-3:]
    machine = next((machine for machine in MACHINES if machine in platform), platform)
    return f"{python}-{abi}-{machine}" + "".join(re.findall(r"\+.*", parts[1]))


def fits(label: str, target: tuple) -> bool:
    """Whether a file of this label can be installed on `target`."""
    if label == "source":
        return True
    pythons, abi, machine = label.split("+")[0].split("-")
    minor = int(target[1].split(".")[1])
    for tag in pythons.split("."):
        tag_minor = int(tag[3:] or 0) if tag[2:3] == "3" else -1
        older_too = tag.startswith("py") or abi == "abi3"
        if tag_minor == minor or (older_too and 0 <= tag_minor <= minor):
            return machine in ("any", target[0])
    return False


@dataclasses.dataclass
class Lock:
    name: str
    covers: list
    lacks: dict
    source: str  # digest of the requirements.in
    no_binary: list
    pins: list
    sum: str = ""  # as read, of body()

    def body(self) -> str:
        pins = sorted(self.pins, key=lambda pin: (pin.name, pin.version, pin.marker))
        return "\n".join([*(f"--no-binary {package}" for package in self.no_binary), *(pin.text() for pin in pins)]) + "\n"

    def text(self) -> str:
        lines = [f"# Written by scripts/lock-env {self.name}. Do not edit."]
        for machine in MACHINES:
            pythons = [python for python in PYTHONS if (machine, python) in self.covers]
            lines += [f"# covers: {machine} {' '.join(pythons)}"] if pythons else []
        lines += [f"# lacks: {' '.join(target)}: {self.lacks[target]}" for target in TARGETS if target in self.lacks]
        lines += [f"# from: {self.source}", f"# sum: {digest(self.body())}"]
        return "\n".join(lines) + "\n\n" + self.body()


def read_lock(name: str, text: str) -> Lock:
    lock = Lock(name, [], {}, "", [], [])
    labels, pin = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.fullmatch(r"# covers: (\S+) (.+)", line):
            lock.covers += [(found[1], python) for python in found[2].split()]
        elif found := re.fullmatch(r"# lacks: (\S+) (\S+): (.+)", line):
            lock.lacks[found[1], found[2]] = found[3]
        elif found := re.fullmatch(r"# (from|sum): (\w+)", line):
            lock.source, lock.sum = (found[2], lock.sum) if found[1] == "from" else (lock.source, found[2])
        elif line.startswith("# Written by ") or not line:
            continue
        elif line.startswith("# "):
            labels = line.split()[1:]
        elif line.startswith("--no-binary "):
            lock.no_binary.append(line.split()[1])
        elif found := re.fullmatch(r"([a-z0-9-]+)==([^\s;]+)(?: ; (.+))? \\", line):
            pin = Pin(found[1], found[2], found[3] or "", [])
            lock.pins.append(pin)
        elif (found := re.fullmatch(r"    --hash=sha256:([0-9a-f]{64})( \\)?", line)) and pin and labels:
            pin.files.append((labels.pop(0), found[1]))
            if bool(labels) != bool(found[2]):
                raise Malformed(f"line {number}: {pin.name} has another number of hashes than its comment of files")
        else:
            raise Malformed(f"line {number}: cannot read {line!r}")
    return lock


def problems_of(lock: Lock, source: Source):
    """Yields what is wrong with `lock`, one sentence each."""
    if lock.source != source.digest():
        yield "stale: requirements.in wants something else by now"
        return
    if lock.sum != digest(lock.body()):
        yield "edited by hand: its lines are not those that were written"
    for target in TARGETS:
        if target not in lock.covers and target not in lock.lacks:
            yield f"nothing is said about {' '.join(target)}"
    for target in lock.covers:
        where = f"on {target[0]} with Python {target[1]}"
        here = {}
        for pin in lock.pins:
            if not applies(pin.marker, target):
                continue
            if pin.name in here:
                yield f"{pin.name} is there twice {where}"
            here[pin.name] = pin
            if not source.unpacked and not any(fits(label, target) for label, _ in pin.files):
                yield f"no file of {pin.name}=={pin.version} fits {where}"
        for one in source.wanted:
            if not applies(one.marker, target):
                continue
            if one.name not in here:
                yield f"{one.name} is missing {where}"
            elif one.specifier.startswith("==") and one.specifier[2:] != here[one.name].version:
                yield f"{one.name} is {here[one.name].version}, not {one.specifier[2:]}, {where}"


def reason_of(lacks: dict) -> str:
    """What is not covered and why, in one line: the same reason is said once."""
    sentences = []
    for why in dict.fromkeys(lacks.values()):
        targets = [target for target in TARGETS if lacks.get(target) == why]
        machines = [machine for machine in MACHINES if any(machine == other for other, _ in targets)]
        pythons = [python for python in PYTHONS if any(python == other for _, other in targets)]
        if len(targets) != len(machines) * len(pythons):  # not a rectangle
            where = ", ".join(f"{machine} with Python {python}" for machine, python in targets)
        elif machines == MACHINES:
            where = f"Python {' and '.join(pythons)}"
        else:
            where = machines[0] + ("" if pythons == PYTHONS else f" with Python {' and '.join(pythons)}")
        sentences.append(f"{where}: {why}")
    return "; ".join(sentences)
