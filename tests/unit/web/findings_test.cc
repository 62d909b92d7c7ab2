// /api/findings, without HTTP.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

class FindingsTest : public testing::Test {
 protected:
  FindingsTest() {
    for (const char* suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(sources_.store + suffix);
    auto store = store::Store::Open(sources_.store);
    std::vector<store::FindingRow> rows;
    for (int i = 0; i < 60; ++i) {
      store::FindingRow row;
      row.id = "f" + std::to_string(100 + i);
      row.target = i % 2 == 0 ? "ort" : "jax";
      row.kind = i % 3 == 0 ? "crash" : "wrong";
      row.message = "<img src=x onerror=alert(1)>";
      row.state = "new";
      row.realism = i;
      row.count = 1;
      rows.push_back(row);
    }
    EXPECT_TRUE(store->AddFindings(rows, {}).ok());
    EXPECT_TRUE(store->SetFact("f100", "label", R"({"label": "messy-codes"})").ok());
    for (const char* id : {"f101", "f103"}) EXPECT_TRUE(store->SetGrouping(id, "g").ok());
  }
  json Get(const std::string& text) const {
    const auto answer = Findings(sources_, *Query::Parse(text));
    return answer.ok() ? answer->json : json{{"error", answer.error().message}};
  }
  Sources sources_ = {.store = testing::TempDir() + "/findings_test.db"};
};

TEST_F(FindingsTest, AnswersAPage) {
  const json first = Get("");
  EXPECT_EQ(first["total"], 60);
  EXPECT_EQ(first["findings"].size(), 50u);
  EXPECT_EQ(first["findings"][0]["id"], "f159");
  EXPECT_EQ(first["facets"]["kind"]["crash"], 20);
  const json second = Get("limit=50&offset=50&facets=0");
  EXPECT_EQ(second["findings"].size(), 10u);
  EXPECT_FALSE(second.contains("facets"));
}

TEST_F(FindingsTest, ClassesHaveTheirNames) {
  auto store = store::Store::Open(sources_.store);
  ASSERT_TRUE(store->KeepDigests({{"f159", 1, "F1", "title", "", 5, 2}}).ok());
  const json answer = Get("limit=2");
  EXPECT_EQ(answer["findings"][0]["class"], "F1");
  EXPECT_EQ(answer["findings"][0]["class_name"], "output inconsistency");
  EXPECT_EQ(answer["findings"][1]["class_name"], "");
  EXPECT_EQ(answer["class_names"], (json{{"F1", "output inconsistency"}}));
}

TEST_F(FindingsTest, FiltersSortsAndGroups) {
  EXPECT_EQ(Get("kind=crash&target=jax")["total"], 10);
  EXPECT_EQ(Get("q=ONERROR")["total"], 60);
  EXPECT_EQ(Get("label=false")["total"], 1);  // a kind of false
  EXPECT_EQ(Get("label=none")["total"], 59);
  EXPECT_EQ(Get("sort=target")["findings"][0]["target"], "jax");
  EXPECT_EQ(Get("group=1")["total"], 59);
  EXPECT_EQ(Get("group=1&q=f101")["findings"][0]["members"], 1);
  EXPECT_EQ(Get("group=1&grouping=g")["findings"][0]["hits"], 2);
  EXPECT_FALSE(Get("grouping=g")["findings"][0].contains("hits"));
  EXPECT_EQ(Get("grouping=g")["total"], 2);
  EXPECT_EQ(Get("sort=realism&order=asc")["findings"][0]["id"], "f100");
}

TEST_F(FindingsTest, RefusesOtherQuestions) {
  for (const char* bad :
       {"limit=0", "limit=501", "limit=-1", "limit=", "offset=-1", "sort=id", "order=up",
        "label=nonesuch", "group=2", "facets=x", "campaign=x", "nonesuch=1"})
    EXPECT_TRUE(Get(bad).contains("error")) << bad;
  EXPECT_TRUE(Get("q=" + std::string(300, 'a')).contains("error"));
}

TEST_F(FindingsTest, AReportGetsTheKindsOfLabels) {
  EXPECT_FALSE(Get("").contains("labels"));
  sources_.for_report = true;
  const json labels = Get("")["labels"];
  EXPECT_EQ(labels["known"], json::array({"known"}));
  const auto& kinds = labels["false"];
  EXPECT_NE(std::find(kinds.begin(), kinds.end(), json("messy-codes")), kinds.end());
  EXPECT_EQ(std::find(kinds.begin(), kinds.end(), json("true")), kinds.end());
}

TEST_F(FindingsTest, AMissingStoreIsSaid) {
  sources_.store += "-none";
  EXPECT_NE(Get("")["error"].get<std::string>().find("no such store"), std::string::npos);
}

}  // namespace
}  // namespace assay::web
