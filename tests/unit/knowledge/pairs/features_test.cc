#include "knowledge/pairs/features.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace assay::knowledge {
namespace {

bool Agree(const ApiDoc& a, const ApiDoc& b) {
  const ApiBase left = MakeBase("a", {a}), right = MakeBase("b", {b});
  return NamesAgree(ComparableApis(left, {})[0], ComparableApis(right, {})[0]);
}

TEST(Features, AWordThatOnlyOneHasMakesNamesDisagree) {
  EXPECT_TRUE(Agree(MakeDoc("a.hamming_window", "Hamming window function."),
                    MakeDoc("b.hamming", "The Hamming window.")));
  EXPECT_FALSE(Agree(MakeDoc("a.sigmoid", "Computes the sigmoid."),
                     MakeDoc("b.log_sigmoid", "Computes the logarithm of the sigmoid.")));
  EXPECT_FALSE(Agree(MakeDoc("a.erf", "The error function erf."),
                     MakeDoc("b.erfinv", "Inverse of the error function erf.")));
}

TEST(Features, OnlyTopicsThatAreComparedByMeaning) {
  PairRules rules;
  rules.topics = {{"maths", {"a.m.*", "b.m.*"}, {}}, {"files", {"*"}, {}}};
  rules.by_meaning = {"maths"};
  const ApiBase a = MakeBase("a", {MakeDoc("a.m.sum", "Adds."), MakeDoc("a.io.open", "Opens.")});
  const ApiBase b = MakeBase("b", {MakeDoc("b.m.total", "Adds."), MakeDoc("b.io.load", "Opens.")});
  const auto from = ComparableApis(a, rules), to = ComparableApis(b, rules);
  WordEmbedder embedder;
  const auto from_vectors = VectorsOf(from, embedder), to_vectors = VectorsOf(to, embedder);
  const Side left{from, *from_vectors}, right{to, *to_vectors};
  const PairTable table(left, right, rules);
  EXPECT_TRUE(table.Candidates(0).empty());  // a.io.open
  ASSERT_EQ(table.Candidates(1).size(), 1u);
  EXPECT_NEAR(table.TextCosine(1, table.Candidates(1)[0]), 1, 0.01);
}

}  // namespace
}  // namespace assay::knowledge
