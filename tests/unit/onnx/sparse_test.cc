#include "onnx/sparse.h"

#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio::sparse_test {
namespace {

std::string Read(const std::string& indices, const std::string& dims = "dims: 2 dims: 3",
                 ReadContext context = {}) {
  auto proto = FromText<onnx::SparseTensorProto>(
      "values { data_type: 7 dims: 2 int64_data: 5 int64_data: 6 } " + indices + " " + dims);
  const Result<Tensor> tensor = ReadSparseTensor(proto, context);
  return tensor.ok() ? StrCat(ShapeText(tensor->shape()), " ", Join(tensor->Ints(), " "))
                     : tensor.error().message;
}

TEST(Sparse, LinearIndices) {
  EXPECT_EQ(Read("indices { data_type: 7 dims: 2 int64_data: 1 int64_data: 5 }"),
            "[2,3] 0 5 0 0 0 6");
}

TEST(Sparse, IndexTuples) {
  EXPECT_EQ(Read("indices { data_type: 7 dims: 2 dims: 2 int64_data: 0 int64_data: 2 int64_data: 1 "
                 "int64_data: 0 }"),
            "[2,3] 0 0 5 6 0 0");
}

TEST(Sparse, BadIndices) {
  using ::testing::HasSubstr;
  EXPECT_THAT(Read("indices { data_type: 7 dims: 2 int64_data: 1 int64_data: 6 }"),
              HasSubstr("outside 6 elements"));
  EXPECT_THAT(Read("indices { data_type: 7 dims: 2 int64_data: -1 int64_data: 5 }"),
              HasSubstr("outside"));
  EXPECT_THAT(Read("indices { data_type: 7 dims: 2 int64_data: 2 int64_data: 2 }"),
              HasSubstr("ascending"));
  EXPECT_THAT(Read("indices { data_type: 7 dims: 1 int64_data: 2 }"),
              HasSubstr("must be int64[2]"));
  EXPECT_THAT(Read("indices { data_type: 6 dims: 2 int32_data: 1 int32_data: 2 }"),
              HasSubstr("must be int64[2]"));
  EXPECT_THAT(Read("indices { data_type: 7 dims: 2 dims: 2 int64_data: 0 int64_data: 3 int64_data: "
                   "1 int64_data: 0 }"),
              HasSubstr("outside axis 1"));
  EXPECT_THAT(Read(""), HasSubstr("no indices"));
  EXPECT_THAT(Read("indices { data_type: 7 dims: 2 int64_data: 0 int64_data: 1 }", ""),
              HasSubstr("at least one axis"));
}

TEST(Sparse, TheBudgetIsForTheWholeModel) {
  ReadContext context;
  context.dense_bytes = 80;
  auto proto = FromText<onnx::SparseTensorProto>("values { data_type: 7 dims: 0 } dims: 2 dims: 3");
  EXPECT_TRUE(ReadSparseTensor(proto, context).ok());
  EXPECT_EQ(context.dense_bytes, 32u);
  EXPECT_FALSE(ReadSparseTensor(proto, context).ok());
}

}  // namespace
}  // namespace assay::onnxio::sparse_test
