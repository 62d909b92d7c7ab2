"""Runs a trial's program and prints how it ended, in three lines: the exception's class ("": none), the program's line, the message."""
import sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    program = compile(file.read(), path, "exec")
ending = ("", 0, "")
try:
    exec(program, {"__name__": "__main__"})  # noqa: S102
except SystemExit:
    pass
except Exception as error:  # noqa: BLE001
    line, frame = 0, error.__traceback__
    while frame is not None:
        line = frame.tb_lineno if frame.tb_frame.f_code.co_filename == path else line
        frame = frame.tb_next
    ending = (type(error).__name__, line, " ".join(str(error).split()))
print("\n" + "\n".join(map(str, ending)))
