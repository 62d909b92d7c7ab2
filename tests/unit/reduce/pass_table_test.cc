// Every pass is in the list, well named, described and tested.
#include <filesystem>
#include <fstream>
#include <set>

#include "base/strings.h"
#include "fake.h"

namespace assay::reduce {
namespace {

TEST(PassTable, NamesAreUniqueAndDescribed) {
  std::set<std::string_view> names;
  for (const PassDef& pass : AllPasses()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_EQ(pass.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
    EXPECT_FALSE(pass.meaning.empty()) << pass.name;
  }
}

TEST(PassTable, EveryPassHasAFileAndATest) {
  for (const PassDef& pass : AllPasses()) {
    EXPECT_TRUE(std::filesystem::exists(StrCat("src/reduce/", pass.name, ".cc"))) << pass.name;
    EXPECT_TRUE(std::filesystem::exists(StrCat("tests/unit/reduce/", pass.name, "_test.cc")))
        << pass.name;
  }
}

TEST(PassTable, EveryFileOfAPassIsInTheList) {
  std::set<std::string> names;
  for (const PassDef& pass : AllPasses()) names.emplace(pass.name);
  for (const auto& entry : std::filesystem::directory_iterator("src/reduce")) {
    if (entry.path().extension() != ".cc") continue;
    std::ifstream file(entry.path());
    std::string first;
    std::getline(file, first);
    const std::string stem = entry.path().stem();
    // The head comment of a pass begins with its name.
    if (first.starts_with("// " + stem + ":")) {
      EXPECT_TRUE(names.contains(stem)) << stem;
    }
  }
}

}  // namespace
}  // namespace assay::reduce
