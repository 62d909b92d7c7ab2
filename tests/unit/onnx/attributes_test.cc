#include "onnx/attributes.h"

#include "onnx/graphs.h"
#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio::attributes_test {
namespace {

Result<Attr> Read(const std::string& text, bool in_function = false) {
  auto proto = FromText<onnx::AttributeProto>(text);
  ReadContext context;
  context.in_function = in_function;
  Result<Attr> attr = ReadAttribute(proto, nullptr, context);
  if (!attr.ok()) return attr;
  onnx::AttributeProto written;
  WriteAttribute("a", *attr, &written);
  const Result<Attr> again = ReadAttribute(written, nullptr, context);
  EXPECT_TRUE(again.ok()) << text;
  EXPECT_TRUE((Attrs{{"a", *attr}} == Attrs{{"a", *again}})) << text;
  return attr;
}

template <typename T>
T Get(const std::string& text) {
  const Result<Attr> attr = Read(text);
  EXPECT_TRUE(attr.ok()) << attr.error().message;
  return std::get<T>(*attr);
}

TEST(Attributes, Plain) {
  EXPECT_EQ(Get<int64_t>("type: INT i: -5"), -5);
  EXPECT_EQ(Get<float>("type: FLOAT f: 0.5"), 0.5f);
  EXPECT_EQ(Get<std::string>("type: STRING s: '\\377'"), "\xff");
  EXPECT_EQ(Get<std::vector<int64_t>>("type: INTS ints: 1 ints: 2"), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(Get<std::vector<float>>("type: FLOATS"), std::vector<float>());
  EXPECT_EQ(Get<std::vector<std::string>>("type: STRINGS strings: ''"),
            std::vector<std::string>{""});
}

TEST(Attributes, ZeroMayBeLeftOut) { EXPECT_EQ(Get<int64_t>("type: INT"), 0); }

TEST(Attributes, OldFilesGiveNoType) { EXPECT_EQ(Get<int64_t>("i: 3"), 3); }

TEST(Attributes, TensorsTypesGraphs) {
  EXPECT_EQ(Get<Tensor>("type: TENSOR t { data_type: 7 dims: 1 int64_data: 4 }").Ints(),
            std::vector<int64_t>{4});
  EXPECT_EQ(Get<std::vector<Tensor>>("type: TENSORS tensors { data_type: 7 dims: 0 }").size(), 1u);
  EXPECT_EQ(TypeText(Get<ValueType>("type: TYPE_PROTO tp { tensor_type { elem_type: 1 } }")),
            "float32[...]");
  EXPECT_EQ(Get<GraphPtr>("type: GRAPH g { name: 's' }")->name, "s");
  EXPECT_EQ(
      Get<std::vector<GraphPtr>>("type: GRAPHS graphs { name: 's' } graphs { name: 't' }").size(),
      2u);
}

TEST(Attributes, SparseTensorsBecomeDense) {
  const std::string sparse =
      "{ values { data_type: 7 dims: 1 int64_data: 9 } indices { data_type: 7 dims: 1 int64_data: "
      "1 }"
      " dims: 3 }";
  EXPECT_EQ(Get<Tensor>("type: SPARSE_TENSOR sparse_tensor " + sparse).Ints(),
            (std::vector<int64_t>{0, 9, 0}));
  EXPECT_EQ(Get<std::vector<Tensor>>("type: SPARSE_TENSORS sparse_tensors " + sparse).size(), 1u);
}

TEST(Attributes, References) {
  const Result<Attr> attr = Read("type: FLOAT ref_attr_name: 'slope'", /*in_function=*/true);
  ASSERT_TRUE(attr.ok()) << attr.error().message;
  EXPECT_EQ(std::get<AttrRef>(*attr), (AttrRef{"slope", onnx::AttributeProto::FLOAT}));
  EXPECT_FALSE(Read("type: FLOAT ref_attr_name: 'slope'").ok());
  EXPECT_FALSE(Read("type: FLOAT f: 1 ref_attr_name: 'slope'", true).ok());
  EXPECT_FALSE(Read("ref_attr_name: 'slope'", true).ok());
}

TEST(Attributes, ListsOfTypesAreUnsupported) {
  EXPECT_EQ(Read("type: TYPE_PROTOS type_protos {}").error().kind, ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace assay::onnxio::attributes_test
