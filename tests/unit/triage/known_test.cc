#include "triage/known.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "lab/registry.h"

namespace assay::triage::known_test {
namespace {

constexpr const char* kEntry = R"toml(title = "t"
link = "l"
framework = "onnxruntime"
versions = ">=1.10,<1.20"

[signature]
kind = ["rejected"]
message = "no (kernel|way)"
graph = "= Relu"
)toml";

store::FindingRow Row() {
  store::FindingRow row;
  row.target = "onnxruntime:opt=off";
  row.version = "1.17.3";
  row.kind = "rejected";
  row.message = "there is no way";
  return row;
}

TEST(Known, AllThatIsSaidMustHold) {
  const auto bug = ParseKnownBug(kEntry, "bugs/known/a.toml");
  ASSERT_TRUE(bug.ok()) << bug.error().message;
  EXPECT_EQ(bug->id, "a");
  EXPECT_TRUE(Matches(*bug, Row(), "t0 = Relu(i0)", {"x86_64"}));
  EXPECT_FALSE(Matches(*bug, Row(), "", {"x86_64"}));
  EXPECT_FALSE(Matches(*bug, Row(), "t0 = Clip(i0)", {"x86_64"}));
  for (const auto& change : std::vector<std::function<void(store::FindingRow&)>>{
           [](auto& row) { row.version = "1.20"; }, [](auto& row) { row.kind = "crash"; },
           [](auto& row) { row.message = "x"; }, [](auto& row) { row.target = "openvino"; }}) {
    store::FindingRow row = Row();
    change(row);
    EXPECT_FALSE(Matches(*bug, row, "t0 = Relu(i0)", {"x86_64"}));
  }
}

TEST(Known, BelongsToTheMachineThatShowedIt) {
  const std::string text = kEntry;
  const auto of = [&](const std::string& machine) {
    return ParseKnownBug("machine = " + machine + "\n" + text, "a.toml");
  };
  const auto one = of("\"aarch64\"");
  ASSERT_TRUE(one.ok()) << one.error().message;
  EXPECT_TRUE(Matches(*one, Row(), "t0 = Relu(i0)", {"aarch64"}));
  EXPECT_TRUE(Matches(*one, Row(), "t0 = Relu(i0)", {"x86_64", "aarch64"}));
  EXPECT_FALSE(Matches(*one, Row(), "t0 = Relu(i0)", {"x86_64"}));
  EXPECT_FALSE(Matches(*one, Row(), "t0 = Relu(i0)", {}));  // nobody knows
  const auto both = of("[\"x86_64\", \"aarch64\"]");
  ASSERT_TRUE(both.ok()) << both.error().message;
  EXPECT_TRUE(Matches(*both, Row(), "t0 = Relu(i0)", {"x86_64"}));
  // One that names none is about all, known or not.
  EXPECT_TRUE(Matches(*ParseKnownBug(text, "a.toml"), Row(), "t0 = Relu(i0)", {}));
}

TEST(Known, VersionsCompareByNumbers) {
  EXPECT_TRUE(InRange("1.9.1", "<1.10"));
  EXPECT_TRUE(InRange("1.20.0", "=1.20"));
  EXPECT_FALSE(InRange("1.31.1", ">=1.10,<=1.17.3"));
  EXPECT_TRUE(InRange("2", ""));
}

std::string ErrorOf(const std::string& text) {
  const auto bug = ParseKnownBug(text, "k.toml");
  return bug.ok() ? "" : bug.error().message;
}

TEST(Known, MistakesAreNamedWithFileAndPlace) {
  using testing::AllOf;
  using testing::HasSubstr;
  EXPECT_THAT(ErrorOf("title = "), HasSubstr("k.toml:1:"));
  EXPECT_THAT(ErrorOf("title = \"t\"\n[signature]\nmessage = \"m\""),
              HasSubstr("framework is missing"));
  EXPECT_THAT(ErrorOf("title = \"t\"\nframework = \"f\"\n\n[signature]\nmesage = \"m\""),
              AllOf(HasSubstr("k.toml:"), HasSubstr("needs a 'message' or a 'graph'")));
  EXPECT_THAT(
      ErrorOf("title = \"t\"\nframework = \"f\"\n[signature]\nmessage = \"m\"\nmode = \"x\""),
      AllOf(HasSubstr("k.toml:5"), HasSubstr("mode is not a key")));
  EXPECT_THAT(ErrorOf("title = \"t\"\nframework = \"f\"\n[signature]\nmessage = \"(\""),
              HasSubstr("not a regular expression"));
  EXPECT_THAT(ErrorOf("title = \"t\"\nframework = \"f\"\nmachine = \"arm\"\n[signature]\n"
                      "message = \"m\""),
              AllOf(HasSubstr("k.toml:3"), HasSubstr("machine is 'arm', which is not a machine")));
  EXPECT_THAT(ErrorOf("title = \"t\"\nframework = \"f\"\nmachine = 3\n[signature]\n"
                      "message = \"m\""),
              HasSubstr("k.toml:3"));
}

TEST(Known, TheEntriesOfTheProjectAreSound) {
  const auto bugs = LoadKnownBugs(lab::HomeFolder() + "/bugs/known");
  ASSERT_TRUE(bugs.ok()) << bugs.error().message;
  EXPECT_GE(bugs->size(), 5u);
  std::set<std::string> titles;
  for (const KnownBug& bug : *bugs) {
    EXPECT_TRUE(titles.insert(bug.title).second) << bug.id;
    EXPECT_TRUE(bug.link.empty() || bug.link.starts_with("https://github.com/")) << bug.id;
  }
}

}  // namespace
}  // namespace assay::triage::known_test
