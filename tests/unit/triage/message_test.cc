#include "triage/message.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

TEST(Message, LosesWhatDiffersFromCaseToCase) {
  EXPECT_EQ(NormalizedMessage("Node 'Conv_12' failed at 0x7f33: shape {1,3} in /a/b.cc:44"),
            NormalizedMessage("Node \"x\" failed at 0x1: shape {8,9,2} in /c/d/b.cc:1"));
  EXPECT_NE(NormalizedMessage("axis out of range"), NormalizedMessage("not implemented"));
  EXPECT_EQ(NormalizedMessage("first line\nsecond"), "first line");
}

TEST(Message, ADamagedHeapIsOneWhateverCheckMeetsIt) {
  const std::string heap =
      NormalizedMessage("the process ended: abort: malloc(): invalid next size (unsorted)");
  EXPECT_EQ(NormalizedMessage("the process ended: abort: free(): invalid pointer"), heap);
  EXPECT_EQ(NormalizedMessage("the process ended: abort: corrupted double-linked list"), heap);
  EXPECT_NE(NormalizedMessage("the process ended: abort: terminate called"), heap);
  EXPECT_NE(NormalizedMessage("the process ended: segmentation fault"), heap);
}

TEST(Message, KeepsTheFileAndTheSentenceBehindACppSignature) {
  EXPECT_EQ(NormalizedMessage(
                "Exception during initialization: /src/core/optimizer/relu_clip_fusion.cc:83 "
                "virtual onnxruntime::common::Status onnxruntime::FuseReluClip::Apply("
                "onnxruntime::Graph&, const onnxruntime::logging::Logger&) const Unexpected data "
                "type for Clip 'min' input of 11"),
            "relu_clip_fusion.cc Unexpected data type for Clip '' input of #");
  EXPECT_EQ(NormalizedMessage("a.cc:79 static void ns::Q<T>::Offset(T&) [with T = signed char; "
                              "uint8_t = unsigned char] x[i] == y was false. Must be the same."),
            "a.cc x[i] == y was false. Must be the same.");
}

TEST(Message, ASentenceWithBracketsIsNoSignature) {
  EXPECT_EQ(NormalizedMessage("b.py:3 Failed. See a::b (twice)"), "b.py Failed. See a::b (twice)");
}

TEST(Message, WhatTheInnermostGraphSaysCounts) {
  const std::string inner = "while running MatMul node. Name:'' Status Message: mismatch";
  EXPECT_EQ(NormalizedMessage("Non-zero status code returned while running If node. Name:'a' "
                              "Status Message: Non-zero status code returned " +
                              inner),
            NormalizedMessage("Non-zero status code returned " + inner));
  EXPECT_EQ(NormalizedMessage("Exception during initialization: mismatch"),
            NormalizedMessage("Non-zero status code returned " + inner));
}

TEST(Message, ApostrophesAndCodeInQuotesStay) {
  EXPECT_EQ(NormalizedMessage("doesn't fit, isn't legal"), "doesn't fit, isn't legal");
  EXPECT_EQ(NormalizedMessage("Assertion 'n < size' failed"), "Assertion 'n < size' failed");
}

TEST(Message, ALongTextKeepsBothEnds) {
  const std::string text = NormalizedMessage("begin " + std::string(1000, 'x') + " end");
  EXPECT_LT(text.size(), 300u);
  EXPECT_TRUE(text.starts_with("begin x"));
  EXPECT_TRUE(text.ends_with("x end"));
}

TEST(Message, GeneratedFilesHaveNoName) {
  EXPECT_EQ(NormalizedMessage("in /tmp/x/cq7ab12345zz998.py:3 failed"),
            NormalizedMessage("in /tmp/y/c0b1a2b3c4d5e6f7.py:9 failed"));
}

// As OpenVINO words them.
std::string Conversion(const std::string& op, const std::string& names, const std::string& rest) {
  return "-- " + op + "-13 with a message:\nWhile validating ONNX node '<Node(" + op +
         "): " + names + ">': " + rest + "\n-- Conversion is failed for: " + op +
         "-13\nCheck 'false' failed at src/frontends/common_translators/src/"
         "unconverted_ops_report.cpp:151:";
}

TEST(Message, KeepsTheTypeOfAnOperatorAndWhatIsTheMatter) {
  const std::string tile =
      Conversion("Tile", "v31",
                 "Check 'repeats_rank.compatible(1)' failed at "
                 "src/core/shape_inference/include/tile_shape_inference.hpp:34:\nWhile validating "
                 "node 'opset1::Tile Tile_33821 (opset1::ReduceProd v16[0]:i64[], opset1::Convert "
                 "Convert_33820[0]:i64[]) -> (dynamic[...])' with friendly_name "
                 "'Tile_33821':\nTile repeats must be of rank 1");
  const std::string dropout =
      "-- Dropout-21 with a message:\nWhile validating ONNX node '<Node(Dropout): v12>':\nTraining "
      "mode is not supported for Dropout op\n-- Conversion is failed for: Dropout-21";
  EXPECT_EQ(
      NormalizedMessage(dropout),
      "-- Dropout with a message: While validating ONNX node '<Node(Dropout)>': Training mode "
      "is not supported for Dropout op");
  EXPECT_NE(NormalizedMessage(tile), NormalizedMessage(dropout));
  EXPECT_TRUE(NormalizedMessage(tile).starts_with("-- Tile with a message: ")) << tile;
  EXPECT_TRUE(NormalizedMessage(tile).ends_with("Tile repeats must be of rank #"))
      << NormalizedMessage(tile);
}

TEST(Message, OneOperatorMayBeRefusedForSeveralReasons) {
  const std::string wide = Conversion("GRU", "v17, v18", "Check 'a(b)' failed at a.hpp:17:\nwide");
  const std::string deep = Conversion("GRU", "v17, v18", "Check 'a(b)' failed at a.hpp:17:\ndeep");
  EXPECT_NE(NormalizedMessage(wide), NormalizedMessage(deep));
  EXPECT_NE(NormalizedMessage(wide),
            NormalizedMessage(Conversion("GRU", "v17", "Check 'c(b)' failed at a.hpp:17:\nwide")));
  EXPECT_EQ(NormalizedMessage(wide),
            NormalizedMessage(Conversion("GRU", "out", "Check 'a(b)' failed at a.hpp:99:\nwide")));
}

TEST(Message, LosesWhatAnOperatorIsAppliedTo) {
  const auto einsum = [](const std::string& call) {
    return "[EinsumDecomposition] END: node: opset7::Einsum " + call +
           " CALLBACK HAS THROWN: Check 'input_order_shape[0] == 0' failed at "
           "src/core/shape_inference/include/transpose_shape_inference.hpp:70:\nWhile validating "
           "node 'opset1::Transpose Transpose_9 (opset1::MatMul MatMul_9114[0]:f32[1,1]) -> "
           "(dynamic[...])' with friendly_name 'Transpose_9':\nShape inference input shapes";
  };
  EXPECT_EQ(NormalizedMessage(einsum("v6 (opset1::Parameter x0[0]:i32[5,1,2]) -> (i32[5,1,1])")),
            NormalizedMessage(einsum("v34 (opset1::Multiply v25[0]:f32[1,1], opset1::Parameter "
                                     "x33[0]:f32[1]) -> (f32[1,1])")));
  EXPECT_EQ(
      NormalizedMessage(
          "While validating node 'opset1::Select v4 (opset1::Convert "
          "Convert_39793[0]:boolean[5,6,1], opset1::Constant c3[0]:u8[]) -> "
          "(boolean[5,6,1])' with friendly_name 'v4':\nArgument 1 and 2 element types "
          "must match."),
      "While validating node 'Select' with friendly_name '': Argument # and # element types must "
      "match.");
}

TEST(Message, OperatorsWithADigitInTheirNameStay) {
  EXPECT_NE(NormalizedMessage("Op (ReduceL1) failed"), NormalizedMessage("Op (ReduceL2) failed"));
  EXPECT_EQ(NormalizedMessage("ReduceL1-13 failed"), NormalizedMessage("ReduceL1-18 failed"));
  EXPECT_EQ(NormalizedMessage("node Gather_17594 failed"), "node # failed");
}

TEST(Message, ElementTypesOfTensorsAreOfTheCase) {
  EXPECT_EQ(NormalizedMessage("seq(tensor(float)) is no seq(tensor(int64))"),
            NormalizedMessage("seq(tensor(bool)) is no seq(tensor(float16))"));
}

TEST(Message, TheOperatorThatTheFrameworkFailsAt) {
  EXPECT_EQ(
      OperatorBlamed("Non-zero status code returned while running Scan node. Name:'' Status "
                     "Message: Non-zero status code returned while running Erf node. Name:''"),
      "Erf");
  EXPECT_EQ(OperatorBlamed("Type Error: Type 'tensor(int32)' of input parameter (c8) of operator "
                           "(QuantizeLinear) in node (v11_q) is invalid."),
            "QuantizeLinear");
  EXPECT_EQ(OperatorBlamed("while running out of memory"), "");
  EXPECT_EQ(OperatorBlamed(""), "");
}

}  // namespace
}  // namespace assay::triage
