"""Help and completion: every command shows examples that are right, and shells take the scripts."""
import os
import re
import shlex
import shutil
import subprocess
import tempfile

from _assay import HOME, assay, check, finish

r = assay("help")
commands = re.findall(r"^  (\w+) ", r.stdout, re.M)
check("help lists the commands", len(commands) > 20, commands)
listed = open(os.path.join(HOME, "src/cli/examples.def"), encoding="utf-8").read()
examples = [(c, shlex.split(w)) for c, w in re.findall(r'^EXAMPLE\("([^"]*)", "([^"]*)"', listed, re.M)]
script = assay("completion", "bash").stdout
places = {path: set(words.split()) for path, words in re.findall(r"^    '([^']*)'\) words='([^']*)' ;;$", script, re.M)}
for command in commands:
    mine = [words for c, words in examples if c == command]
    check(f"{command} has two examples or more", len(mine) >= 2, mine)
    shown = assay(command, "--help").stdout
    check(f"{command} --help shows them first", 0 < shown.find("Examples:") < shown.find("Usage:"), shown[:300])
for command, words in examples:
    check(f"{words[0]}: its own command", words[0] == command, words)
    path = " ".join(words[:2]) if len(words) > 1 and " ".join(words[:2]) in places else words[0]
    wrong = [w for w in words if w.startswith("-") and w.split("=")[0] not in places[path]]
    check(f"assay {' '.join(words)}: options that exist", not wrong, wrong)

r = assay("fuzz", "--tiem", "2m")
check("a mistyped option is corrected", r.returncode == 2 and "'--time'" in r.stderr, r.stderr)
r = assay("findings", "list", "--jsn")
check("that of an action, too", r.returncode == 2 and "'--json'" in r.stderr, r.stderr)
r = assay("findings", "ready")
check("a mistake names the help of the action", r.returncode == 2 and "see: assay findings ready --help" in r.stderr, r.stderr)
check("help COMMAND", assay("help", "check").stdout == assay("check", "--help").stdout)
r = assay("--version")
check("version with commit and machine", re.fullmatch(r"assay \d+\.\d+\.\d+ \(commit \w+, (x86_64|aarch64)\)", r.stdout.strip()), r.stdout)
check("an unknown shell", assay("completion", "dos").returncode == 2)

with tempfile.TemporaryDirectory() as folder:
    for shell in ("bash", "zsh", "fish"):
        path = os.path.join(folder, f"assay.{shell}")
        with open(path, "w", encoding="utf-8") as f:
            f.write(assay("completion", shell).stdout)
        if shutil.which(shell):
            r = subprocess.run([shell, "-n", path], capture_output=True, text=True, timeout=60)
            check(f"{shell} reads its script", r.returncode == 0, r.stderr)

    def complete(*words):
        """What bash offers after these words."""
        line = " ".join(shlex.quote(w) for w in ("assay", *words))
        text = f"source {folder}/assay.bash; COMP_WORDS=({line}); COMP_CWORD={len(words)}; _assay; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        return subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=60).stdout.split()

    check("bash completes a command", complete("fu") == ["fuzz"], complete("fu"))
    check("an action", "triage" in complete("findings", "t"), complete("findings", "t"))
    check("an option of a command", complete("fuzz", "--sha") == ["--share"], complete("fuzz", "--sha"))
    check("an option of an action", "--framework" in complete("issues", "pool", "--"), complete("issues", "pool", "--"))
    check("a topic", complete("help", "sand") == ["sandbox"], complete("help", "sand"))
    check("behind values of options", "--seed" in complete("fuzz", "--time", "2m", "--se"), complete("fuzz", "--time", "2m", "--se"))
finish()
