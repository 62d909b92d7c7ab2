// What differs between two texts, line by line.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace assay::cli {

struct DiffLine {
  bool added = false;  // otherwise removed
  std::string text;
};

// Lines of `before` that are missing in `after` and the reverse, in order, those that were removed
// first where both happen at one place. Quadratic in the part between the equal head and tail.
std::vector<DiffLine> DiffLines(const std::vector<std::string>& before,
                                const std::vector<std::string>& after);

// One line each, with - or +.
void PrintDiff(std::ostream& out, const std::vector<DiffLine>& diff, bool color);

}  // namespace assay::cli
