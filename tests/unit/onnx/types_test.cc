#include "onnx/types.h"

#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio {
namespace {

// Reads the type, writes it, reads it again; the text of both.
std::string RoundTrip(const std::string& text) {
  const Result<ValueType> type = ReadType(FromText<onnx::TypeProto>(text));
  if (!type.ok()) return type.error().message;
  onnx::TypeProto written;
  WriteType(*type, &written);
  const Result<ValueType> again = ReadType(written);
  EXPECT_TRUE(again.ok() && *again == *type) << text;
  return TypeText(*type);
}

TEST(Types, Tensors) {
  EXPECT_EQ(RoundTrip("tensor_type { elem_type: 1 shape { dim { dim_value: 2 } dim { dim_param: "
                      "'n' } dim {} } }"),
            "float32[2,n,?]");
  EXPECT_EQ(RoundTrip("tensor_type { elem_type: 7 shape {} }"), "int64[]");
  EXPECT_EQ(RoundTrip("tensor_type { elem_type: 16 }"), "bfloat16[...]");
  EXPECT_EQ(RoundTrip("tensor_type { elem_type: 1 shape { dim { dim_param: '' } } }"),
            "float32[?]");
}

TEST(Types, Composites) {
  EXPECT_EQ(RoundTrip("sequence_type { elem_type { tensor_type { elem_type: 1 } } }"),
            "seq(float32[...])");
  EXPECT_EQ(RoundTrip("optional_type { elem_type { sequence_type { elem_type { tensor_type { "
                      "elem_type: 8 shape {} } } } } }"),
            "optional(seq(string[]))");
  EXPECT_EQ(
      RoundTrip("map_type { key_type: 7 value_type { tensor_type { elem_type: 1 shape {} } } }"),
      "map(int64, float32[])");
  EXPECT_EQ(RoundTrip("sequence_type {}"), "seq(?)");
  EXPECT_EQ(RoundTrip(""), "?");
}

TEST(Types, Refused) {
  using ::testing::HasSubstr;
  EXPECT_THAT(RoundTrip("map_type { key_type: 1 value_type {} }"),
              HasSubstr("keys cannot be float32"));
  EXPECT_THAT(RoundTrip("sparse_tensor_type { elem_type: 1 }"), HasSubstr("not supported"));
  EXPECT_THAT(RoundTrip("opaque_type { name: 'o' }"), HasSubstr("not supported"));
  EXPECT_THAT(RoundTrip("tensor_type { elem_type: 29 }"), HasSubstr("element type 29"));
}

}  // namespace
}  // namespace assay::onnxio
