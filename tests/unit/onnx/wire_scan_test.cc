#include "onnx/wire_scan.h"

#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio {
namespace {

std::string Scan(std::string_view bytes, WireRoot root = WireRoot::kModel) {
  const Status status = ScanWire(bytes, root);
  return status.ok() ? "ok" : status.error().message;
}

TEST(WireScan, AcceptsWhatProtobufWrites) {
  EXPECT_EQ(Scan(""), "ok");
  EXPECT_EQ(Scan(ModelBytes("input { " + Floats("x") +
                            " } node { op_type: 'Relu' input: 'x' output: 'y' attribute {"
                            " name: 'f' type: FLOAT f: 1 } attribute { name: 'i' i: -1 } }"
                            " initializer { data_type: 11 dims: 1 double_data: 1 }")),
            "ok");
}

TEST(WireScan, NamesTheDamagedPart) {
  // graph { node {} node { attribute { name (10 bytes announced, 2 there) } } }
  EXPECT_EQ(Scan(std::string_view("\x3a\x0a\x0a\x00\x0a\x06\x2a\x04\x0a\x0a"
                                  "ab",
                                  12)),
            "in graph.node[1].attribute[0].name: 10 bytes are announced, 2 are left");
}

TEST(WireScan, RefusesDamagedTagsAndNumbers) {
  EXPECT_EQ(Scan(std::string_view("\x00", 1)), "a field tag is damaged");
  EXPECT_EQ(Scan("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "a field tag is damaged");
  EXPECT_EQ(Scan("\x08\xff"), "in field 1: a number is cut off");
  EXPECT_EQ(Scan("\x15\x01\x02"), "in producer_name: a number is cut off");
  EXPECT_EQ(Scan("\x0b"), "in field 1: wire type 3 is not used by ONNX");
}

TEST(WireScan, KnowsValues) {
  EXPECT_EQ(Scan("\x1a\x03\x4a\x05z", WireRoot::kSequence),
            "in tensor_values[0].raw_data: 5 bytes are announced, 1 are left");
}

}  // namespace
}  // namespace assay::onnxio
