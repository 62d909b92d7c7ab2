#include "report/gate/project.h"

#include <gtest/gtest.h>

#include "report/gate/issue_text.h"
#include "tests/unit/report/gate/dossiers.h"

namespace assay::report::gate {
namespace {

constexpr const char* kSmall = R"(name = "p"
title = "P"
issues = "https://p.org/issues"
frameworks = ["torch"]
[tolerance]
float32 = [1e-3, 1e-7]
[[rule]]
check = "reduced"
why = "w"
source = "https://p.org"
at_most = 5
[[template]]
source = "https://p.org"
modes = ["compile*"]
labels = ["l"]
title = "c {target}"
[[template.section]]
heading = "H"
text = "{kind}"
[[template]]
source = "https://p.org"
title = "t"
[[template.section]]
heading = "H"
text = "plain"
)";

TEST(Project, Reads) {
  const auto project = ParseProject(kSmall, "p.toml");
  ASSERT_TRUE(project.ok()) << project.error().message;
  EXPECT_EQ(project->rules.at(0).at_most, 5);
  EXPECT_DOUBLE_EQ(project->tolerances.at("float32").relative, 1e-3);
  EXPECT_EQ(project->TemplateFor("compile")->title, "c {target}");
  EXPECT_EQ(project->TemplateFor("eager")->title, "t");
}

TEST(Project, MistakesNameFileAndLine) {
  const auto broken = [](const std::string& from, const std::string& to) {
    std::string text = kSmall;
    text.replace(text.find(from), from.size(), to);
    const auto project = ParseProject(text, "p.toml");
    return project.ok() ? "accepted" : project.error().message;
  };
  EXPECT_NE(broken("\"reduced\"", "\"redused\"").find("did you mean reduced"), std::string::npos);
  EXPECT_NE(broken("why = ", "wy = ").find("p.toml:"), std::string::npos);
  EXPECT_NE(broken("at_most = 5", "at_mots = 5").find("at_mots is not a key"), std::string::npos);
  EXPECT_NE(broken("float32", "flaot32").find("is not an element type"), std::string::npos);
  EXPECT_NE(broken("[1e-3, 1e-7]", "1e-3").find("[relative, absolute]"), std::string::npos);
  EXPECT_NE(broken("name = \"p\"", "name = ").find("p.toml:1"), std::string::npos);
}

// What ships with the project: every rule says where it comes from, every placeholder exists.
TEST(Project, ThoseThatShip) {
  const auto names = ProjectNames("projects");
  EXPECT_EQ(names, (std::vector<std::string>{"jax", "onnxruntime", "openvino", "pytorch",
                                             "tensorflow", "tvm"}));
  Dossier dossier =
      WrongOn("graph g (x: float32[2]) -> (y: float32[2]) {\n  y = Sqrt(x)\n}\n", {Floats({1, 4})});
  for (const std::string& name : names) {
    const auto project = LoadProject("projects", name);
    ASSERT_TRUE(project.ok()) << project.error().message;
    EXPECT_EQ(project->name, name);
    EXPECT_GE(project->rules.size(), 12u) << name;
    for (const Rule& rule : project->rules)
      EXPECT_TRUE(rule.source.starts_with("https://")) << name << ": " << rule.check;
    for (const Template& one : project->templates) {
      dossier.mode = one.modes.empty() ? "" : one.modes.front();
      const auto issue = WriteIssue(*project, dossier);
      ASSERT_TRUE(issue.ok()) << name << ": " << issue.error().message;
      EXPECT_EQ(issue->source, one.source) << name;
    }
  }
  EXPECT_FALSE(LoadProject("projects", "nix").ok());
}

TEST(IssueText, FillsInTheEvidence) {
  const auto project = LoadProject("projects", "tvm");
  Dossier dossier =
      WrongOn("graph g (x: float32[2]) -> (y: float32[2]) {\n  y = Sqrt(x)\n}\n", {Floats({1, 4})});
  dossier.facts["evidence"] = {
      {"output", "y"}, {"element", 1}, {"got", 3.0}, {"truth", 2.0}, {"bound", 1e-7}};
  dossier.facts["repro"] = {{"text", "import tvm\n"}, {"output", "BUG\n"}};
  dossier.facts["reduction"] = {{"notes", {"x: any float32 value > 0"}}};
  const auto issue = WriteIssue(*project, dossier);
  ASSERT_TRUE(issue.ok()) << issue.error().message;
  EXPECT_LT(issue->body.find("### Expected behavior"), issue->body.find("### Actual behavior"));
  EXPECT_NE(issue->body.find("element 1: 2 ± 1e-07"), std::string::npos) << issue->body;
  EXPECT_NE(issue->body.find("```python\nimport tvm\n```"), std::string::npos);
  EXPECT_NE(issue->body.find("any float32 value > 0"), std::string::npos);
  EXPECT_EQ(issue->body.find('{'), std::string::npos) << issue->body;
}

// Where no error is allowed, "± 0.0" would read like a tolerance.
TEST(IssueText, SaysWhatIsExact) {
  const auto project = LoadProject("projects", "tvm");
  Dossier dossier =
      WrongOn("graph g (x: float32[2]) -> (y: float32[2]) {\n  y = Neg(x)\n}\n", {Floats({1, 4})});
  dossier.facts["evidence"] = {
      {"output", "y"}, {"element", 1}, {"got", 3.0}, {"truth", -4.0}, {"bound", 0.0}};
  const auto issue = WriteIssue(*project, dossier);
  ASSERT_TRUE(issue.ok()) << issue.error().message;
  EXPECT_NE(issue->body.find("element 1: exactly -4. No rounding"), std::string::npos)
      << issue->body;
  EXPECT_EQ(issue->body.find("±"), std::string::npos) << issue->body;
}

TEST(IssueText, UnknownPlaceholder) {
  EXPECT_FALSE(FillIn("a {nonesuch}", {{"kind", "k"}}).ok());
  EXPECT_EQ(FillIn("a {kind} b", {{"kind", "k"}}).value(), "a k b");
}

}  // namespace
}  // namespace assay::report::gate
