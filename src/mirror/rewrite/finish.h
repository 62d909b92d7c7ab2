// The last steps of a rewritten program: imports, helpers, names.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "mirror/direction.h"
#include "mirror/rewrite/helpers.h"

namespace assay::mirror {

struct Draft {
  std::string text;  // with the marks of writer.h
  std::set<std::string> helpers;
  std::set<std::string> own;                // names of the program
  std::vector<std::string> source_imports;  // kept where something of the source is left
  bool complete = true;                     // nothing was left
  bool wide = false;                        // 64-bit types are used
};

std::string Finish(Draft draft, const Direction& direction, const Helpers& helpers);

}  // namespace assay::mirror
