#include "mirror/direction.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "program/parse/program.h"

namespace assay::mirror {

const std::vector<std::string>& KnownFrameworks() {
  static const std::vector<std::string> kKnown = {"torch", "tensorflow", "jax"};
  return kKnown;
}

std::string FrameworkOf(const std::string& text) {
  const program::Program read = program::ReadProgram(text);
  std::map<std::string, int> imports, calls;
  const auto name = [](const std::string& api) {
    const std::string root = program::RootOf(api);
    return root == "keras" ? std::string("tensorflow") : root;
  };
  for (const program::Import& import : read.imports) ++imports[name(import.full)];
  for (const program::Call& call : read.calls) ++calls[name(call.api)];
  std::string best;
  for (const std::string& one : KnownFrameworks()) {
    if (imports[one] == 0) continue;
    const auto weight = [&](const std::string& which) {
      return std::pair(calls[which], imports[which]);
    };
    if (best.empty() || weight(one) > weight(best)) best = one;
  }
  return best;
}

Result<Direction> MakeDirection(const std::string& from, const std::string& to) {
  const std::vector<std::string>& known = KnownFrameworks();
  for (const std::string& one : {from, to})
    if (std::find(known.begin(), known.end(), one) == known.end())
      return Invalid(
          StrCat("unknown framework '", one, "'; programs are carried among ", Join(known, ", ")));
  if (from == to)
    return Invalid(StrCat("the program is for ", from, " already; name another framework by --to"));
  return Direction{from, to};
}

}  // namespace assay::mirror
