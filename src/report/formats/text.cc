// text: for a terminal or a log.
#include <algorithm>

#include "report/formats.h"

namespace assay::report {
namespace {

constexpr size_t kLineLength = 100;

size_t Columns(const std::string& text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string Padded(const std::string& text, size_t columns) {
  return text + std::string(columns - std::min(columns, Columns(text)), ' ');
}

// Breaks lines at spaces. `first` opens the first line, further ones are indented as far.
std::string Wrapped(const std::string& first, const std::string& text) {
  const std::string indent(Columns(first), ' ');
  std::string out = first;
  size_t column = indent.size();
  bool fresh = true;
  for (const std::string& word : Split(CleanText(text), ' ')) {
    if (!fresh && column + 1 + Columns(word) > kLineLength) {
      out += "\n" + indent;
      column = indent.size();
      fresh = true;
    }
    out += (fresh ? "" : " ") + word;
    column += Columns(word) + (fresh ? 0 : 1);
    fresh = false;
  }
  return out + "\n";
}

std::string Indented(const std::string& text) {
  std::string out;
  std::vector<std::string> lines = Split(CleanText(text), '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  for (const std::string& line : lines) out += "    " + line + "\n";
  return out;
}

struct TextBlock {
  std::string operator()(const Paragraph& block) const { return Wrapped("  ", block.text); }
  std::string operator()(const Code& block) const { return Indented(block.text); }
  std::string operator()(const Drawing& block) const { return Indented(block.text); }
  std::string operator()(const Bullets& block) const {
    std::string out;
    for (const std::string& item : block.items) out += Wrapped("  - ", item);
    return out;
  }
  std::string operator()(const Pairs& block) const {
    size_t width = 0;
    for (const auto& [label, value] : block.rows) width = std::max(width, Columns(label));
    std::string out;
    for (const auto& [label, value] : block.rows)
      out += Wrapped("  " + Padded(CleanText(label), width) + "  ", value);
    return out;
  }
  std::string operator()(const Grid& block) const {
    std::vector<size_t> width(block.header.size(), 0);
    std::vector<std::vector<std::string>> rows = {block.header};
    rows.insert(rows.end(), block.rows.begin(), block.rows.end());
    for (const auto& row : rows)
      for (size_t i = 0; i < row.size() && i < width.size(); ++i)
        width[i] = std::max(width[i], Columns(row[i]));
    std::string out;
    for (const auto& row : rows) {
      std::string line = " ";
      for (size_t i = 0; i < row.size() && i < width.size(); ++i)
        line += " " + Padded(CleanText(row[i]), width[i]) + " ";
      while (!line.empty() && line.back() == ' ') line.pop_back();
      out += line + "\n";
    }
    return out;
  }
};

std::string TextReport(const Report& report) {
  std::string out = Wrapped(report.id + "  ", report.title) + "\n";
  for (const std::string& sentence : report.summary) out += Wrapped("  ", sentence);
  for (const Section& section : report.sections) {
    out += StrCat("\n", section.title, "\n");
    for (size_t i = 0; i < section.blocks.size(); ++i)
      out += (i == 0 ? "" : "\n") + std::visit(TextBlock{}, section.blocks[i]);
  }
  return out;
}

}  // namespace

std::string RenderText(std::span<const Report> reports, const RenderOptions&) {
  std::string out;
  for (const Report& report : reports)
    out += StrCat(out.empty() ? "" : "\n" + std::string(kLineLength, '-') + "\n\n",
                  TextReport(report));
  return out;
}

}  // namespace assay::report
