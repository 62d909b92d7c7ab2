// numpy's style: titles with an underline, and lines of the same depth below them.
//
//   Parameters
//   ----------
//   x : array_like
//       What it is.
#include <algorithm>

#include "base/strings.h"
#include "knowledge/api/docstring/docstring.h"
#include "knowledge/api/docstring/entries.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

bool IsUnderline(std::string_view line) {
  line = Trim(line);
  return line.size() >= 3 && (line.find_first_not_of('-') == std::string_view::npos ||
                              line.find_first_not_of('=') == std::string_view::npos);
}

bool IsTitle(std::span<const std::string> lines, size_t at) {
  return at + 1 < lines.size() && !IsBlank(lines[at]) && IsUnderline(lines[at + 1]) &&
         IndentOf(lines[at]) == IndentOf(lines[at + 1]);
}

std::vector<Entry> ReadEntries(const std::vector<std::string>& body) {
  std::vector<Entry> out;
  size_t same = 0;
  for (const std::string& line : body) {
    if (!line.empty() && IndentOf(line) == 0) {
      const size_t colon =
          line.find(" : ") != std::string::npos ? line.find(" : ") : line.find(':');
      std::vector<Entry> heads = ReadEntryHead(line.substr(0, colon));
      if (!heads.empty()) {
        const std::string type = colon == std::string::npos
                                     ? ""
                                     : std::string(Trim(line.substr(line.find(':', colon) + 1)));
        for (Entry& entry : heads) entry.type = PlainMarkup(type);
        same = heads.size();
        out.insert(out.end(), heads.begin(), heads.end());
        continue;
      }
    }
    for (size_t i = out.size() - same; i < out.size(); ++i)
      out[i].description += (out[i].description.empty() ? "" : "\n") + line;
  }
  for (Entry& entry : out) entry.description = Join(Dedent(Split(entry.description, '\n')), "\n");
  return out;
}

}  // namespace

std::optional<Section> ReadNumpySection(std::span<const std::string> lines, size_t at) {
  if (!IsTitle(lines, at)) return std::nullopt;
  std::string_view title = Trim(lines[at]);
  while (title.ends_with(':')) title.remove_suffix(1);
  const std::optional<SectionKind> kind = KindOfTitle(title);
  if (!kind) return std::nullopt;
  Section out;
  out.kind = *kind;
  std::vector<std::string> body;
  for (out.end = at + 2; out.end < lines.size() && !IsTitle(lines, out.end); ++out.end)
    body.push_back(lines[out.end]);
  out.body = Dedent(std::move(body));
  if (*kind == SectionKind::kParameters || *kind == SectionKind::kKeywords ||
      *kind == SectionKind::kRaises) {
    out.entries = ReadEntries(out.body);
    // "Arguments\n---------\nx: text" is written too.
    const bool plain = std::ranges::all_of(
        out.entries, [](const Entry& entry) { return entry.description.empty(); });
    if (plain && !out.entries.empty() && out.entries[0].type.find(' ') != std::string::npos)
      out.entries = ReadColonEntries(out.body);
  }
  return out;
}

}  // namespace assay::knowledge
