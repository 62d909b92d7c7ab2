"""The folders of src/ and their dependencies, read from the CMakeLists.txt files, which are the only truth about them."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SRC = ROOT / "src"


def read_layers() -> dict[str, list[str]]:
    """Returns {folder: direct dependencies} for every src/<folder>/CMakeLists.txt."""
    layers = {}
    for file in sorted(SRC.glob("*/CMakeLists.txt")):
        text = re.sub(r"#.*", "", file.read_text())
        call = re.search(r"assay_library\(\s*(\w+)([^)]*)\)", text)
        if not call or call[1] != file.parent.name:
            raise SystemExit(f"{file.relative_to(ROOT)}: expected one call assay_library({file.parent.name} ...)")
        dependencies, keyword = [], ""
        for word in call[2].split():
            if word in ("DEPS", "LINK"):
                keyword = word
            elif keyword == "DEPS":
                dependencies.append(word)
        layers[call[1]] = dependencies
    return layers


def closure(layers: dict[str, list[str]], folder: str) -> set[str]:
    """Returns `folder` and everything below it; fails on a cycle."""
    seen = set()

    def visit(name: str, path: list[str]) -> None:
        if name in path:
            raise SystemExit("cycle: " + " -> ".join(path + [name]))
        if name not in layers:
            raise SystemExit(f"src/{path[-1]}/CMakeLists.txt depends on src/{name}, which has no CMakeLists.txt")
        if name not in seen:
            for dependency in layers[name]:
                visit(dependency, path + [name])
            seen.add(name)

    visit(folder, [])
    return seen
