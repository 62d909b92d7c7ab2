#include "knowledge/api/docstring/docstring.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "knowledge/api/signature.h"
#include "knowledge/text.h"

namespace assay::knowledge {

#define STYLE(Name, name) \
  std::optional<Section> Read##Name##Section(std::span<const std::string> lines, size_t at);
#include "knowledge/api/docstring/styles.def"
#undef STYLE

std::span<const Style> AllStyles() {
  static constexpr std::array kStyles = {
#define STYLE(Name, name) Style{name, Read##Name##Section},
#include "knowledge/api/docstring/styles.def"
#undef STYLE
  };
  return kStyles;
}

std::optional<SectionKind> KindOfTitle(std::string_view title) {
  struct Title {
    std::string_view text;
    SectionKind kind;
  };
  static constexpr std::array kTitles = {
#define TITLE(text, kind) Title{text, SectionKind::kind},
#include "knowledge/api/docstring/titles.def"
#undef TITLE
  };
  const std::string lower = Lower(Trim(title));
  for (const Title& known : kTitles)
    if (known.text == lower) return known.kind;
  return std::nullopt;
}

bool PutSection(const Section& section, Docstring& out) {
  const std::string body = Join(section.body, "\n");
  switch (section.kind) {
    case SectionKind::kParameters:
    case SectionKind::kKeywords:
      out.has_parameter_section = true;
      for (Entry entry : section.entries) {
        entry.keyword_only = entry.keyword_only || section.kind == SectionKind::kKeywords;
        out.parameters.push_back(std::move(entry));
      }
      return true;
    case SectionKind::kReturns:
      if (!out.returns.empty()) out.returns += "\n";
      out.returns += body;
      return true;
    case SectionKind::kRaises:
      for (const Entry& entry : section.entries)
        out.raises.push_back(StrCat(entry.name, ": ", Squeeze(PlainMarkup(entry.description))));
      if (section.entries.empty() && !body.empty()) out.raises.push_back(Squeeze(body));
      return true;
    case SectionKind::kNote:
      out.notes.push_back(PlainMarkup(body));
      return true;
    case SectionKind::kExample:
      out.examples.push_back(body);
      return true;
    case SectionKind::kDeprecated:
      out.deprecated = Squeeze(PlainMarkup(body));
      return true;
    case SectionKind::kOther:
      return false;
  }
  return false;
}

namespace {

// ">>> …" up to the next blank line, outside of any section.
size_t ExampleEnd(const std::vector<std::string>& lines, size_t at) {
  while (at < lines.size() && !IsBlank(lines[at])) ++at;
  return at;
}

// "name(" at the start, with the API's own last name; C functions have no other signature.
bool IsHeader(std::string_view line, std::string_view name) {
  line = Trim(line);
  for (const std::string_view mark : {".. function::", ".. method::", ".. py:function::"})
    if (line.starts_with(mark)) line = Trim(line.substr(mark.size()));
  const size_t open = line.find('(');
  if (open == std::string_view::npos || LastPart(line.substr(0, open)) != LastPart(name))
    return false;
  const auto signature = ParseSignature(line);
  // Prose may begin with a call: "add(x, y) computes …".
  const std::string_view rest = Trim(line.substr(line.rfind(')') + 1));
  return signature.ok() && (rest.empty() || line.find("->") != std::string_view::npos);
}

std::string HeaderText(std::string_view line) {
  line = Trim(line);
  if (line.starts_with("..")) line = Trim(line.substr(line.find("::") + 2));
  return std::string(line);
}

// Signatures stand before the first words, or behind ".. function::" anywhere.
bool TakeHeader(std::string_view line, std::string_view name, bool words_seen, Docstring& out) {
  const bool directive = Trim(line).starts_with("..");
  if ((words_seen && !directive) || !IsHeader(line, name)) return false;
  out.headers.push_back(HeaderText(line));
  return true;
}

// Overloads repeat parameters: the longer description stays.
void MergeRepeated(std::vector<Entry>& entries) {
  std::vector<Entry> out;
  for (Entry& entry : entries) {
    const auto met =
        std::ranges::find_if(out, [&](const Entry& e) { return e.name == entry.name; });
    if (met == out.end())
      out.push_back(std::move(entry));
    else if (met->description.size() < entry.description.size())
      *met = std::move(entry);
  }
  entries = std::move(out);
}

}  // namespace

Docstring ParseDocstring(std::string_view text, std::string_view name) {
  const std::vector<std::string> lines = Split(text, '\n');
  Docstring out;
  std::vector<std::string> rest;
  bool words_seen = false;
  for (size_t at = 0; at < lines.size();) {
    // ":noindex:" is an option of the directive before it.
    if (Trim(lines[at]) == ":noindex:" || TakeHeader(lines[at], name, words_seen, out)) {
      ++at;
      continue;
    }
    std::optional<Section> section;
    for (const Style& style : AllStyles())
      if (!section) section = style.read(lines, at);
    if (section && PutSection(*section, out)) {
      at = section->end;
      continue;
    }
    if (Trim(lines[at]).starts_with(">>>")) {
      const size_t end = ExampleEnd(lines, at);
      out.examples.push_back(Join(Dedent({lines.begin() + at, lines.begin() + end}), "\n"));
      at = end;
      continue;
    }
    words_seen = words_seen || !IsBlank(lines[at]);
    rest.push_back(lines[at++]);
  }
  MergeRepeated(out.parameters);
  out.text = PlainMarkup(Join(Dedent(std::move(rest)), "\n"));
  return out;
}

}  // namespace assay::knowledge
