// Output for people: progress on stderr when it is a terminal, errors in one shape.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::cli {

// Overwrites one line on stderr; silent when stderr is no terminal. Clear() removes it.
class Progress {
 public:
  Progress();
  ~Progress() { Clear(); }
  void Show(const std::string& text);
  void Clear();

 private:
  bool terminal_;
  bool shown_ = false;
  double last_ = 0;
};

// Prints "assay: <message>" and returns the exit code for it.
int Fail(const Error& error);

bool StdoutIsTerminal();

// Columns of the terminal that stdout is; 0 when it is none, or will not say.
size_t TerminalWidth();

}  // namespace assay::cli
