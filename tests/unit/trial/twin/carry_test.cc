#include "trial/twin/carry.h"

#include <gtest/gtest.h>

#include "tests/unit/trial/support.h"

namespace assay::trial::carry_test {
namespace {

using nlohmann::json;

const json kTensor = {{"dtype", "float64"}, {"shape", {2}}, {"values", {1.0, 2.0}}};

std::string Written(const CarriedCall& call) {
  return Text(call, [](const std::string& key) { return "<" + key + ">"; });
}

knowledge::ApiDoc Std() {
  knowledge::ApiDoc out = Doc("torch.std");
  out.parameters = {Param("input", "Tensor", ""), Param("dim", "int", "", "None"),
                    Param("correction", "int", "", "1")};
  return out;
}

ApiCall Call() {
  ApiCall out;
  out.arguments = {{"input", "x", false, "float32", {2}}, {"dim", "0", true, "", {}}};
  return out;
}

const json kValues = {{"input", kTensor}, {"dim", {{"plain", "0"}}}};

TEST(Carry, MapsNamesAndPassesAnotherDefault) {
  knowledge::ApiDoc twin = Doc("jax.numpy.std");
  twin.parameters = {Param("a", "Array", ""), Param("axis", "int", "", "None"),
                     Param("ddof", "int", "", "0")};
  twin.parameters[0].kind = "positional-only";
  const knowledge::Pair pair{
      .from = "torch.std",
      .to = twin.name,
      .score = 1,
      .by = "name",
      .parameters = {{"input", "a", ""}, {"dim", "axis", ""}, {"correction", "ddof", ""}},
      .from_example = "",
      .to_example = ""};
  EXPECT_EQ(Written(OwnCall(Call(), Std(), kValues)), "torch.std(<input>, dim=0)");
  const auto carried = TwinCall(Call(), Std(), pair, twin, kValues);
  ASSERT_TRUE(carried.has_value());
  EXPECT_EQ(Written(*carried), "jax.numpy.std(<input>, axis=0, ddof=1)");
  const auto numpy = NumpyCall(*carried);
  ASSERT_TRUE(numpy.has_value());
  EXPECT_EQ(Written(*numpy), "np.std(<input>, axis=0, ddof=1)");
}

TEST(Carry, NothingIsLeftBehind) {
  knowledge::ApiDoc twin = Doc("tf.math.reduce_std");
  twin.parameters = {Param("input_tensor", "Tensor", "")};
  const knowledge::Pair pair{.from = "torch.std",
                             .to = twin.name,
                             .score = 1,
                             .by = "name",
                             .parameters = {{"input", "input_tensor", ""}, {"dim", "", ""}},
                             .from_example = "",
                             .to_example = ""};
  EXPECT_FALSE(TwinCall(Call(), Std(), pair, twin, kValues).has_value());
  // What must be given there and is not known here.
  knowledge::ApiDoc needy = Doc("tf.math.reduce_std");
  needy.parameters = {Param("input_tensor", "Tensor", ""), Param("seed", "int", "")};
  EXPECT_FALSE(
      TwinCall(Call().Without("dim"), Std(), pair, needy, {{"input", kTensor}}).has_value());
  // A text is no flag.
  knowledge::ApiDoc gelu = Doc("torch.nn.functional.gelu");
  gelu.parameters = {Param("input", "Tensor", ""), Param("approximate", "str", "", "'none'")};
  knowledge::ApiDoc other = Doc("jax.nn.gelu");
  other.parameters = {Param("x", "Array", ""), Param("approximate", "bool", "", "True")};
  const knowledge::Pair gelus{
      .from = gelu.name,
      .to = other.name,
      .score = 1,
      .by = "name",
      .parameters = {{"input", "x", ""}, {"approximate", "approximate", ""}},
      .from_example = "",
      .to_example = ""};
  EXPECT_FALSE(
      TwinCall(Call().Without("dim"), gelu, gelus, other, {{"input", kTensor}}).has_value());
}

TEST(Carry, TheTensorOfAMethodIsAnArgumentElsewhere) {
  knowledge::ApiDoc method = Doc("torch.Tensor.cos");
  method.kind = "method";
  knowledge::ApiDoc twin = Doc("tf.math.cos");
  twin.parameters = {Param("x", "Tensor", "")};
  ApiCall call;
  call.receiver = "t";
  const json values = {{"receiver", kTensor}};
  const knowledge::Pair pair{.from = method.name,
                             .to = twin.name,
                             .score = 1,
                             .by = "name",
                             .parameters = {{"self", "x", ""}},
                             .from_example = "",
                             .to_example = ""};
  EXPECT_EQ(Written(OwnCall(call, method, values)), "<receiver>.cos()");
  const auto carried = TwinCall(call, method, pair, twin, values);
  ASSERT_TRUE(carried.has_value());
  EXPECT_EQ(Written(*carried), "tf.math.cos(x=<receiver>)");
  EXPECT_FALSE(NumpyCall(*carried).has_value());
}

}  // namespace
}  // namespace assay::trial::carry_test
