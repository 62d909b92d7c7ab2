// A part of a page for `man`, in the macros of man(7).
#pragma once

#include <string>
#include <string_view>

#include "help/markdown.h"

namespace assay::help {

// Words that nothing in is taken for a request or an escape.
std::string RoffText(std::string_view text);

// Paragraphs, lists, code and tables (one entry for each row: its first cell, then the others).
// Headings and pictures are left out.
std::string RoffOf(const Node& node);

}  // namespace assay::help
