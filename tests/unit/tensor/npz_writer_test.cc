#include "tensor/npz_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "base/files.h"
#include "tensor/npz.h"

namespace assay {
namespace {

Tensor Floats(const Shape& shape, std::vector<double> values) {
  return MakeTensor(DType::kFloat32, shape, values);
}

TEST(FormatNpy, IsReadBackAsItWas) {
  for (const Tensor& tensor :
       {Floats({2, 3}, {1, -2, 3.5, 0, 1e-30, 7}), Floats({}, {4}), Floats({0, 5}, {}),
        Floats({3}, {1, 2, 3}), Int64Vector(std::vector<int64_t>{-1, 5}),
        MakeIntTensor(DType::kBool, {2}, std::vector<int64_t>{1, 0}),
        MakeIntTensor(DType::kUint8, {1}, std::vector<int64_t>{255}),
        MakeTensor(DType::kFloat16, {2}, std::vector<double>{0.5, -3})}) {
    const auto bytes = FormatNpy(tensor);
    ASSERT_TRUE(bytes.ok()) << bytes.error().message;
    EXPECT_EQ(bytes->find('\n') % 64, 63u);  // data is aligned, as numpy writes it
    const auto back = ParseNpy(*bytes);
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ(*back, tensor);
  }
}

TEST(FormatNpy, RefusesTypesThatNumpyLacks) {
  EXPECT_FALSE(FormatNpy(Tensor(DType::kBfloat16, {2})).ok());
}

TEST(WriteNpz, IsReadBackAndRepeats) {
  const std::string path = testing::TempDir() + "/assay_npz_writer.npz";
  const std::map<std::string, Tensor> arrays = {
      {"image", Floats({1, 2}, {0.25, -1})}, {"ids", Int64Vector(std::vector<int64_t>{3, 4, 5})}};
  ASSERT_TRUE(WriteNpz(path, arrays).ok());
  const auto first = ReadFile(path);
  const auto back = ReadNpz(path);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(*back, arrays);
  ASSERT_TRUE(WriteNpz(path, arrays).ok());
  EXPECT_EQ(*ReadFile(path), *first);
  std::remove(path.c_str());
}

TEST(WriteNpz, NamesTheFileThatCannotBeWritten) {
  const Status status = WriteNpz("/nonesuch/x.npz", {{"a", Floats({1}, {1})}});
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, testing::HasSubstr("/nonesuch/x.npz"));
}

}  // namespace
}  // namespace assay
