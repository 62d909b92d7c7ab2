#include "mirror/check/value_check.h"

#include <algorithm>

#include "base/strings.h"
#include "mirror/check/numbers.h"

namespace assay::mirror {
namespace {

constexpr size_t kMostWritten = 64;

std::string WrittenNumber(double value) {
  const std::string text = FormatDouble(value);
  if (text == "nan" || text == "inf" || text == "-inf") return StrCat("float(\"", text, "\")");
  return text;
}

// The variable as numpy has it, on one line.
std::string AsNumpy(const std::string& name, const std::string& framework) {
  return framework == "torch" ? StrCat(name, ".detach().numpy()")
                              : StrCat("np.asarray(", name, ")");
}

}  // namespace

ValueCheck WithValueCheck(const std::string& twin, const std::string& name, const Recording& own,
                          const Recording& wide, const Direction& direction) {
  if (!own.variables.contains(name) || !wide.variables.contains(name)) return {};
  const auto expected = NumbersOf(wide.variables[name]);
  if (!expected || expected->complex || expected->values.size() > kMostWritten ||
      own.variables[name].contains("plain") || own.variables[name].contains("list"))
    return {};
  std::vector<std::string> values;
  for (const double value : expected->values) values.push_back(WrittenNumber(value));
  std::string text = twin;
  if (!text.ends_with('\n')) text += '\n';
  text += "import numpy as np\n";
  text += StrCat("# What ", direction.from, " gives, and ", direction.to,
                 " itself in double precision:\n");
  text += StrCat("expected = np.array([", Join(values, ", "), "])\n");
  ValueCheck out{.claim_line = static_cast<int>(std::ranges::count(text, '\n')) + 1};
  text += StrCat("assert np.allclose(", AsNumpy(name, direction.to),
                 ".ravel(), expected, rtol=1e-3, atol=1e-6, equal_nan=True), \"", name,
                 " is not finite where it should be\"\n");
  out.text = text;
  return out;
}

}  // namespace assay::mirror
