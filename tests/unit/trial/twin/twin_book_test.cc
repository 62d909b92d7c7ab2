#include <gtest/gtest.h>

#include "trial/twin/carry.h"

namespace assay::trial {
namespace {

TEST(TwinBook, OrderDoesNotMatter) {
  TwinBook book;
  book.false_twins = {{"torch.Tensor.equal", "*.equal", "one answer"}};
  EXPECT_EQ(book.WhyNot("torch.Tensor.equal", "tf.equal"), "one answer");
  EXPECT_EQ(book.WhyNot("tf.equal", "torch.Tensor.equal"), "one answer");
  EXPECT_EQ(book.WhyNot("torch.equal_", "tf.equal"), "");
}

TEST(TwinBook, TheShippedOneCanBeRead) {
  const auto book = LoadTwinBook();
  ASSERT_TRUE(book.ok()) << book.error().message;
  EXPECT_FALSE(book->WhyNot("torch.Tensor.equal", "tf.equal").empty());
}

}  // namespace
}  // namespace assay::trial
