#include "study/output.h"

#include <algorithm>

#include "base/files.h"
#include "base/strings.h"

namespace assay::study {
namespace {

std::string InMarkdown(std::string cell) {
  std::string out;
  for (const char c : cell) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string InCsv(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

template <typename Convert>
std::vector<std::string> Converted(const std::vector<std::string>& cells, const Convert& convert) {
  std::vector<std::string> out;
  std::transform(cells.begin(), cells.end(), std::back_inserter(out), convert);
  return out;
}

std::string ChapterText(const Chapter& chapter) {
  std::string out = StrCat("## ", chapter.title, "\n\n");
  for (const Table& table : chapter.tables) out += table.Markdown() + "\n";
  for (const Plot& plot : chapter.plots)
    out += StrCat("![", plot.title, "](", plot.name, ".svg)\n\n");
  return out;
}

}  // namespace

std::string Table::Markdown() const {
  std::string out = title.empty() ? "" : StrCat("**", title, "**\n\n");
  out += StrCat("| ", Join(Converted(header, InMarkdown), " | "), " |\n|");
  for (size_t i = 0; i < header.size(); ++i) out += " --- |";
  out += "\n";
  for (const auto& row : rows) out += StrCat("| ", Join(Converted(row, InMarkdown), " | "), " |\n");
  if (!note.empty()) out += StrCat("\n", note, "\n");
  return out;
}

std::string Table::Csv() const {
  std::string out = Join(Converted(header, InCsv), ",") + "\n";
  for (const auto& row : rows) out += Join(Converted(row, InCsv), ",") + "\n";
  return out;
}

Result<std::vector<std::string>> WriteOutput(const std::string& folder, const Output& output,
                                             const std::string& preface) {
  std::vector<std::string> paths;
  const auto write = [&](const std::string& name, const std::string& text) -> Status {
    paths.push_back(folder + "/" + name);
    return WriteFile(paths.back(), text);
  };
  std::string page = preface;
  for (const Chapter& chapter : output.chapters) {
    page += ChapterText(chapter);
    for (const Table& table : chapter.tables)
      ASSAY_RETURN_IF_ERROR(write(table.name + ".csv", table.Csv()));
    for (const Plot& plot : chapter.plots)
      ASSAY_RETURN_IF_ERROR(write(plot.name + ".svg", plot.svg));
  }
  ASSAY_RETURN_IF_ERROR(write("study.md", page));
  ASSAY_RETURN_IF_ERROR(
      write("study.json",
            output.data.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"));
  return paths;
}

}  // namespace assay::study
