#include "mirror/model/distinction.h"

#include <gmock/gmock.h>

namespace assay::mirror {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

knowledge::ApiDoc Doc(const std::string& name, const std::string& description) {
  knowledge::ApiDoc out;
  out.name = name;
  out.parameters.push_back({.name = "size", .description = description});
  out.examples = {"first = 1\nsecond = 2"};
  return out;
}

class DistinctionTest : public testing::Test {
 protected:
  DistinctionTest() {
    to_.docs = {Doc("jax.numpy.ones", "The shape. It may be empty."),
                Doc("jax.numpy.maximum", "An array.")};
    knowledge::Stamp(to_);
    pairs_.pairs = {{.from = "torch.max",
                     .to = "jax.numpy.max",
                     .by = "name",
                     .parameters = {{.from = "dim", .to = "axis"}}},
                    {.from = "torch.ones",
                     .to = "jax.numpy.ones",
                     .by = "name",
                     .parameters = {{.from = "size", .to = "shape"}}}};
  }
  std::string Text(const ApiUse& use, size_t most = 10000) {
    return DistinctionText({use}, {nullptr, &to_, &pairs_}, most, &left_out_);
  }
  knowledge::ApiBase to_;
  knowledge::PairBase pairs_;
  std::vector<std::string> left_out_;
};

TEST_F(DistinctionTest, HelpersOfTheRulesAreNoApis) {
  EXPECT_THAT(Text({.api = "torch.rand", .twin = "random_uniform", .own = {"jax.random.uniform"}}),
              HasSubstr("torch.rand corresponds to jax.random.uniform\n"));
  EXPECT_THAT(Text({.api = "torch.manual_seed", .twin = "seed_draws"}),
              HasSubstr("torch.manual_seed has no known twin\n"));
  EXPECT_THAT(Text({.api = "torch.nn.Module.eval", .twin = "Module.eval"}),
              HasSubstr("has no known twin"));
  EXPECT_THAT(Text({.api = "torch.ones", .twin = "ones_of"}),
              HasSubstr("corresponds to jax.numpy.ones\n"));
}

TEST_F(DistinctionTest, MembersAndNothingAreSaidSo) {
  EXPECT_THAT(Text({.api = "torch.Tensor.numel", .twin = ".size"}),
              HasSubstr("is `.size` of arrays there"));
  EXPECT_THAT(Text({.api = "torch.Tensor.shape", .twin = "shape"}),
              HasSubstr("is `.shape` of arrays there"));
  EXPECT_THAT(Text({.api = "torch.no_grad", .twin = "-"}), HasSubstr("leave it out"));
}

TEST_F(DistinctionTest, ParametersAreThoseOfTheTwinThatIsNamed) {
  EXPECT_THAT(Text({.api = "torch.ones", .twin = "jax.numpy.ones"}), HasSubstr("size -> shape"));
  EXPECT_THAT(Text({.api = "torch.max", .twin = "jax.numpy.maximum"}),
              Not(HasSubstr("dim -> axis")));
}

TEST_F(DistinctionTest, SentencesAndExamplesAreWholeOrMissing) {
  const ApiUse ones{.api = "torch.ones", .twin = "jax.numpy.ones"};
  const std::string all = Text(ones);
  EXPECT_THAT(all, AllOf(HasSubstr("The shape. It may be empty."), HasSubstr("second = 2")));
  EXPECT_THAT(left_out_, IsEmpty());
  const std::string brief = Text(ones, all.size() - 1);
  EXPECT_THAT(brief, AllOf(HasSubstr("size"), Not(HasSubstr("first = 1"))));
  EXPECT_THAT(Text(ones, 10), IsEmpty());
  EXPECT_THAT(left_out_, ElementsAre("the documentation of torch.ones and its twin"));
}

}  // namespace
}  // namespace assay::mirror
