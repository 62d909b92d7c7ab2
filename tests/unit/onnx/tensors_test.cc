#include "onnx/tensors.h"

#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio::tensors_test {
namespace {

Result<Tensor> Read(const std::string& text) {
  auto proto = FromText<onnx::TensorProto>(text);
  return ReadTensor(proto, ReadContext());
}

std::vector<int64_t> Ints(const std::string& text) {
  const Result<Tensor> tensor = Read(text);
  EXPECT_TRUE(tensor.ok()) << tensor.error().message;
  return tensor->Ints();
}

std::vector<double> Reals(const std::string& text) {
  const Result<Tensor> tensor = Read(text);
  EXPECT_TRUE(tensor.ok()) << tensor.error().message;
  std::vector<double> values;
  for (int64_t i = 0; i < tensor->count(); ++i) values.push_back(tensor->RealAt(i));
  return values;
}

using I = std::vector<int64_t>;
using R = std::vector<double>;

TEST(Tensors, TypedFields) {
  EXPECT_EQ(Reals("data_type: 1 dims: 2 float_data: 1.5 float_data: -2"), (R{1.5, -2}));
  EXPECT_EQ(Reals("data_type: 11 dims: 1 double_data: 0.1"), (R{0.1}));
  EXPECT_EQ(Ints("data_type: 2 dims: 2 int32_data: 0 int32_data: 255"), (I{0, 255}));
  EXPECT_EQ(Ints("data_type: 3 dims: 2 int32_data: -128 int32_data: 127"), (I{-128, 127}));
  EXPECT_EQ(Ints("data_type: 4 dims: 1 int32_data: 65535"), (I{65535}));
  EXPECT_EQ(Ints("data_type: 5 dims: 1 int32_data: -32768"), (I{-32768}));
  EXPECT_EQ(Ints("data_type: 6 dims: 1 int32_data: -2147483648"), (I{-2147483648}));
  EXPECT_EQ(Ints("data_type: 7 int64_data: -9000000000"), (I{-9000000000}));
  EXPECT_EQ(Ints("data_type: 9 dims: 3 int32_data: 0 int32_data: 1 int32_data: 7"), (I{0, 1, 1}));
  EXPECT_EQ(Ints("data_type: 12 dims: 1 uint64_data: 4294967295"), (I{4294967295}));
  EXPECT_EQ(Ints("data_type: 13 dims: 1 uint64_data: 18446744073709551615"),
            (I{-1}));  // keeps its bits
}

TEST(Tensors, SmallFloatsAreBitPatterns) {
  EXPECT_EQ(Reals("data_type: 10 dims: 2 int32_data: 15360 int32_data: 49152"),
            (R{1, -2}));                                                // 0x3c00, 0xc000
  EXPECT_EQ(Reals("data_type: 16 dims: 1 int32_data: 16256"), (R{1}));  // 0x3f80
  EXPECT_EQ(Reals("data_type: 17 dims: 1 int32_data: 126"), (R{448}));  // the largest e4m3fn
  EXPECT_EQ(Reals("data_type: 19 dims: 1 raw_data: '<'"), (R{1}));      // 0x3c in e5m2
  EXPECT_EQ(Reals("data_type: 24 dims: 2 raw_data: '\\177\\200'"), (R{1, 2}));  // powers of two
}

// The first element lies in the low bits; the unused bits of the last byte mean nothing.
TEST(Tensors, PackedElements) {
  EXPECT_EQ(Ints("data_type: 22 dims: 3 raw_data: '\\217\\367'"), (I{-1, -8, 7}));
  EXPECT_EQ(Ints("data_type: 22 dims: 3 int32_data: 143 int32_data: 7"), (I{-1, -8, 7}));
  EXPECT_EQ(Ints("data_type: 21 dims: 3 raw_data: '\\217\\007'"), (I{15, 8, 7}));
  EXPECT_EQ(Ints("data_type: 26 dims: 5 raw_data: '\\344\\001'"), (I{0, 1, -2, -1, 1}));
  EXPECT_EQ(Ints("data_type: 25 dims: 5 int32_data: 228 int32_data: 1"), (I{0, 1, 2, 3, 1}));
  EXPECT_EQ(Reals("data_type: 23 dims: 2 raw_data: '\\362'"), (R{1, -6}));
  // 6 bits each, across bytes: 001000 (1), 011111 (7.5), 111111 (-7.5), 000001 (0.125), 001000 (1)
  // as e2m3.
  EXPECT_EQ(Reals("data_type: 27 dims: 5 raw_data: '\\310\\367\\007\\010'"),
            (R{1, 7.5, -7.5, 0.125, 1}));
  EXPECT_EQ(Reals("data_type: 27 dims: 2 int32_data: 8 int32_data: 63"), (R{1, -7.5}));
}

TEST(Tensors, ComplexStringsAndEmpty) {
  const Result<Tensor> complex = Read("data_type: 14 dims: 1 float_data: 1 float_data: -2");
  ASSERT_TRUE(complex.ok()) << complex.error().message;
  EXPECT_THAT(complex->as<float>(), ::testing::ElementsAre(1, -2));
  const Result<Tensor> strings = Read("data_type: 8 dims: 2 string_data: 'a' string_data: '\\377'");
  ASSERT_TRUE(strings.ok()) << strings.error().message;
  EXPECT_THAT(strings->strings(), ::testing::ElementsAre("a", "\xff"));
  const Result<Tensor> empty = Read("data_type: 1 dims: 3 dims: 0");
  ASSERT_TRUE(empty.ok()) << empty.error().message;
  EXPECT_EQ(empty->shape(), (Shape{3, 0}));
}

TEST(Tensors, EveryTypeSurvivesWritingAndReading) {
  for (int number = 1; number < kDTypeCount; ++number) {
    const auto dtype = static_cast<DType>(number);
    for (const int64_t count : {0, 1, 2, 3, 4, 5, 9}) {
      Tensor tensor(dtype, Shape{count, 1});
      if (IsIntOrBool(dtype)) {
        std::vector<int64_t> values;
        for (int64_t i = 0; i < count; ++i)
          values.push_back(i % 2 == 0 ? IntMin(dtype) + (i > 3) : IntMax(dtype));
        tensor = MakeIntTensor(dtype, Shape{count, 1}, values);
      } else if (IsFloat(dtype)) {
        tensor = MakeTensor(dtype, Shape{count, 1},
                            std::vector<double>(static_cast<size_t>(count), 2.0));
      }
      onnx::TensorProto proto;
      WriteTensor(tensor, &proto);
      const Result<Tensor> again = ReadTensor(proto, ReadContext());
      ASSERT_TRUE(again.ok()) << DTypeName(dtype) << ": " << again.error().message;
      EXPECT_TRUE(*again == tensor) << DTypeName(dtype) << " x " << count;
    }
  }
}

TEST(Tensors, WeightsAreFreedWhereTheyWereRead) {
  auto proto = FromText<onnx::TensorProto>("data_type: 2 dims: 4 raw_data: 'abcd'");
  ReadContext context;
  context.consume = false;
  ASSERT_TRUE(ReadTensor(proto, context).ok());
  EXPECT_EQ(proto.raw_data(), "abcd");
  context.consume = true;
  ASSERT_TRUE(ReadTensor(proto, context).ok());
  EXPECT_EQ(proto.raw_data(), "");
}

TEST(Tensors, UnsupportedIsSaidSo) {
  EXPECT_EQ(Read("data_type: 1 dims: 1 segment { begin: 0 end: 1 } float_data: 1").error().kind,
            ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace assay::onnxio::tensors_test
