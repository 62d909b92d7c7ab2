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

}  // namespace
}  // namespace assay::triage
