// markdown: for an issue or a page of a forge.
#include "report/formats.h"

namespace assay::report {
namespace {

std::string Fenced(const std::string& language, const std::string& text) {
  const std::string clean = CleanText(text), fence = MarkdownFence(clean);
  return StrCat(fence, language, "\n", clean, clean.ends_with('\n') ? "" : "\n", fence, "\n");
}

std::string Row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += StrCat(" ", MarkdownText(cell), " |");
  return out + "\n";
}

std::string Rule(size_t columns) {
  std::string out = "|";
  for (size_t i = 0; i < columns; ++i) out += " --- |";
  return out + "\n";
}

struct MarkdownBlock {
  std::string operator()(const Paragraph& block) const { return MarkdownText(block.text) + "\n"; }
  std::string operator()(const Code& block) const { return Fenced(block.language, block.text); }
  std::string operator()(const Drawing& block) const { return Fenced("mermaid", block.mermaid); }
  std::string operator()(const Bullets& block) const {
    std::string out;
    for (const std::string& item : block.items) out += StrCat("- ", MarkdownText(item), "\n");
    return out;
  }
  std::string operator()(const Pairs& block) const {
    std::string out = "| | |\n" + Rule(2);
    for (const auto& [label, value] : block.rows) out += Row({label, value});
    return out;
  }
  std::string operator()(const Grid& block) const {
    std::string out = Row(block.header) + Rule(block.header.size());
    for (const auto& row : block.rows) out += Row(row);
    return out;
  }
};

std::string MarkdownReport(const Report& report) {
  std::string out = StrCat("# ", MarkdownText(report.title), "\n\n");
  std::string summary;
  for (const std::string& sentence : report.summary)
    summary += (summary.empty() ? "" : " ") + MarkdownText(sentence);
  out += summary + "\n\n";
  out += StrCat("Finding `", report.id, "`, state ", report.state, ", class ", report.study, " (",
                MarkdownText(report.study_name), "), ", report.atoc, ".\n");
  for (const Section& section : report.sections) {
    out += StrCat("\n## ", section.title, "\n");
    for (const Block& block : section.blocks) out += "\n" + std::visit(MarkdownBlock{}, block);
  }
  return out;
}

}  // namespace

std::string RenderMarkdown(std::span<const Report> reports, const RenderOptions& options) {
  std::string out;
  if (options.all) {
    out = StrCat("# ", reports.size(), " findings\n\n", Row({"finding", "state", "class", "what"}),
                 Rule(4));
    for (const Report& report : reports)
      out += Row({report.id, report.state, report.study, report.title});
  }
  for (const Report& report : reports) out += (out.empty() ? "" : "\n") + MarkdownReport(report);
  return out;
}

}  // namespace assay::report
