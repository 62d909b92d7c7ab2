#include "web/study_text.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::web {
namespace {

bool IsTableLine(std::string_view line) { return line.starts_with("|"); }

// "| --- | --- |"
bool IsRule(std::string_view line) {
  return line.find_first_not_of("|-: ") == std::string_view::npos;
}

// The cells of a line of a table; "\|" is a stroke within one.
std::vector<std::string> Cells(std::string_view line) {
  std::vector<std::string> out;
  std::string cell;
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      out.emplace_back(Trim(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return out;
}

// "![title](file)"
bool ReadPicture(const std::string& line, StudyPicture& out) {
  const size_t middle = line.find("](");
  if (!line.starts_with("![") || middle == std::string::npos || !line.ends_with(")")) return false;
  out.title = line.substr(2, middle - 2);
  out.file = line.substr(middle + 2, line.size() - middle - 3);
  return true;
}

class Reader {
 public:
  void Take(const std::string& line) {
    if (IsTableLine(line)) return TakeTable(line);
    if (StudyPicture picture; ReadPicture(line, picture)) {
      out_.pictures.push_back(std::move(picture));
    } else if (line.starts_with("#")) {
      chapter_ = Trim(line.substr(std::min(line.find_first_not_of('#'), line.size())));
      title_.clear();
      open_ = false;
    } else if (line.starts_with("**") && line.ends_with("**") && line.size() > 4) {
      title_ = line.substr(2, line.size() - 4);
      open_ = false;
    } else if (!line.empty()) {
      TakeWords(line);
    }
    in_table_ = false;
  }

  StudyText Done() { return std::move(out_); }

 private:
  void TakeTable(const std::string& line) {
    if (!in_table_) {
      out_.tables.push_back({title_.empty() ? chapter_ : title_, "", Cells(line), {}});
      title_.clear();
      in_table_ = open_ = true;
    } else if (!IsRule(line) || !out_.tables.back().rows.empty()) {
      out_.tables.back().rows.push_back(Cells(line));
    }
  }

  // Behind a table they are its note, before all of them the preface.
  void TakeWords(const std::string& line) {
    if (!open_ && !out_.tables.empty()) return;
    std::string& text = open_ ? out_.tables.back().note : out_.preface;
    text += StrCat(text.empty() ? "" : " ", line);
  }

  StudyText out_;
  std::string chapter_, title_;
  bool in_table_ = false;
  bool open_ = false;  // words would belong to the last table
};

}  // namespace

StudyText ReadStudyText(std::string_view text) {
  Reader reader;
  for (const std::string& line : Split(text, '\n')) reader.Take(line);
  return reader.Done();
}

}  // namespace assay::web
