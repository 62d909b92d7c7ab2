// A page for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "help/markdown.h"

namespace assay::help {

struct TerminalLook {
  size_t width = 80;    // columns; code is never cut
  bool colors = false;  // bold headings, coloured code; without them `code` keeps its marks
};

std::string TerminalText(const Node& document, const TerminalLook& look);

}  // namespace assay::help
