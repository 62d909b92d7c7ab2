// The page that `assay study` writes (study.md), read back into tables and pictures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::web {

struct StudyTable {
  std::string title, note;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

struct StudyPicture {
  std::string title, file;
};

struct StudyText {
  std::string preface;
  std::vector<StudyTable> tables;
  std::vector<StudyPicture> pictures;
};

// Takes what study::WriteOutput writes; other lines are left out.
StudyText ReadStudyText(std::string_view text);

}  // namespace assay::web
