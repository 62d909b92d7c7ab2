// Calls that no table has, from the pair base.
#include "mirror/rewrite/pair_twins.h"

#include <gmock/gmock.h>

#include "mirror/rewrite/rewriter.h"

namespace assay::mirror::pair_twins_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

knowledge::PairBase Base(std::vector<knowledge::Pair> pairs) {
  knowledge::PairBase out;
  out.from = "torch";
  out.to = "jax";
  out.pairs = std::move(pairs);
  return out;
}

knowledge::Pair PairOf(const std::string& from, const std::string& to,
                       std::vector<knowledge::ParameterPair> parameters) {
  knowledge::Pair out;
  out.from = from;
  out.to = to;
  out.score = 1;
  out.by = "name";
  out.parameters = std::move(parameters);
  return out;
}

Rewritten Carry(const knowledge::Pair& pair, const std::string& line) {
  const auto rewriter = Rewriter::Open({"torch", "jax"}, true,
                                       [&] { return Result<knowledge::PairBase>(Base({pair})); });
  EXPECT_TRUE(rewriter.ok()) << rewriter.error().message;
  return rewriter->Rewrite("import torch\nx = torch.ones(2)\n" + line + "\n");
}

TEST(PairTwins, ParametersGoByTheirTwins) {
  const auto pair =
      PairOf("torch.frobnicate", "jax.numpy.frobnicate", {{"input", "a", ""}, {"dim", "axis", ""}});
  const Rewritten made = Carry(pair, "y = torch.frobnicate(x, dim=0)");
  EXPECT_THAT(made.text, HasSubstr("y = jnp.frobnicate(x, axis=0)\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(PairTwins, DefaultsThatDifferAreWrittenOut) {
  const auto pair = PairOf("torch.frobnicate", "jax.numpy.frobnicate",
                           {{"input", "a", ""}, {"full", "full", "default True becomes False"}});
  EXPECT_THAT(Carry(pair, "y = torch.frobnicate(x)").text,
              HasSubstr("y = jnp.frobnicate(x, full=True)\n"));
}

TEST(PairTwins, DefaultsThatCannotBeWrittenMustBeGiven) {
  const auto pair = PairOf("torch.frobnicate", "jax.numpy.frobnicate",
                           {{"input", "a", ""}, {"n", "n", "default None becomes 3"}});
  EXPECT_THAT(Carry(pair, "y = torch.frobnicate(x)").left, Not(IsEmpty()));
  EXPECT_THAT(Carry(pair, "y = torch.frobnicate(x, n=4)").left, IsEmpty());
}

TEST(PairTwins, ParametersThatOnlyStandAtTheSamePlaceAreNoTwins) {
  const auto pair = PairOf("torch.frobnicate", "jax.numpy.frobnicate",
                           {{"input", "a", ""}, {"limit", "size", ""}});
  EXPECT_THAT(Carry(pair, "y = torch.frobnicate(x, 3)").left, Not(IsEmpty()));
  EXPECT_THAT(Carry(PairOf("torch.frobnicate", "jax.numpy.frobnicate", {{"input", "shape", ""}}),
                    "y = torch.frobnicate(x)")
                  .left,
              Not(IsEmpty()));
}

TEST(PairTwins, FilesAndOtherMachinesAreNoMatterOfOneCall) {
  const auto pair =
      PairOf("torch.distributed.frobnicate", "jax.numpy.frobnicate", {{"input", "a", ""}});
  EXPECT_THAT(Carry(pair, "y = torch.distributed.frobnicate(x)").left, Not(IsEmpty()));
}

}  // namespace
}  // namespace assay::mirror::pair_twins_test
