#include "casebook/optimised.h"

#include <array>

#include "base/strings.h"

namespace assay::casebook {
namespace {

bool Has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

// Lines that only our own checks need.
bool IsOurs(const std::string& line) {
  constexpr std::array<std::string_view, 6> kStarts = {
      "exact = ", "others = ", "before = ", "print(\"--", "assert not ", "    "};
  for (const std::string_view start : kStarts)
    if (line.starts_with(start)) return true;
  return false;
}

// Eight bits leave about one part in a hundred; rounding far less.
std::string Comparison(const ProgramFinding& finding, bool coarse) {
  const std::string bounds = coarse ? "rtol=0.1, atol=0.1" : "rtol=1e-3, atol=1e-3";
  if (finding.framework != "tensorflow")
    return StrCat("torch.testing.assert_close(result, expected, ", bounds, ")\n");
  return StrCat("tf.nest.map_structure(lambda a, b: tf.debugging.assert_near(a, b, ", bounds,
                "), result, expected)\n");
}

}  // namespace

std::optional<Cut> PlainOptimisation(const ProgramFinding& finding) {
  const std::string& text = finding.program;
  for (const std::string_view more : {"how=learn", "masked(", "served(", "lite("})
    if (Has(text.substr(std::min(text.size(), text.rfind("\nmodel = "))), more))
      return std::nullopt;
  const size_t helpers = finding.helpers.empty() ? text.npos : text.find(finding.helpers);
  const size_t judging = text.find("\nexpected = original(");
  const size_t loop = std::min(text.find("\nfor turn in"), text.find("\nresult = run("));
  if (helpers == text.npos || judging == text.npos || loop == text.npos) return std::nullopt;
  const bool raises = finding.seen.exception != "AssertionError";
  const bool repeats = text[loop + 1] == 'f';
  std::string out =
      text.substr(0, helpers) + "import copy\n\n" +
      text.substr(helpers + finding.helpers.size(), judging + 1 - helpers - finding.helpers.size());
  // Without it a reader could not see that only the optimised one fails.
  out += raises ? "model(*inputs, **keywords)  # the original model runs\n"
                : "expected = model(*inputs, **keywords)\n";
  for (const std::string& line : Split(text.substr(judging + 1, loop - judging), '\n'))
    if (!line.starts_with("expected = ") && (line.starts_with("    ") || !IsOurs(line)))
      out += line + "\n";
  out += repeats ? "for turn in range(3):\n    result = optimised(*inputs, **keywords)\n"
                 : "result = optimised(*inputs, **keywords)\n";
  if (!raises) out += Comparison(finding, Has(text, "\nothers = "));
  out = ReplaceAll(ReplaceAll(out, "run(prepared, inputs)", "prepared(*inputs)"), "fresh(inputs)",
                   "inputs");
  return Cut{out, 0};
}

}  // namespace assay::casebook
