#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/web/pages_sample.h"

namespace assay::web {
namespace {

using dossier::kHostile;
using nlohmann::json;

class BugsPageTest : public PageTest {
 protected:
  void SetUp() override {
    PageTest::SetUp();
    folder_ = testing::TempDir() + "/bugs_page";
    std::filesystem::remove_all(folder_);
  }
  void Write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::string folder_;
};

TEST_F(BugsPageTest, TheProjectsOwnBugs) {
  const json out = Ask(Bugs);
  ASSERT_FALSE(out["bugs"].empty());
  EXPECT_EQ(out["total"], out["bugs"].size());
  size_t sum = 0;
  for (const json& library : out["libraries"]) sum += library["bugs"].get<size_t>();
  EXPECT_EQ(sum, out["bugs"].size());
  const std::string one = out["libraries"][0]["name"];
  for (const json& bug : Ask(Bugs, Query().Set("library", one))["bugs"])
    EXPECT_EQ(bug["library"], one);
  EXPECT_FALSE(Bugs(sources(), Query().Set("library", "nonesuch")).ok());
}

TEST_F(BugsPageTest, AFolderThatIsNoDatabaseIsSaid) {
  Sources from = sources();
  from.bugs = folder_ + "/nonesuch";
  const json out = AskOf(from, Bugs);
  EXPECT_TRUE(out["bugs"].empty());
  EXPECT_FALSE(out["note"].get<std::string>().empty());
}

TEST_F(BugsPageTest, TheScoreboard) {
  EXPECT_TRUE(Ask(Scoreboard)["cells"].empty());
  const auto entry = [](const char* tool, const char* id, const char* score) {
    return json{{"tool", tool},        {"library", "jax"},     {"id", id},      {"version", "1"},
                {"api", kHostile},     {"reason", ""},         {"finding", ""}, {"seconds", 2.5},
                {"limit_seconds", 60}, {"when", "2026-11-16"}, {"score", score}};
  };
  const json board = {
      {"scoreboard", 1},
      {"entries", json::array({entry("fuzz", "1", "found"), entry("judge", "1", "missed"),
                               entry("fuzz", "2", "not supported")})}};
  Write("board.json", board.dump());
  Sources from = sources();
  from.board = folder_ + "/board.json";
  const json out = AskOf(from, Scoreboard);
  ASSERT_EQ(out["tools"].size(), 2u);
  EXPECT_EQ(out["tools"][0]["name"], "fuzz");
  EXPECT_EQ(out["tools"][0]["found"], 1);
  EXPECT_EQ(out["bugs"].size(), 2u);
  EXPECT_EQ(out["bugs"][0]["title"], kHostile);
  ASSERT_EQ(out["cells"].size(), 3u);
  EXPECT_EQ(out["cells"][0]["score"], 1);
  EXPECT_EQ(out["cells"][1]["score"], 0);
  EXPECT_EQ(out["cells"][2]["score"], "not supported");
  Write("board.json", "nonsense");
  EXPECT_FALSE(Scoreboard(from, {}).ok());
}

}  // namespace
}  // namespace assay::web
