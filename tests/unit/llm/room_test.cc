#include "llm/room.h"

#include <gtest/gtest.h>

namespace assay::llm {
namespace {

TEST(Room, TakesWhatFitsWhole) {
  Room room(164, 50, 50);  // (164 - 50 - 64) * 3 - 50
  EXPECT_EQ(room.bytes(), 100u);
  EXPECT_TRUE(room.Take(std::string(60, 'a'), "first"));
  EXPECT_FALSE(room.Take(std::string(60, 'b'), "second"));
  EXPECT_TRUE(room.Take(std::string(40, 'c'), "third"));
  EXPECT_EQ(room.left_out(), std::vector<std::string>{"second"});
}

TEST(Room, NeverCutsASentence) {
  Room room(1000, 100);
  EXPECT_EQ(room.Sentences({"One two.", "Three four.", "Five."}, 20, "the documentation of f"),
            "One two. Three four.");
  EXPECT_EQ(room.left_out(), std::vector<std::string>{"the documentation of f: 1 of 3 sentences"});
  EXPECT_EQ(Room(100, 100).bytes(), 0u);
}

TEST(Room, AnswersFollowTheContext) {
  EXPECT_EQ(AnswerTokens(4096, 500), 512);
  EXPECT_EQ(AnswerTokens(4096, 900), 900);
  EXPECT_EQ(AnswerTokens(1'000'000, 500), 8192);
}

}  // namespace
}  // namespace assay::llm
