#include <gtest/gtest.h>

#include "bugs/tools/match.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

std::string Bytes(const std::string& text) {
  const auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << model.error().message;
  const auto bytes = onnxio::SerializeModel(*model);
  EXPECT_TRUE(bytes.ok());
  return bytes.ok() ? *bytes : "";
}

Bug At(const std::string& folder, const std::string& id) {
  Bug bug;
  bug.library = "onnxruntime";
  bug.id = id;
  bug.folder = folder + "/onnxruntime/issue_" + id;
  return bug;
}

TEST(Trigger, TellsBugsOfOneOperatorApart) {
  const std::string noop = Bytes(
      "graph g (x: float32[2]) -> (y: float32[2]) { y = ReduceProd<noop_with_empty_axes=1>(x) }");
  const std::string empty =
      Bytes("graph g (x: float32[2,0]) -> (y: float32[1,1]) { y = ReduceProd(x) }");
  const ScratchFolder scratch;
  scratch.Write("triggers.toml",
                "[onnxruntime]\n1 = 'noop_with_empty_axes=1'\n2 = '\\(x: \\w+\\[2,0'\n3 = '('\n");
  EXPECT_EQ(OtherTrigger(At(scratch.path(), "1"), noop), "");
  EXPECT_NE(OtherTrigger(At(scratch.path(), "2"), noop), "");
  EXPECT_EQ(OtherTrigger(At(scratch.path(), "2"), empty), "");
  EXPECT_NE(OtherTrigger(At(scratch.path(), "1"), empty), "");
  EXPECT_NE(OtherTrigger(At(scratch.path(), "3"), empty), "") << "no pattern is no consent";
  EXPECT_NE(OtherTrigger(At(scratch.path(), "1"), "no model"), "");
  EXPECT_EQ(OtherTrigger(At(scratch.path(), "4"), noop), "") << "the database does not say";
}

TEST(Trigger, TheOperatorMustBeThere) {
  const ScratchFolder scratch;
  Bug bug = At(scratch.path(), "1");
  bug.row.emplace();
  bug.row->buggy_api = "onnx.ReduceProd";
  const std::string other = Bytes("graph g (x: float32[2]) -> (y: float32[2]) { y = Relu(x) }");
  EXPECT_EQ(OtherTrigger(bug, other), "its smallest model lacks the operator");
}

}  // namespace
}  // namespace assay::bugs
