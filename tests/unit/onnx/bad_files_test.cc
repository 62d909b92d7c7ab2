// Every kind of bad file is refused with a message that names the place and the rule.
#include "base/rng.h"
#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio {
namespace {

std::string Varint(uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  return out + static_cast<char>(value);
}

// A field with a length: `number` with wire type 2.
std::string Field(int number, const std::string& content) {
  return Varint(static_cast<uint64_t>(number) << 3 | 2) + Varint(content.size()) + content;
}

const std::string kRelu = "node { name: 'r' op_type: 'Relu' input: 'x' output: 'y' } input { " +
                          Floats("x") + " } output { " + Floats("y") + " }";

TEST(BadFiles, TheGoodFileIsAccepted) {
  const Result<Model> model = ParseModel(ModelBytes(kRelu));
  ASSERT_TRUE(model.ok()) << model.error().message;
}

// --- not a model at all ---

TEST(BadFiles, Empty) { ExpectRefused("", "empty"); }

TEST(BadFiles, Text) {
  ExpectRefused("hello\n", "not an ONNX file");
  ExpectRefused("#!/bin/sh\necho hello\n", "not an ONNX file");
  ExpectRefused("{\"model\": 1}", "not an ONNX file");
}

TEST(BadFiles, ProtobufWithoutAGraph) {
  ExpectRefused(
      FromText<onnx::ModelProto>("ir_version: 10 opset_import { version: 21 }").SerializeAsString(),
      "no graph");
  ExpectRefused("\x08\x0a", "no graph");  // a lone number is a valid protobuf message
}

TEST(BadFiles, ProtobufWithoutAnOperatorSet) {
  ExpectRefused(
      FromText<onnx::ModelProto>("ir_version: 10 graph { name: 'g' }").SerializeAsString(),
      "opset_import");
}

TEST(BadFiles, Versions) {
  const auto bytes = [](const std::string& header) {
    return FromText<onnx::ModelProto>(header + " graph { name: 'g' }").SerializeAsString();
  };
  ExpectRefused(bytes("opset_import { version: 21 }"), "IR version 0");
  ExpectRefused(bytes("ir_version: 999 opset_import { version: 21 }"), "IR version 999");
  ExpectRefused(bytes("ir_version: 10 opset_import { version: 0 }"), "version 0 does not exist");
  ExpectRefused(bytes("ir_version: 10 opset_import { version: 99999999999 }"),
                "version 99999999999 does not exist");
  ExpectRefused(bytes("ir_version: 10 opset_import { version: 13 } opset_import { domain: "
                      "'ai.onnx' version: 14 }"),
                "both version 13 and version 14");
}

TEST(BadFiles, Noise) {
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes(static_cast<size_t>(rng.Int(0, 60)), '\0');
    for (char& c : bytes) c = static_cast<char>(rng.Int(0, 255));
    EXPECT_FALSE(ParseUnchecked(bytes).ok());
  }
}

// --- damaged ---

TEST(BadFiles, EveryTruncation) {
  const std::string bytes = ModelBytes(
      kRelu +
      " initializer { name: 'w' data_type: 1 dims: 2 raw_data: '\\0\\0\\0\\0\\0\\0\\0\\0' }");
  ASSERT_TRUE(ParseUnchecked(bytes).ok());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(ParseUnchecked(bytes.substr(0, size)).ok()) << size;
}

TEST(BadFiles, TruncationNamesTheInnermostPart) {
  const std::string bytes = ModelBytes("initializer { name: 'w' data_type: 1 dims: 64 raw_data: '" +
                                       std::string(256, 'a') + "' }");
  ExpectRefused(bytes.substr(0, 200), "graph.initializer[0].raw_data", "256 bytes are announced");
}

TEST(BadFiles, EveryByteChanged) {
  const std::string bytes = ModelBytes(kRelu);
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ change);
      (void)ParseModel(changed).ok();  // either answer is right; a crash is not
    }
  }
}

// --- hostile lengths ---

TEST(BadFiles, LengthBeyondTheFile) {
  const std::string raw = "\x4a" + Varint(4'000'000'000u) + "abc";  // raw_data
  ExpectRefused("\x08\x0a" + Field(7, Field(5, raw)), "graph.initializer[0].raw_data",
                "4000000000 bytes are announced, 3 are left");
}

TEST(BadFiles, ShapeBeyondTheData) {
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 dims: 65536 dims: 65536 }"),
                "initializer 'w'", "4294967296 elements", "no data");
  ExpectRefused(
      ModelBytes("initializer { name: 'w' data_type: 1 dims: 65536 dims: 65536 raw_data: 'abcd' }"),
      "initializer 'w'", "needs 17179869184 bytes", "raw_data holds 4");
  ExpectRefused(
      ModelBytes(
          "initializer { name: 'w' data_type: 15 dims: 4611686018427387904 raw_data: 'abcd' }"),
      "4611686018427387904 elements");
  ExpectRefused(
      ModelBytes("initializer { name: 'w' data_type: 8 dims: 1000000000 string_data: 'a' }"),
      "needs 1000000000 entries");
}

TEST(BadFiles, DataOfAnotherSize) {
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 dims: 2 raw_data: 'abcdefghi' }"),
                "needs 8 bytes", "raw_data holds 9");
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 dims: 2 float_data: 1 }"),
                "needs 2 entries", "float_data holds 1");
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 22 dims: 3 raw_data: 'a' }"),
                "needs 2 bytes");
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 dims: 0 float_data: 1 }"),
                "needs 0 entries");
}

TEST(BadFiles, SparseTensorThatIsHugeWhenDense) {
  ExpectRefused(
      ModelBytes("sparse_initializer { values { name: 'w' data_type: 1 dims: 1 float_data: 1 }"
                 " indices { data_type: 7 dims: 1 int64_data: 5 } dims: 100000 dims: 100000 }"),
      "initializer 'w'", "stored densely");
}

TEST(BadFiles, MillionsOfEmptyParts) {
  std::string nodes;
  for (int i = 0; i < 1'000'000; ++i) nodes += Field(1, "");
  ExpectRefused("\x08\x0a" + Field(7, nodes), "graph.node[", "too much memory");
}

// --- structure ---

TEST(BadFiles, Cycle) {
  ExpectRefused(ModelBytes("node { name: 'a' op_type: 'Relu' input: 'q' output: 'p' }"
                           "node { name: 'b' op_type: 'Relu' input: 'p' output: 'q' } output { " +
                           Floats("q") + " }"),
                "node 0 (Relu, named 'a')", "'q'", "cycle");
}

TEST(BadFiles, MissingInput) {
  ExpectRefused(ModelBytes("node { op_type: 'Relu' input: 'nothing' output: 'y' } output { " +
                           Floats("y") + " }"),
                "node 0 (Relu)", "'nothing'");
}

TEST(BadFiles, MissingOutput) {
  ExpectRefused(ModelBytes("output { " + Floats("y") + " }"), "output 'y'", "no node");
}

TEST(BadFiles, DuplicateNames) {
  ExpectRefused(ModelBytes("input { " + Floats("x") + " } input { " + Floats("x") + " }"),
                "input 'x'", "twice");
  ExpectRefused(ModelBytes(kRelu + " node { name: 's' op_type: 'Neg' input: 'x' output: 'y' }"),
                "named 's'", "'y'", "twice");
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 dims: 0 } initializer { name: 'w' "
                           "data_type: 1 dims: 0 }"),
                "initializer 'w'", "two");
  ExpectRefused(ModelBytes("", "metadata_props { key: 'k' } metadata_props { key: 'k' }"),
                "metadata key 'k'", "twice");
}

TEST(BadFiles, MissingInputOfASubgraph) {
  ExpectRefused(ModelBytes("input { name: 'c' type { tensor_type { elem_type: 9 shape {} } } }"
                           "node { op_type: 'If' input: 'c' output: 'y' attribute { name: "
                           "'then_branch' type: GRAPH g {"
                           "  name: 't' node { op_type: 'Relu' input: 'nothing' output: 'z' } "
                           "output { name: 'z' } } } }"),
                "node 0 (If)", "subgraph 't'", "node 0 (Relu)", "'nothing'");
}

TEST(BadFiles, NodeWithoutOperator) {
  ExpectRefused(ModelBytes("node { name: 'n' output: 'y' }"), "node 0", "named 'n'", "no operator");
}

// --- wrong types ---

TEST(BadFiles, UnknownElementType) {
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 99 dims: 0 }"), "initializer 'w'",
                "element type 99");
  ExpectRefused(ModelBytes("initializer { name: 'w' dims: 0 }"), "initializer 'w'", "undefined");
  ExpectRefused(ModelBytes("input { name: 'x' type { tensor_type { elem_type: -3 } } }"),
                "value 'x'", "element type -3");
  ExpectRefused(ModelBytes("input { name: 'x' type { tensor_type { shape {} } } }"), "input 'x'",
                "no element type");
}

TEST(BadFiles, DataInTheWrongField) {
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 dims: 1 int32_data: 1 }"),
                "float32 elements cannot be stored in int32_data");
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 8 dims: 1 raw_data: 'a' }"),
                "string elements cannot be stored in raw_data");
  ExpectRefused(
      ModelBytes("initializer { name: 'w' data_type: 1 dims: 1 raw_data: 'abcd' float_data: 1 }"),
      "both raw_data and float_data");
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 3 dims: 1 int32_data: 300 }"), "300",
                "no int8");
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 27 dims: 1 int32_data: 64 }"), "64",
                "no float6e2m3");
}

TEST(BadFiles, InitializerOfAnotherTypeThanDeclared) {
  ExpectRefused(ModelBytes("input { " + Floats("w", "3") +
                           " } initializer { name: 'w' data_type: 7 dims: 3 int64_data: 1"
                           " int64_data: 2 int64_data: 3 }"),
                "initializer 'w'", "int64[3]", "float32[3]");
}

TEST(BadFiles, ContradictingDeclarations) {
  ExpectRefused(ModelBytes(kRelu + " value_info { " + Floats("y", "3") + " }"), "value 'y'",
                "float32[2]", "float32[3]");
}

TEST(BadFiles, AttributeOfAnotherType) {
  const auto with = [](const std::string& attribute) {
    return ModelBytes("input { " + Floats("x") +
                      " } node { name: 'n' op_type: 'Softmax' input: 'x' output: 'y' attribute { " +
                      attribute + " } }");
  };
  ExpectRefused(with("name: 'axis' type: INT f: 1"), "named 'n'", "attribute 'axis'", "INT",
                "FLOAT");
  ExpectRefused(with("name: 'axis' i: 1 f: 1"), "more than one value");
  ExpectRefused(with("name: 'axis'"), "neither a type nor a value");
  ExpectRefused(with("type: INT i: 1"), "no name");
  ExpectRefused(with("name: 'axis' type: INT i: 1 } attribute { name: 'axis' type: INT i: 1"),
                "'axis'", "twice");
  ExpectRefused(with("name: 'axis' type: INT ref_attr_name: 'a'"), "stands in no function");
}

TEST(BadFiles, OfficialCheckerKnowsTheOperators) {
  const std::string in = "input { " + Floats("x") + " } output { " + Floats("y") + " } ";
  const auto refused = [&](const std::string& node) {
    const Result<Model> model =
        ParseModel(ModelBytes(in + "node { name: 'n' input: 'x' output: 'y' " + node + " }"));
    return model.ok() ? "accepted" : model.error().message;
  };
  EXPECT_THAT(refused("op_type: 'Rellu'"), ::testing::HasSubstr("No Op registered for Rellu"));
  EXPECT_THAT(refused("op_type: 'Transpose' attribute { name: 'perm' type: STRING s: '0' }"),
              ::testing::AllOf(::testing::HasSubstr("perm"), ::testing::HasSubstr("INTS")));
  EXPECT_THAT(refused("op_type: 'Relu' input: 'x'"), ::testing::HasSubstr("Relu"));
  EXPECT_THAT(refused("op_type: 'Thing' domain: 'nowhere'"), ::testing::HasSubstr("nowhere"));
  EXPECT_THAT(refused("op_type: 'ATen'"), ::testing::HasSubstr("experimental"));
}

// --- absurd shapes ---

TEST(BadFiles, NegativeSize) {
  ExpectRefused(ModelBytes("input { " + Floats("x", "2,-1") + " }"), "value 'x'", "-1", "negative");
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 dims: -1 }"), "initializer 'w'",
                "negative");
}

TEST(BadFiles, OverflowingShape) {
  ExpectRefused(ModelBytes("input { " + Floats("x", "4294967296,4294967296") + " }"), "value 'x'",
                "64 bits");
  ExpectRefused(
      ModelBytes("initializer { name: 'w' data_type: 1 dims: 4294967296 dims: 4294967296 }"),
      "64 bits");
}

TEST(BadFiles, AbsurdRank) {
  std::string dims;
  for (int i = 0; i < 65; ++i) dims += " dims: 1";
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 float_data: 1" + dims + " }"),
                "rank 65");
}

// --- nesting ---

std::string NestedSubgraphs(int depth) {
  std::string graph = Field(2, "innermost");
  for (int i = 0; i < depth; ++i) {
    const std::string attribute = Field(1, "body") + Field(6, graph) + "\xa0\x01\x05";
    graph = Field(2, "level") + Field(1, Field(4, "Loop") + Field(5, attribute));
  }
  return "\x08\x0a" + Field(8, "\x10\x15") + Field(7, graph);
}

TEST(BadFiles, SubgraphsNestedTooDeep) {
  EXPECT_TRUE(ParseUnchecked(NestedSubgraphs(64)).ok())
      << ParseUnchecked(NestedSubgraphs(64)).error().message;
  EXPECT_THAT(ParseUnchecked(NestedSubgraphs(65)).error().message,
              ::testing::HasSubstr("nested more than 64 deep"));
  ExpectRefused(NestedSubgraphs(1000), "nested too deep");
}

TEST(BadFiles, TypesNestedTooDeep) {
  std::string type = Field(1, "\x08\x01");
  for (int i = 0; i < 20; ++i) type = Field(4, Field(1, type));
  ExpectRefused(
      "\x08\x0a" + Field(8, "\x10\x15") + Field(7, Field(11, Field(1, "x") + Field(2, type))),
      "value 'x'", "nested more than 16 deep");
}

// --- texts ---

TEST(BadFiles, InvalidUtf8) {
  ExpectRefused(ModelBytes("node { op_type: 'Relu' input: '\\377' output: 'y' }"), "node 0",
                "input '\\xff'", "UTF-8");
  ExpectRefused(ModelBytes("node { op_type: 'Relu' output: '\\300\\200' }"), "output", "UTF-8");
  ExpectRefused(ModelBytes("node { op_type: '\\355\\240\\200' output: 'y' }"), "operator", "UTF-8");
  ExpectRefused(ModelBytes("initializer { name: '\\376' data_type: 1 dims: 0 }"),
                "initializer name", "UTF-8");
  ExpectRefused(ModelBytes("", "doc_string: '\\377'"), "documentation", "UTF-8");
}

// --- functions ---

TEST(BadFiles, FunctionThatCallsItself) {
  const std::string call = "node { op_type: 'F' domain: 'd' input: 'a' output: 'b' }";
  ExpectRefused(
      ModelBytes("", "functions { name: 'F' domain: 'd' input: 'a' output: 'b' " + call + " }"),
      "function 'd.F'", "calls itself");
}

TEST(BadFiles, TwoFunctionsOfOneName) {
  ExpectRefused(
      ModelBytes("", "functions { name: 'F' domain: 'd' } functions { name: 'F' domain: 'd' }"),
      "same name");
}

TEST(BadFiles, FunctionBodyIsVerified) {
  ExpectRefused(ModelBytes("",
                           "functions { name: 'F' domain: 'd' output: 'b' node { op_type: 'Relu' "
                           "input: 'a' output: 'b' } }"),
                "function 'F'", "node 0 (Relu)", "'a'");
}

// --- external data ---

TEST(BadFiles, ExternalDataWithoutAFolder) {
  ExpectRefused(ModelBytes("initializer { name: 'w' data_type: 1 dims: 1 data_location: EXTERNAL"
                           " external_data { key: 'location' value: 'w.bin' } }"),
                "tensor 'w'", "no folder");
}

}  // namespace
}  // namespace assay::onnxio
