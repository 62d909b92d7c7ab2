#include <gtest/gtest.h>

#include "optbug/distance/places.h"

namespace assay::optbug::distance_test {
namespace {

Snippet Make(std::string category, std::vector<std::string> layers, std::string optimiser,
             std::vector<std::string> types, std::string exception) {
  Snippet out;
  out.category = std::move(category);
  out.layers = std::move(layers);
  out.optimisers = {std::move(optimiser)};
  out.types = std::move(types);
  out.exception = std::move(exception);
  return out;
}

const Places kPlaces = {
    {{"torch.jit.script", "torch/jit"},
     {"torch.compile", "torch"},
     {"torch.nn.Linear", "torch/nn/modules"}},
    {{"KeyError", {"KeyError", "LookupError", "Exception", "BaseException", "object"}},
     {"IndexError", {"IndexError", "LookupError", "Exception", "BaseException", "object"}},
     {"torch.float32", {"float32", "floating", "dtype"}}}};

TEST(Distance, IsTheSumOfThree) {
  const Snippet a =
      Make("wrong-type", {"torch.nn.Linear"}, "torch.jit.script", {"torch.float32"}, "KeyError");
  const Snippet b = Make("missing-dtype", {}, "torch.compile", {"torch.float32"}, "IndexError");
  const Distance d = DistanceOf(a, b, kPlaces);
  EXPECT_EQ(d.category, 1);
  EXPECT_EQ(d.apis, 1 + 1);  // script against compile, Linear against nothing
  EXPECT_EQ(d.types, 1);     // float32 matches itself
  EXPECT_EQ(d.sum(), 4);
  EXPECT_EQ(DistanceOf(b, a, kPlaces).sum(), 4);
  EXPECT_EQ(DistanceOf(a, a, kPlaces).sum(), 0);
}

TEST(Distance, GoesByNamesWhereNothingIsKnown) {
  const Snippet a = Make("wrong-type", {}, "torch.jit.script", {}, "");
  const Snippet b = Make("wrong-type", {}, "torch.old.gone.api", {}, "");
  EXPECT_EQ(DistanceOf(a, b, kPlaces).apis, 2);  // torch/jit and torch/old/gone
}

TEST(Distance, AnUnknownCategoryIsLikeNoOther) {
  const Snippet a = Make("", {}, "torch.compile", {}, "");
  EXPECT_EQ(DistanceOf(a, a, kPlaces).category, 1);
}

}  // namespace
}  // namespace assay::optbug::distance_test
