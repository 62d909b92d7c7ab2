// A convolution or pooling gets other padding: none, symmetric, asymmetric, SAME_UPPER, SAME_LOWER
// or VALID.
//
// Promise: changes.   Needs: a static spatial shape.   Aims at: asymmetric and automatic padding,
// which many back ends support by a detour.   Repair: the result is resized or pooled to the old
// size, unless the rest of the model stands the new one.
#include <algorithm>

#include "mutate/change_window.h"

namespace assay::mutate {
namespace change_padding {
namespace {

// Automatic padding is only defined for windows without dilation in several frameworks.
bool IsDense(const Window& window) {
  return std::all_of(window.dilations.begin(), window.dilations.end(),
                     [](int64_t d) { return d == 1; });
}

bool WriteAutomatic(const Model& model, Window window, Node& node, Rng& rng) {
  static constexpr std::string_view kModes[] = {"SAME_UPPER", "SAME_LOWER", "VALID"};
  const std::string mode(rng.Pick(std::span<const std::string_view>(kModes)));
  if (mode == "VALID") {
    std::fill(window.pads.begin(), window.pads.end(), 0);
    if (!window.IsSound()) return false;
  }
  if (!IsDense(window) || !WriteWindow(model, window, node)) return false;
  node.attrs.Erase("pads");
  node.attrs.Set("auto_pad", mode);
  // With the input smaller than the window SAME pads by more than pooling stands.
  const auto* ceil = node.attrs.Get<int64_t>("ceil_mode");
  if (ceil != nullptr && *ceil != 0) node.attrs.Erase("ceil_mode");
  for (size_t i = 0; i < window.axes(); ++i)
    if (window.pools && mode != "VALID" && window.kernel[i] > window.input[i]) return false;
  return true;
}

void ChoosePads(Window& window, Rng& rng) {
  const bool symmetric = rng.Chance(0.5);
  for (size_t i = 0; i < window.axes(); ++i) {
    const int64_t most = window.pools ? window.kernel[i] - 1 : window.extent(i);
    window.pads[i] = rng.Int(0, most);
    window.pads[i + window.axes()] = symmetric ? window.pads[i] : rng.Int(0, most);
  }
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  Node node = base.model.graph.node(site.node);
  Window window = *ReadWindow(base.model.graph, node);
  if (rng.Chance(0.4)) {
    if (!WriteAutomatic(base.model, window, node, rng)) return Reject("no automatic padding here");
    return ReplaceLayer(base, site, std::move(node), rng);
  }
  const std::vector<int64_t> old = window.pads;
  ChoosePads(window, rng);
  if (window.pads == old) return Reject("the padding is the same");
  if (!window.IsSound() || !WriteWindow(base.model, window, node))
    return Reject("no such padding here");
  return ReplaceLayer(base, site, std::move(node), rng);
}

}  // namespace
}  // namespace change_padding

MutatorDef ChangePaddingDef() {
  return {.name = "change-padding",
          .meaning = "a convolution or pooling gets other padding",
          .choices =
              "two of five automatic (SAME_UPPER, SAME_LOWER, VALID; only without dilation), "
              "the others explicit and less than the window, half of them symmetric",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = FindWindows,
          .apply = change_padding::Apply};
}

}  // namespace assay::mutate
