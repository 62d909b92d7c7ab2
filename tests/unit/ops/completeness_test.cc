// The table of operators is complete: files, entries, names, functions, schemas, and what is
// missing is said.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::ops {
namespace {

namespace fs = std::filesystem;

// Operators of ai.onnx that the table does not have. Remove a name here when its operator is added.
const std::set<std::string> kMissing = {};

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

std::vector<std::string> Entries() {
  return Matches(Home() / "src/ops/ops.def", R"((?:^|\n)ASSAY_OP\((\w+)\))");
}

// The source files in the folders of operator families.
std::vector<fs::path> FamilyFiles() {
  std::vector<fs::path> out;
  for (const auto& item : fs::recursive_directory_iterator(Home() / "src/ops"))
    if (item.path().extension() == ".cc" && item.path().parent_path() != Home() / "src/ops")
      out.push_back(item.path());
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> DefsIn(const fs::path& file) {
  return Matches(file, R"((?:^|\n)OpDef (\w+)Def\(\))");
}

TEST(Completeness, TheListIsSortedAndUnique) {
  const std::vector<std::string> entries = Entries();
  ASSERT_FALSE(entries.empty());
  for (size_t i = 1; i < entries.size(); ++i) EXPECT_LT(entries[i - 1], entries[i]);
  EXPECT_EQ(entries.size(), AllOps().size());
}

TEST(Completeness, EveryFileBelongsToEntriesAndEveryEntryToOneFile) {
  const std::vector<std::string> entries = Entries();
  const std::set<std::string> listed(entries.begin(), entries.end());
  std::map<std::string, std::string> defined;
  for (const fs::path& file : FamilyFiles()) {
    const std::vector<std::string> defs = DefsIn(file);
    // A file without an operator of its own is what others of its family share, and says so by its
    // header. Image decoders share one header.
    const bool shared = fs::exists(fs::path(file).replace_extension(".h")) ||
                        file.parent_path().filename() == "codecs";
    EXPECT_TRUE(!defs.empty() || shared) << file << " defines no operator and has no header";
    for (const std::string& name : defs) {
      EXPECT_TRUE(listed.count(name))
          << file << " defines " << name << ", which ops.def does not list";
      EXPECT_TRUE(defined.emplace(name, file.string()).second)
          << name << " is defined in " << defined[name] << " and " << file;
    }
  }
  for (const std::string& name : entries)
    EXPECT_TRUE(defined.count(name)) << "no file defines " << name << "Def()";
}

// The text of all tests of a family.
std::string TestsOf(const std::string& family) {
  std::string text;
  for (const auto& item : fs::recursive_directory_iterator(Home() / "tests/unit/ops" / family))
    if (item.path().extension() == ".cc") text += ReadFile(item.path().string()).value();
  return text;
}

TEST(Completeness, EveryOperatorIsNamedInATestOfItsFamily) {
  std::map<std::string, std::string> tests;
  const fs::path ops = Home() / "src/ops";
  for (const fs::path& file : FamilyFiles()) {
    const std::string family = fs::relative(file, ops).begin()->string();
    if (tests.count(family) == 0) tests[family] = TestsOf(family);
    for (const std::string& def : DefsIn(file)) {
      const std::string name = std::regex_replace(def, std::regex("(Ml|Preview|Training)$"), "");
      const bool named = std::regex_search(tests[family], std::regex("\\b" + name + "\\b"));
      EXPECT_TRUE(named) << "no test in tests/unit/ops/" << family << " names " << name;
    }
  }
}

TEST(Completeness, EveryOperatorSaysWhatItIsAndHasItsFunctions) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  const std::regex well_formed("[A-Z][A-Za-z0-9_]*");
  for (const OpDef& op : AllOps()) {
    const std::string name(op.name);
    EXPECT_TRUE(std::regex_match(name, well_formed)) << name;
    EXPECT_TRUE(seen.emplace(op.domain, op.name).second) << name << " is there twice";
    EXPECT_FALSE(op.meaning.empty()) << name;
    EXPECT_EQ(op.meaning.find('\n'), std::string_view::npos) << name;
    EXPECT_NE(op.infer, nullptr) << name;
    EXPECT_NE(op.evaluate, nullptr) << name;
    EXPECT_EQ(FindOp(op.domain, op.name), &op) << name;
    EXPECT_LE(op.data_inputs.min, op.data_inputs.max) << name;
    for (const Open& open : op.open) {
      EXPECT_FALSE(open.what.empty()) << name;
      EXPECT_FALSE(open.reference.empty()) << name;
    }
  }
}

TEST(Completeness, EveryOperatorHasASchema) {
  std::set<std::pair<std::string_view, std::string_view>> schemas;
  for (const Schema& schema : AllSchemas()) schemas.emplace(schema.domain, schema.name);
  for (const OpDef& op : AllOps()) EXPECT_TRUE(schemas.count({op.domain, op.name})) << op.name;
}

TEST(Completeness, EveryOfficialOperatorIsInTheTableOrListedAsMissing) {
  for (const Schema& schema : AllSchemas()) {
    const Schema* newest = FindSchema("", schema.name, kNewestOpset);
    if (!schema.domain.empty() || newest == nullptr || newest->deprecated) continue;
    const bool present = FindOp("", schema.name) != nullptr,
               missing = kMissing.count(std::string(schema.name)) > 0;
    EXPECT_TRUE(present || missing)
        << schema.name << " is neither in ops.def nor listed as missing";
    EXPECT_FALSE(present && missing)
        << schema.name << " is in the table: take it off the list of missing ones";
  }
}

}  // namespace
}  // namespace assay::ops
