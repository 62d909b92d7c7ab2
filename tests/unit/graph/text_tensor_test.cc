// Tensors of every element type keep every bit.
#include "graph/text_tensor.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "base/rng.h"
#include "graph/text.h"
#include "graph/text_spelling.h"

namespace assay {
namespace {

std::string Print(const Tensor& tensor) {
  uint64_t budget = kMaxFillBytes;
  return TensorDataText(tensor, budget);
}

Result<Tensor> Parse(const std::string& text, const Tensor& like) {
  TokenStream in(text);
  uint64_t budget = kMaxFillBytes;
  return ParseTensorData(in, TensorType(like.dtype(), like.shape()), budget);
}

void ExpectKept(const Tensor& tensor) {
  const std::string text = Print(tensor);
  const auto again = Parse(text, tensor);
  ASSERT_TRUE(again.ok()) << text << ": " << again.error().message;
  EXPECT_EQ(*again, tensor) << text;
}

Tensor RandomBytes(Rng& rng, DType type, const Shape& shape) {
  std::vector<std::byte> bytes(static_cast<size_t>(ElementCount(shape)) * StorageBytes(type));
  for (std::byte& b : bytes) b = static_cast<std::byte>(rng.Next());
  return Tensor(type, shape, std::move(bytes));
}

TEST(TextTensor, RandomBitsOfEveryTypeAreKept) {
  Rng rng(1);
  for (int i = 1; i < kDTypeCount; ++i) {
    const auto type = static_cast<DType>(i);
    if (type == DType::kString) continue;
    for (const Shape& shape :
         {Shape{}, Shape{1}, Shape{4}, Shape{2, 3, 5}, Shape{9, 9}, Shape{0, 3}})
      for (int round = 0; round < 20; ++round) ExpectKept(RandomBytes(rng, type, shape));
    ExpectKept(Tensor(type, Shape{3}));
    ExpectKept(Tensor(type, Shape{1000}));
  }
}

TEST(TextTensor, EveryPatternOfTheSmallFloatsIsKept) {
  for (int i = 1; i < kDTypeCount; ++i) {
    const auto type = static_cast<DType>(i);
    if (!IsFloat(type) || BitWidth(type) > 16) continue;
    const size_t bytes = StorageBytes(type);
    for (uint64_t bits = 0; bits < uint64_t{1} << BitWidth(type); ++bits) {
      std::vector<std::byte> buffer(bytes);
      std::memcpy(buffer.data(), &bits, bytes);
      const Tensor tensor(type, Shape{}, std::move(buffer));
      const auto again = Parse(Print(tensor), tensor);
      ASSERT_TRUE(again.ok() && *again == tensor)
          << DTypeName(type) << " " << bits << " " << Print(tensor);
    }
  }
}

TEST(TextTensor, ExtremeFloatsAreKept) {
  using Limits = std::numeric_limits<double>;
  const std::vector<double> values{0,
                                   -0.0,
                                   0.1,
                                   Limits::denorm_min(),
                                   Limits::min(),
                                   Limits::max(),
                                   -Limits::max(),
                                   Limits::infinity(),
                                   -Limits::infinity(),
                                   Limits::quiet_NaN(),
                                   1e23,
                                   0x1p-149,
                                   0x1p-126};
  const Shape shape{static_cast<int64_t>(values.size())};
  for (const DType type : {DType::kFloat64, DType::kFloat32, DType::kFloat16, DType::kBfloat16})
    ExpectKept(MakeTensor(type, shape, values));
}

TEST(TextTensor, Strings) {
  std::string all_bytes;
  for (int c = 0; c < 256; ++c) all_bytes += static_cast<char>(c);
  ExpectKept(Tensor(Shape{4}, {"", all_bytes, "é\"\\\n", "\xed\xa0\x80\xf5"}));
  ExpectKept(Tensor(Shape{}, {"one"}));
  ExpectKept(Tensor(Shape{100}, std::vector<std::string>(100, "same")));
  ExpectKept(Tensor(DType::kString, Shape{0}));
}

TEST(TextTensor, ChoosesTheReadableForm) {
  EXPECT_EQ(Print(MakeTensor(DType::kFloat32, Shape{3}, std::vector<double>{0.1, 1, -2.5})),
            "[0.1, 1, -2.5]");
  EXPECT_EQ(Print(ScalarInt64(-3)), "-3");
  EXPECT_EQ(Print(MakeIntTensor(DType::kBool, Shape{2}, std::vector<int64_t>{1, 0})),
            "[true, false]");
  EXPECT_EQ(Print(Tensor(DType::kFloat16, Shape{100})), "fill(0)");
  EXPECT_EQ(Print(Tensor(DType::kInt64, Shape{0, 4})), "[]");
  Rng rng(1);
  EXPECT_TRUE(Print(RandomBytes(rng, DType::kInt8, Shape{100})).starts_with("base64\""));
}

TEST(TextTensor, NestedListsFollowTheShape) {
  const Tensor like(DType::kInt64, Shape{2, 3});
  EXPECT_EQ(*Parse("[[1, 2, 3], [4, 5, 6]]", like), *Parse("[1, 2, 3, 4, 5, 6]", like));
  EXPECT_TRUE(Parse("[[], []]", Tensor(DType::kInt64, Shape{2, 0})).ok());
  EXPECT_FALSE(Parse("[[], []]", Tensor(DType::kInt64, Shape{3, 0})).ok());
}

TEST(TextTensor, AFillThatIsTooLargeIsPrintedOtherwise) {
  const Tensor large(DType::kFloat32, Shape{100});
  uint64_t budget = 399;
  EXPECT_TRUE(TensorDataText(large, budget).starts_with("base64"));
  budget = 400;
  EXPECT_EQ(TensorDataText(large, budget), "fill(0)");
  EXPECT_EQ(budget, 0u);
}

TEST(TextTensor, FloatsAreNeverSpelledAsIntegers) {
  EXPECT_EQ(FloatText(1), "1.0");
  EXPECT_EQ(FloatText(-0.0f), "-0.0");
  EXPECT_EQ(FloatText(1e20f), "1e+20");
  EXPECT_EQ(FloatText(std::bit_cast<float>(0x7fa00001u)), "nan(0x7fa00001)");
}

TEST(TextSpelling, Base64) {
  // The vectors of RFC 4648.
  const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : vectors) {
    const auto* bytes = reinterpret_cast<const std::byte*>(plain.data());
    EXPECT_EQ(EncodeBase64(bytes, plain.size()), coded);
    EXPECT_EQ(DecodeBase64(coded), std::vector<std::byte>(bytes, bytes + plain.size()));
  }
  for (const char* const bad : {"Zg=", "Z", "Zg=a", "=Zg=", "Z===", "Zm9v\n"})
    EXPECT_FALSE(DecodeBase64(bad).has_value()) << bad;
}

TEST(TextSpelling, Quotes) {
  EXPECT_EQ(QuoteText("a\"b\\\n\x01"), "\"a\\\"b\\\\\\n\\x01\"");
  EXPECT_EQ(QuoteText("é\xff"), "\"é\\xff\"");
  EXPECT_EQ(UnquoteText("\"\\x41\\t\""), "A\t");
  EXPECT_FALSE(UnquoteText("\"\\x4\"").has_value());
  EXPECT_TRUE(IsPlainName("a.b_1"));
  for (const char* const name : {"", "_", "1a", ".a", "a-b", "a b", "é"})
    EXPECT_FALSE(IsPlainName(name)) << name;
}

}  // namespace
}  // namespace assay
