// reStructuredText: directives (".. note:: text") and field lists (":param int x: text").
#include "base/strings.h"
#include "knowledge/api/docstring/docstring.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

std::optional<SectionKind> DirectiveKind(std::string_view name) {
  if (name == "note" || name == "warning" || name == "attention" || name == "important" ||
      name == "caution")
    return SectionKind::kNote;
  if (name == "deprecated") return SectionKind::kDeprecated;
  return std::nullopt;
}

// The lines from `at` on that are deeper than `indent`, after the rest of the first line.
Section Collect(std::span<const std::string> lines, size_t at, std::string_view first) {
  Section out;
  const size_t indent = IndentOf(lines[at]);
  std::vector<std::string> body;
  for (out.end = at + 1; out.end < lines.size(); ++out.end) {
    if (!IsBlank(lines[out.end]) && IndentOf(lines[out.end]) <= indent) break;
    body.push_back(lines[out.end]);
  }
  out.body = Dedent(std::move(body));
  if (!Trim(first).empty()) out.body.insert(out.body.begin(), std::string(Trim(first)));
  return out;
}

std::optional<Section> ReadField(std::span<const std::string> lines, size_t at,
                                 std::string_view line) {
  const size_t end = line.find(':', 1);
  if (end == std::string_view::npos) return std::nullopt;
  std::vector<std::string> words = Split(Squeeze(line.substr(1, end - 1)), ' ');
  Section out = Collect(lines, at, line.substr(end + 1));
  if ((words[0] == "param" || words[0] == "parameter" || words[0] == "arg" ||
       words[0] == "keyword") &&
      words.size() >= 2) {
    out.kind = SectionKind::kParameters;
    const std::string type = Join(std::vector(words.begin() + 1, words.end() - 1), " ");
    out.entries.push_back({words.back(), type, Join(out.body, "\n"), words[0] == "keyword"});
  } else if (words[0] == "returns" || words[0] == "return") {
    out.kind = SectionKind::kReturns;
  } else if (words[0] == "raises" && words.size() == 2) {
    out.kind = SectionKind::kRaises;
    out.entries.push_back({words[1], "", Join(out.body, "\n"), false});
  } else {
    return std::nullopt;
  }
  return out;
}

}  // namespace

std::optional<Section> ReadRestSection(std::span<const std::string> lines, size_t at) {
  const std::string_view line = Trim(lines[at]);
  if (line.starts_with(':')) return ReadField(lines, at, line);
  if (!line.starts_with(".. ")) return std::nullopt;
  const size_t end = line.find("::");
  if (end == std::string_view::npos) return std::nullopt;
  const auto kind = DirectiveKind(Trim(line.substr(3, end - 3)));
  if (!kind) return std::nullopt;
  Section out = Collect(lines, at, line.substr(end + 2));
  out.kind = *kind;
  return out;
}

}  // namespace assay::knowledge
