#include "tests/unit/ops/op_test.h"

namespace assay::ops::tf_idf_vectorizer_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

// Pool: 1-grams 2, 3; 2-grams (5, 6), (7, 8).
Attrs Pool(const std::string& mode, int64_t shortest, int64_t skips,
           std::vector<float> weights = {}) {
  Attrs attrs = {{"mode", mode},
                 {"min_gram_length", shortest},
                 {"max_gram_length", int64_t{2}},
                 {"max_skip_count", skips},
                 {"ngram_counts", std::vector<int64_t>{0, 2}},
                 {"ngram_indexes", std::vector<int64_t>{3, 0, 1, 2}},
                 {"pool_int64s", std::vector<int64_t>{2, 3, 5, 6, 7, 8}}};
  if (!weights.empty()) attrs.Set("weights", weights);
  return attrs;
}
const Known kText = Ints({7}, {5, 6, 2, 2, 7, 9, 8});

TEST(TfIdfVectorizer, CountsAtTheirColumns) {
  EXPECT_THAT(Values(RunOp("TfIdfVectorizer", Pool("TF", 1, 0), {kText})), ElementsAre(0, 1, 0, 2));
  EXPECT_THAT(Values(RunOp("TfIdfVectorizer", Pool("TF", 2, 1), {kText})), ElementsAre(0, 1, 1, 0));
}
TEST(TfIdfVectorizer, WeightsBelongToTheNGrams) {
  EXPECT_THAT(Values(RunOp("TfIdfVectorizer", Pool("TFIDF", 1, 0, {10, 20, 30, 40}), {kText})),
              ElementsAre(0, 30, 0, 20));
  EXPECT_THAT(Values(RunOp("TfIdfVectorizer", Pool("IDF", 1, 0, {10, 20, 30, 40}), {kText})),
              ElementsAre(0, 30, 0, 10));
}
TEST(TfIdfVectorizer, RowsAndEmptyRows) {
  EXPECT_THAT(Values(RunOp("TfIdfVectorizer", Pool("TF", 1, 0), {Ints({2, 1}, {2, 3})})),
              ElementsAre(0, 0, 0, 1, 1, 0, 0, 0));
  EXPECT_EQ(ShapeOf(RunOp("TfIdfVectorizer", Pool("TF", 1, 0), {Ints({0}, {})})), (Shape{4}));
}
TEST(TfIdfVectorizer, RefusesOtherModes) {
  EXPECT_THAT(MessageOf(RunOp("TfIdfVectorizer", Pool("BM25", 1, 0), {kText})),
              HasSubstr("mode 'BM25'"));
}

}  // namespace
}  // namespace assay::ops::tf_idf_vectorizer_test
