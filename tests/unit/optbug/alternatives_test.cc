#include <gmock/gmock.h>

#include "optbug/neighbourhoods.h"
#include "program/parse/decompose.h"

namespace assay::optbug {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Alternatives, KnowOldNames) {
  const Places places = {{{"torch.ao.quantization.quantize", "torch/ao/quantization"}}, {}};
  EXPECT_THAT(AlternativesOf("torch.quantization.quantize_dynamic", places),
              ElementsAre("torch.ao.quantization.quantize"));
  EXPECT_THAT(AlternativesOf("torch.nn.Linear", places), IsEmpty());
}

TEST(Alternatives, AreAllOptimisers) {
  for (const char* framework : {"torch", "tensorflow", "jax"}) {
    EXPECT_FALSE(KnownAlternatives(framework).empty()) << framework;
    for (const std::string& api : KnownAlternatives(framework))
      EXPECT_NE(program::OptimiserTechnique(api), "") << api;
  }
}

}  // namespace
}  // namespace assay::optbug
