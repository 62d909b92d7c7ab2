#include "oracle/spoilt.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "graph/text.h"
#include "lab/device_lost.h"
#include "onnx/model_io.h"
#include "tests/fakes/hostile.h"

namespace assay::oracle {
namespace {

using lab::Ending;
using lab::HostileTarget;
using lab::Observation;
using lab::Request;

bool Aborts(const Observation& seen) { return seen.ending == Ending::kCrash; }

// Requests with models that differ in a name, on workers that look at the mode only.
class SpoiltTest : public testing::Test {
 protected:
  Request RequestOf(const std::string& name) {
    auto model = ParseModelText(
        StrCat("graph ", name, " (x: float32[1]) -> (y: float32[1]) { y = Relu(x) }"));
    EXPECT_TRUE(model.ok()) << model.error().message;
    bytes_.push_back(std::make_unique<std::string>(*onnxio::SerializeModel(*model)));
    Request request;
    request.key = bytes_.size();
    request.model = *bytes_.back();
    request.inputs = {{"x", Tensor(DType::kFloat32, {1})}};
    request.wanted = {"y"};
    return request;
  }
  Observation Run(const std::string& mode, const std::string& name) {
    return lab_.Run(HostileTarget(mode), RequestOf(name));
  }
  std::optional<ModelCase> Find(const Observation& seen, const Request& request) {
    return FindSpoiler(seen, request, HostileTarget("victim"), lab_, Aborts);
  }

  lab::Lab lab_;
  std::vector<std::unique_ptr<std::string>> bytes_;
};

TEST_F(SpoiltTest, FindsTheOneAmongMany) {
  for (int i = 0; i < 20; ++i)
    ASSERT_TRUE(Run(i == 12 ? "spoils" : "ok", i == 12 ? "guilty" : StrCat("plain", i)).ok());
  const Request last = RequestOf("last");
  const Observation seen = lab_.Run(HostileTarget("victim"), last);
  ASSERT_EQ(EndingName(seen.ending), "crash");
  const auto spoiler = Find(seen, last);
  ASSERT_TRUE(spoiler.has_value());
  EXPECT_EQ(spoiler->model.graph.name, "guilty");
  ASSERT_EQ(spoiler->inputs.size(), 1u);
  EXPECT_EQ(spoiler->inputs[0].tensor.count(), 1);
}

TEST_F(SpoiltTest, FindsTheOneThatLostTheDevice) {
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(Run(i == 4 ? "spoils" : "ok", i == 4 ? "guilty" : StrCat("plain", i)).ok());
  const Request last = RequestOf("last");
  const Observation seen = lab_.Run(HostileTarget("victim-on-device"), last);
  ASSERT_EQ(seen.kind, lab::kDeviceLost);
  ASSERT_EQ(EndingName(seen.ending), "crash");
  const auto spoiler = FindSpoiler(seen, last, HostileTarget("victim-on-device"), lab_, Aborts);
  ASSERT_TRUE(spoiler.has_value());
  EXPECT_EQ(spoiler->model.graph.name, "guilty");
}

TEST_F(SpoiltTest, NobodyIsBlamedForAFailureThatDoesNotComeBack) {
  ASSERT_TRUE(Run("ok", "plain").ok());
  const Request last = RequestOf("last");
  Observation seen = lab_.Run(HostileTarget("victim"), last);
  ASSERT_TRUE(seen.ok());
  seen.ending = Ending::kCrash;
  EXPECT_FALSE(Find(seen, last).has_value());
}

TEST_F(SpoiltTest, NobodyIsBlamedWhereNobodyWasBefore) {
  const Request last = RequestOf("last");
  EXPECT_FALSE(Find(lab_.Run(HostileTarget("abort"), last), last).has_value());
  EXPECT_FALSE(Find(Observation(), last).has_value());
}

}  // namespace
}  // namespace assay::oracle
