// /api/study: tables and plots of the folder that `assay study` wrote.
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "web/page.h"
#include "web/study_text.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr uintmax_t kLargestStudyFile = 2 << 20;
constexpr size_t kMostPlots = 60;

// A file of the folder itself, of a size that a page can take; "" otherwise. The name comes out of
// a text that anybody may have written.
std::string ReadOwn(const std::string& folder, const std::string& name) {
  if (name.find('/') != std::string::npos || name.starts_with(".")) return "";
  const std::filesystem::path path = std::filesystem::path(folder) / name;
  std::error_code failed;
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, failed)) ||
      std::filesystem::file_size(path, failed) > kLargestStudyFile || failed)
    return "";
  const auto text = ReadFile(path.string());
  return text.ok() ? *text : "";
}

}  // namespace

Result<Answer> Study(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({}));
  json out = {{"folder", sources.study},
              {"tables", json::array()},
              {"plots", json::array()},
              {"note", "No study is there: `assay study --quick --out DIR` makes one."}};
  if (sources.study.empty()) return Answer(std::move(out));
  const std::string text = ReadOwn(sources.study, "study.md");
  if (text.empty()) return Answer(std::move(out));
  const StudyText study = ReadStudyText(text);
  out["note"] = study.preface;
  for (const StudyTable& table : study.tables)
    out["tables"].push_back(ASSAY_FIELDS(table, title, header, rows, note));
  for (const StudyPicture& picture : study.pictures) {
    if (out["plots"].size() == kMostPlots || !picture.file.ends_with(".svg")) continue;
    const std::string svg = ReadOwn(sources.study, picture.file);
    if (!svg.empty())
      out["plots"].push_back({{"title", picture.title}, {"kind", "svg"}, {"svg", svg}});
  }
  return Answer(std::move(out));
}

}  // namespace assay::web
