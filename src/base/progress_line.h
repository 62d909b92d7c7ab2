// What is going on, on one line of stderr that is written over; silent when stderr is no terminal.
#pragma once

#include <string>

namespace assay {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { Clear(); }
  void Show(const std::string& text);
  void Clear();  // removes it

 private:
  bool terminal_;
  bool shown_ = false;
  double last_ms_ = 0;
};

// Columns of the terminal that `file` is; 0 when it is none, or will not say.
size_t TerminalWidthOf(int file);

}  // namespace assay
