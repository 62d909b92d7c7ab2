#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "mirror/check/runner.h"

namespace assay::mirror {
namespace {

constexpr const char* kGood =
    R"({"done": true, "changes": 2, "draws": 1, "variables": {"x": {"plain": "int", "values": [3]}}, "events": []})";

TEST(Recording, IsTakenOutOfWhatWasPrinted) {
  std::string printed = std::string("hello\n") + "\n@assay-recorded " + kGood + "\n";
  const Recording r = TakeRecording(printed);
  EXPECT_TRUE(r.there);
  EXPECT_TRUE(r.done);
  EXPECT_EQ(r.changes, 2);
  EXPECT_EQ(r.variables["x"]["values"][0], 3);
  EXPECT_EQ(printed, "hello\n\n");
}

TEST(Recording, TellsWhatBenignInputsWouldChange) {
  std::string printed =
      "\n@assay-recorded "
      R"({"done": true, "changes": 0, "draws": 0, "provokes": 0, "variables": {}, "events": []})"
      "\n";
  EXPECT_EQ(TakeRecording(printed).provokes, 0);
  printed = std::string("\n@assay-recorded ") + kGood + "\n";
  EXPECT_EQ(TakeRecording(printed).provokes, -1);  // not told: it has to be run to see that
}

TEST(Recording, TheLastOneCounts) {
  std::string printed =
      "\n@assay-recorded {\"done\": false}\n\n@assay-recorded " + std::string(kGood) + "\n";
  EXPECT_TRUE(TakeRecording(printed).done);
}

TEST(Recording, StepsLeaveNothingInWhatWasPrinted) {
  const std::string step = "\n@assay-recorded " + std::string(kGood) + "\n";
  std::string printed = "a" + step + "b" + step;
  EXPECT_TRUE(TakeRecording(printed).there);
  EXPECT_EQ(printed, "a\nb\n");
  EXPECT_EQ(ChangesName({.steps = true}), "steps");
}

TEST(Recording, WhatIsNoneDoesNoHarm) {
  for (const char* text :
       {"", "@assay-recorded {}", "\n@assay-recorded {", "\n@assay-recorded []\n",
        "\n@assay-recorded {\"done\": 1, \"changes\": \"x\"}\n"}) {
    std::string printed = text;
    EXPECT_FALSE(TakeRecording(printed).there) << text;
  }
}

TEST(Recording, ChangesHaveNames) {
  EXPECT_EQ(ChangesName({}), "own");
  EXPECT_EQ(ChangesName({.wide = true, .benign = true}), "benign wide");
  EXPECT_EQ(ChangesName({.wide = true, .shaken = true}), "shaken wide");
}

TEST(Recording, TheProgramTravelsAsALiteral) {
  const auto recorder = Recorder::Load();
  ASSERT_TRUE(recorder.ok()) << recorder.error().message;
  const std::string text = recorder->Wrap("print(\"a\\n\")\n", {.wide = true});
  EXPECT_NE(text.find(R"("TEXT": "print(\"a\\n\")\n")"), std::string::npos);
  EXPECT_NE(text.find(R"("MODES": ["wide"])"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

// They are put together to one text: a name that two of them define is the last one's in all.
TEST(Recorder, PartsDefineNoNameTwice) {
  std::map<std::string, std::string> seen;
  const std::string folder = lab::HomeFolder() + "/data/mirror/check";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    const auto text = ReadFile(entry.path().string());
    ASSERT_TRUE(text.ok());
    for (const std::string& line : Split(*text, '\n'))
      if (line.starts_with("def ")) {
        const std::string name = line.substr(4, line.find('(') - 4);
        const auto [at, first] = seen.emplace(name, entry.path().filename().string());
        EXPECT_TRUE(first) << name << " is in " << at->second << " and in " << entry.path();
      }
  }
  EXPECT_GT(seen.size(), 10u);
}

}  // namespace
}  // namespace assay::mirror
