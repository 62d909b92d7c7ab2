// Google's style, which PyTorch, TensorFlow, Keras and JAX write: a title with a colon, and deeper
// lines below it.
//
//   Args:
//     x (Tensor): what it is,
//       on as many lines as it takes.
#include "base/strings.h"
#include "knowledge/api/docstring/docstring.h"
#include "knowledge/api/docstring/entries.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// "Args:", also "Example::" of reStructuredText and "Examples: text".
std::optional<SectionKind> TitleKind(std::string_view line) {
  std::string_view text = Trim(line);
  if (!text.ends_with(':')) return std::nullopt;
  while (text.ends_with(':')) text.remove_suffix(1);
  while (text.starts_with('*') && text.ends_with('*') && text.size() > 2)
    text = text.substr(1, text.size() - 2);  // **Args**:
  return KindOfTitle(text);
}

}  // namespace

std::optional<Section> ReadGoogleSection(std::span<const std::string> lines, size_t at) {
  const std::optional<SectionKind> kind = TitleKind(lines[at]);
  if (!kind) return std::nullopt;
  const size_t indent = IndentOf(lines[at]);
  Section out;
  out.kind = *kind;
  std::vector<std::string> body;
  for (out.end = at + 1; out.end < lines.size(); ++out.end) {
    const std::string& line = lines[out.end];
    if (!IsBlank(line) && IndentOf(line) <= indent) break;
    body.push_back(line);
  }
  out.body = Dedent(std::move(body));
  if (out.body.empty()) return std::nullopt;
  if (*kind == SectionKind::kParameters || *kind == SectionKind::kKeywords ||
      *kind == SectionKind::kRaises)
    out.entries = ReadColonEntries(out.body);
  return out;
}

}  // namespace assay::knowledge
