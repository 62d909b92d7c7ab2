#include "bugs/tools/ground_truth.h"

#include <gtest/gtest.h>

namespace assay::bugs {
namespace {

TEST(GroundTruth, PlainApi) {
  EXPECT_EQ(PlainApi(" tf.math.add(x) "), "tensorflow.math.add");
  EXPECT_EQ(PlainApi("jnp.diff"), "jax.numpy.diff");
  EXPECT_EQ(PlainApi("torch.add"), "torch.add");
}

TEST(GroundTruth, OperatorsIn) {
  EXPECT_EQ(OperatorsIn("onnxruntime: Relu, Clip and Relu"),
            (std::vector<std::string>{"Relu", "Clip"}));
  EXPECT_TRUE(OperatorsIn("onnxruntime.InferenceSession").empty());
}

TEST(GroundTruth, ManifestationsOfTheTypes) {
  EXPECT_EQ(ManifestationOf("Incorrect Output"), Manifestation::kWrongOutput);
  EXPECT_EQ(ManifestationOf("Floating Point Exception"), Manifestation::kCrash);
  EXPECT_EQ(ManifestationOf("Floating Point Error"), Manifestation::kException);
  EXPECT_EQ(ManifestationOf("Error Not Raised"), Manifestation::kNoError);
  EXPECT_EQ(ManifestationOf(""), Manifestation::kUnknown);
}

TEST(GroundTruth, OfABug) {
  Bug bug;
  bug.library = "tensorflow";
  bug.id = "7";
  bug.requirements = {"numpy==1.23.5", "tensorflow-cpu==2.12.0"};
  bug.row.emplace();
  bug.row->buggy_api = "tf.nn.relu, tf.nn.elu";
  bug.row->type = "value error";
  bug.row->buggy_version = "2.11";
  const GroundTruth truth = TruthOf(bug);
  EXPECT_EQ(truth.apis, (std::vector<std::string>{"tensorflow.nn.relu", "tensorflow.nn.elu"}));
  EXPECT_EQ(truth.exception, "ValueError");
  EXPECT_TRUE(truth.operators.empty()) << "not a library that runs models";
  EXPECT_EQ(VersionOf(bug), "2.12.0");
  bug.library = "tvm";
  bug.row->buggy_api = "onnx.Elu";
  EXPECT_EQ(TruthOf(bug).operators, std::vector<std::string>{"Elu"});
}

}  // namespace
}  // namespace assay::bugs
