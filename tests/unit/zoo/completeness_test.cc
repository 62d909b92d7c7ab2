// zoo.def is complete: every file's models are listed, names are unique and well formed, no subject
// of the study is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "base/files.h"
#include "zoo/zoo.h"

namespace assay::zoo {
namespace {

namespace fs = std::filesystem;

fs::path Home() {
  const char* home = std::getenv("ASSAY_HOME");
  return home == nullptr ? fs::path(".") : fs::path(home);
}

// All matches of the first group of `pattern` in a file.
std::vector<std::string> Matches(const fs::path& file, const std::string& pattern) {
  const std::string text = ReadFile(file.string()).value();
  const std::regex regex(pattern);
  std::vector<std::string> out;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
    out.push_back((*it)[1]);
  return out;
}

TEST(Completeness, EveryModelIsListedOnce) {
  std::vector<std::string> listed =
      Matches(Home() / "src/zoo/zoo.def", R"((?:^|\n)ASSAY_MODEL\((\w+),)");
  std::vector<std::string> written;
  for (const auto& item : fs::directory_iterator(Home() / "src/zoo"))
    if (item.path().extension() == ".cc" && item.path().filename() != "zoo.cc")
      for (const std::string& name : Matches(item.path(), R"((?:^|\n)Subject Build(\w+)\(Size)"))
        written.push_back(name);
  std::sort(listed.begin(), listed.end());
  std::sort(written.begin(), written.end());
  EXPECT_EQ(listed, written);
  EXPECT_EQ(listed.size(), AllModels().size());
}

TEST(Completeness, NamesAreUniqueAndWellFormed) {
  std::set<std::string_view> names;
  const std::regex form("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  for (const ZooDef& def : AllModels()) {
    EXPECT_TRUE(names.insert(def.name).second) << def.name;
    EXPECT_TRUE(std::regex_match(std::string(def.name), form)) << def.name;
    EXPECT_FALSE(def.task.empty() || def.dataset.empty() || def.meaning.empty()) << def.name;
    EXPECT_EQ(def.meaning.find('\n'), std::string_view::npos);
  }
}

TEST(Completeness, AllSubjectsOfTheStudyAreThere) {
  std::set<std::string_view> study;
  for (const ZooDef& def : AllModels())
    if (def.study) study.insert(def.name);
  const std::set<std::string_view> expected = {
      "resnet50-cifar10",  "vgg16-cifar10", "alexnet",      "lenet5-fashion", "lenet5-mnist",
      "resnet50-imagenet", "vgg19",         "inception-v3", "densenet121",    "vgg16-imagenet",
      "xception",          "mobilenet-v2",  "lstm-sine",    "lstm-stock",     "ssd-resnet50-fpn",
      "ssd-mobilenet-v1",  "yolov3",        "deeplabv3",    "unet",           "textcnn",
      "patchcore",         "ssim-ae",       "openpose"};
  EXPECT_EQ(study, expected);
}

TEST(Completeness, EveryModelIsDocumented) {
  const std::string text = ReadFile((Home() / "docs/reference/campaigns.md").string()).value();
  for (const ZooDef& def : AllModels())
    EXPECT_NE(text.find("| " + std::string(def.name) + " |"), std::string::npos) << def.name;
}

}  // namespace
}  // namespace assay::zoo
