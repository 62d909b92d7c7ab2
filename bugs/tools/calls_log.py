"""Makes calls that a fuzzer steers, and writes what they do to a file: a line of JSON before each call and one behind it."""
import json
import os
import sys
import time

import any_call

NO_SUCH_API = 3


class Session:
    """The calls of one process: Session(argv) of calls_run.py's command line."""

    def __init__(self, argv):
        self.library, self.api, self.seed = argv[1], argv[2], int(argv[3])
        self.log = open(argv[5], "a")
        try:
            self.calls = any_call.Calls(self.library, self.api)
        except any_call.Unknown:
            sys.exit(NO_SUCH_API)
        self.end = time.monotonic() + float(argv[4])
        self.told = set()

    def write(self, **line):
        self.log.write(json.dumps(line) + "\n")
        self.log.flush()

    def tell(self, call):
        self.write(call=call[:4000])

    def one(self, pick):
        """Ends the process when the time is over: no fuzzer can be asked to stop from within a call."""
        if time.monotonic() > self.end:
            self.log.close()
            os._exit(0)
        try:
            wrong = self.calls.one(pick, self.tell)
        except Exception as error:  # whatever a call raises is data
            self.raised(type(error).__name__, str(error))
        else:
            if wrong:
                self.write(wrong=wrong)

    def raised(self, kind, message):
        key = (kind, message[:80])
        if key not in self.told:
            self.told.add(key)
            self.write(exception=kind, message=message)
