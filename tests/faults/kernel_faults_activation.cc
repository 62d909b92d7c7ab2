// Faults of activations: attributes that are ignored, constants that are taken from elsewhere.
#include <algorithm>
#include <cmath>

#include "kernel.h"

namespace assay::faults {

void GeluFormulasSwapped(Kernel& kernel) {
  if (!kernel.Is({"Gelu"})) return;
  const bool tanh = kernel.AttrString("approximate", "none") == "tanh";
  kernel.RerunWith("approximate", std::string(tanh ? "none" : "tanh"));
}

// The slope of HardSigmoid's default, 0.2, instead of 1/6.
void HardSwishSlope(Kernel& kernel) {
  if (!kernel.Is({"HardSwish"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const double x = kernel.in(0).real(k).v;
    kernel.SetReal(k, x * std::clamp(0.2 * x + 0.5, 0.0, 1.0));
  }
}

void HardSigmoidIgnoresBeta(Kernel& kernel) {
  if (kernel.Is({"HardSigmoid"}) && kernel.HasAttr("alpha")) kernel.RerunWithout("beta");
}

void EluIgnoresAlpha(Kernel& kernel) {
  if (kernel.Is({"Elu", "Celu"})) kernel.RerunWithout("alpha");
}

void SeluIgnoresGamma(Kernel& kernel) {
  if (kernel.Is({"Selu"})) kernel.RerunWithout("gamma");
}

// 0.1, as Darknet has it, where the attribute is left out (0.01).
void LeakyReluOtherDefault(Kernel& kernel) {
  if (kernel.Is({"LeakyRelu"}) && !kernel.HasAttr("alpha")) kernel.RerunWith("alpha", 0.1F);
}

// An upper limit alone is taken for the lower one.
void ClipLoneMaxIsMin(Kernel& kernel) {
  if (!kernel.Is({"Clip"}) || kernel.HasTensor(1) || !kernel.HasTensor(2)) return;
  std::vector<Known> inputs = kernel.inputs();
  std::swap(inputs[1], inputs[2]);
  Node variant = kernel.node();
  std::swap(variant.inputs[1], variant.inputs[2]);
  kernel.Rerun(variant, std::move(inputs));
}

void PreluUsesFirstSlope(Kernel& kernel) {
  if (!kernel.Is({"PRelu"}) || kernel.in(1).count() < 2) return;
  std::vector<Known> inputs = kernel.inputs();
  Bounded& slope = inputs[1].tensor;
  for (int64_t k = 1; k < slope.count(); ++k) slope.set(k, kernel.in(1), 0);
  kernel.Rerun(kernel.node(), std::move(inputs));
}

void ShrinkIgnoresBias(Kernel& kernel) {
  if (kernel.Is({"Shrink"})) kernel.RerunWithout("bias");
}

// Compares the magnitude with the threshold.
void ThresholdedReluTakesMagnitude(Kernel& kernel) {
  if (!kernel.Is({"ThresholdedRelu"}) || !kernel.IsReal()) return;
  const double threshold = kernel.AttrFloat("alpha", 1);
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const double x = kernel.in(0).real(k).v;
    if (x < -threshold) kernel.SetReal(k, x);
  }
}

}  // namespace assay::faults
