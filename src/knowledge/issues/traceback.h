// What a Python traceback, or the last words of a dying process, tell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::knowledge {

struct Frame {
  std::string file;  // from site-packages on, where it lies there
  int line = 0;
  std::string function;
};

struct ReportedError {
  std::string exception;      // "RuntimeError"; "SIGSEGV", "SIGABRT", … of a process that died
  std::string message;        // its first line
  std::vector<Frame> frames;  // the last ones, outermost first
};

// The last error in `text`; nothing when there is none.
std::optional<ReportedError> FindError(std::string_view text);

bool IsTraceback(std::string_view text);

}  // namespace assay::knowledge
