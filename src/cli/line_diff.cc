#include "cli/line_diff.h"

#include <algorithm>

namespace assay::cli {

std::vector<DiffLine> DiffLines(const std::vector<std::string>& before,
                                const std::vector<std::string>& after) {
  size_t head = 0, a_end = before.size(), b_end = after.size();
  while (head < a_end && head < b_end && before[head] == after[head]) ++head;
  while (a_end > head && b_end > head && before[a_end - 1] == after[b_end - 1]) --a_end, --b_end;
  const size_t a_count = a_end - head, b_count = b_end - head;
  // common[i][k]: longest common subsequence of the rests from i and k on.
  std::vector<std::vector<int>> common(a_count + 1, std::vector<int>(b_count + 1, 0));
  for (size_t i = a_count; i-- > 0;)
    for (size_t k = b_count; k-- > 0;)
      common[i][k] = before[head + i] == after[head + k]
                         ? common[i + 1][k + 1] + 1
                         : std::max(common[i + 1][k], common[i][k + 1]);
  std::vector<DiffLine> out;
  for (size_t i = 0, k = 0; i < a_count || k < b_count;) {
    if (i < a_count && k < b_count && before[head + i] == after[head + k]) {
      ++i, ++k;
    } else if (i < a_count && (k == b_count || common[i + 1][k] >= common[i][k + 1])) {
      out.push_back({false, before[head + i++]});
    } else {
      out.push_back({true, after[head + k++]});
    }
  }
  return out;
}

void PrintDiff(std::ostream& out, const std::vector<DiffLine>& diff, bool color) {
  for (const DiffLine& line : diff) {
    if (color) out << (line.added ? "\033[32m" : "\033[31m");
    out << (line.added ? "+" : "-") << line.text;
    if (color) out << "\033[0m";
    out << "\n";
  }
}

}  // namespace assay::cli
