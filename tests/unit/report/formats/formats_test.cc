#include "report/formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/material.h"
#include "tests/unit/report/material_sample.h"

namespace assay::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::vector<Report> Two() {
  Material hostile = RawSample();
  hostile.row.id = "f2";
  hostile.row.kind = "rejected";
  hostile.row.message = "</pre><script>alert(1)</script> & ]]> \x01\xff";
  hostile.classes = triage::Classify(CluesOf(hostile.row, {}, 2, nullptr));
  return {BuildReport(FullSample()), BuildReport(hostile)};
}

// Every tag closed in its order, and no bare ampersand: enough to tell well-formed from broken.
bool WellFormed(const std::string& xml) {
  std::vector<std::string> open;
  for (size_t at = 0; (at = xml.find('<', at)) != std::string::npos; ++at) {
    const size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
    if (tag.starts_with("?") || tag.starts_with("!") || tag.ends_with("/")) continue;
    if (!tag.starts_with("/")) {
      open.push_back(name);
    } else {
      if (open.empty() || "/" + open.back() != tag) return false;
      open.pop_back();
    }
  }
  for (size_t at = 0; (at = xml.find('&', at)) != std::string::npos; ++at)
    if (xml.find(';', at) > at + 6) return false;
  return open.empty();
}

TEST(Formats, NamesAreUniqueAndFound) {
  for (const FormatDef& format : AllFormats())
    EXPECT_EQ(FindFormat(format.name)->name, format.name);
  EXPECT_EQ(FindFormat("nonesuch"), nullptr);
}

TEST(Formats, EachTellsBothFindings) {
  const std::vector<Report> reports = Two();
  for (const FormatDef& format : AllFormats()) {
    const std::string text = format.render(reports, {.version = "9", .all = true});
    EXPECT_THAT(text, HasSubstr("f1")) << format.name;
    EXPECT_THAT(text, HasSubstr("f2")) << format.name;
    EXPECT_EQ(text, format.render(reports, {.version = "9", .all = true})) << format.name;
    EXPECT_THAT(format.render({}, {.version = "9", .all = true}), Not(HasSubstr("f1")));
  }
}

TEST(Json, OneIsAnObjectAllAreAList) {
  const std::vector<Report> reports = Two();
  const json all = json::parse(RenderJson(reports, {.all = true}));
  ASSERT_EQ(all.size(), 2u);
  const json one = json::parse(RenderJson(std::span(reports).first(1), {}));
  EXPECT_EQ(one["id"], "f1");
  EXPECT_EQ(one["class"]["study"], "F1");
  EXPECT_EQ(one["report"]["summary"].size(), 2u);
  EXPECT_GT(one["report"]["sections"].size(), 8u);
}

TEST(Sarif, HasWhatTheSchemaRequires) {
  const json sarif = json::parse(RenderSarif(Two(), {.version = "9"}));
  EXPECT_EQ(sarif["version"], "2.1.0");
  const json& run = sarif["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "assay");
  const json& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(run["results"].size(), 2u);
  for (const json& result : run["results"]) {
    EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
    EXPECT_EQ(rules[result["ruleIndex"].get<size_t>()]["id"], result["ruleId"]);
    EXPECT_FALSE(result["fingerprints"]["assay/signature/v1"].get<std::string>().empty());
    EXPECT_THAT(
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].get<std::string>(),
        HasSubstr("/model.onnx"));
  }
}

TEST(Sarif, AFixedFindingPasses) {
  std::vector<Report> reports = Two();
  reports[0].state = "fixed";
  const json sarif = json::parse(RenderSarif(reports, {}));
  EXPECT_EQ(sarif["runs"][0]["results"][0]["kind"], "pass");
  EXPECT_EQ(sarif["runs"][0]["results"][0]["level"], "none");
}

TEST(Junit, FailsUntilFixed) {
  std::vector<Report> reports = Two();
  std::string xml = RenderJunit(reports, {});
  EXPECT_TRUE(WellFormed(xml)) << xml;
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"2\""));
  reports[0].state = "fixed";
  xml = RenderJunit(reports, {});
  EXPECT_TRUE(WellFormed(xml));
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"1\""));
}

TEST(Html, NothingOfAMessageIsMarkupAndNothingIsLoaded) {
  const std::string html = RenderHtml(Two(), {.version = "9", .all = true});
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(html, HasSubstr("<svg"));
  for (const char* loads : {"src=", "@import", "url(", "<link"})
    EXPECT_THAT(html, Not(HasSubstr(loads)));
}

TEST(Markdown, HasTheChartAndTheTable) {
  const std::string text = RenderMarkdown(Two(), {.all = true});
  EXPECT_THAT(text, HasSubstr("```mermaid\nflowchart TD"));
  EXPECT_THAT(text, HasSubstr("# 2 findings"));
  EXPECT_THAT(text, HasSubstr("```python\nprint(\"BUG\")\n```"));
  EXPECT_THAT(text, HasSubstr("Clip &lt;b&gt;"));
}

}  // namespace
}  // namespace assay::report
