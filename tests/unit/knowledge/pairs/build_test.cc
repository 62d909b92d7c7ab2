#include "knowledge/pairs/build.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace assay::knowledge::build_test {
namespace {

// Twins by name in plenty, so that there is something to learn from, and one by meaning.
ApiBase Framework(const std::string& name, const std::string& odd_one) {
  std::vector<ApiDoc> docs;
  for (const char* verb : {"adds", "sorts", "turns", "rounds", "folds", "joins", "splits", "counts",
                           "copies", "rolls", "sums", "pads", "flips", "clips", "stacks", "tiles"})
    for (const char* thing : {"rows", "columns", "cells"})
      docs.push_back(MakeDoc(StrCat(name, ".", verb, "_", thing), StrCat(verb, " ", thing),
                             {MakeParameter("x"), MakeParameter("axis", "0")}));
  docs.push_back(MakeDoc(name + "." + odd_one, "blurs picture softly with gauss",
                         {MakeParameter("x"), MakeParameter("axis", "0")}));
  return MakeBase(name, docs);
}

PairRules Rules() {
  PairRules rules;
  rules.by_meaning = {"other"};
  return rules;
}

TEST(Build, ByNameThenByMeaning) {
  const ApiBase a = Framework("a", "gauss_blurs"), b = Framework("b", "blurs_softly");
  WordEmbedder embedder;
  const auto pairs = BuildPairs(a, b, Rules(), &embedder, [](const std::string&) {});
  ASSERT_TRUE(pairs.ok()) << pairs.error().message;
  EXPECT_EQ(pairs->pairs.size(), a.docs.size());
  const Pair* odd = FindPair(*pairs, "a.gauss_blurs");
  ASSERT_NE(odd, nullptr);
  EXPECT_EQ(odd->to, "b.blurs_softly");
  EXPECT_EQ(odd->by, "model");
  EXPECT_GE(odd->score, pairs->model.threshold);
  EXPECT_EQ(FindPair(*pairs, "a.adds_rows")->by, "name");
}

TEST(Build, WithoutEmbeddingsByNameOnlyAndTheSameTwice) {
  const ApiBase a = Framework("a", "gauss_blurs"), b = Framework("b", "blurs_softly");
  const auto quiet = [](const std::string&) {};
  const auto once = BuildPairs(a, b, Rules(), nullptr, quiet);
  const auto twice = BuildPairs(a, b, Rules(), nullptr, quiet);
  EXPECT_FALSE(once->has_model);
  EXPECT_EQ(FindPair(*once, "a.gauss_blurs"), nullptr);
  EXPECT_EQ(PairBaseJson(*once), PairBaseJson(*twice));
}

TEST(Build, TheFingerprintTellsDocumentationAndRulesApart) {
  const ApiBase a = Framework("a", "x"), b = Framework("b", "y"), c = Framework("b", "z");
  const std::string print = PairFingerprint(a, b, "rules", "model");
  EXPECT_EQ(print, PairFingerprint(a, b, "rules", "model"));
  EXPECT_NE(print, PairFingerprint(a, c, "rules", "model"));
  EXPECT_NE(print, PairFingerprint(a, b, "other", "model"));
  EXPECT_NE(print, PairFingerprint(a, b, "rules", "names"));
}

}  // namespace
}  // namespace assay::knowledge::build_test
