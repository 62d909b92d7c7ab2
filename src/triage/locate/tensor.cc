// The first wrong tensor.
//
// With all intermediate tensors as outputs every layer can be judged on its own inputs. Where the
// failure needs the layers to be fused, that makes it vanish; then, and for models that are refused
// or crash, the model is cut instead: the earliest tensor behind which it can be cut so that it
// still fails is the place.
#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "triage/locate/cut.h"
#include "triage/locate/deadline.h"
#include "triage/locate/question.h"

namespace assay::triage::locate {
namespace {

// Up to this many nodes every cut is tried, from the front; above it, or where each run takes
// long, the place is found by halving.
constexpr size_t kTryAll = 40;
constexpr size_t kTryAllSlowly = 4;

struct Place {
  size_t node;
  ValueId value;
  std::string how;
};

nlohmann::json PlaceJson(const Graph& graph, const Place& place) {
  return {{"tensor", graph.name_of(place.value)},
          {"op", graph.node(place.node).op},
          {"node", place.node},
          {"how", place.how}};
}

class Cutter {
 public:
  explicit Cutter(const Inquiry& inquiry) : inquiry_(inquiry), deadline_(inquiry.seconds) {}

  // Whether a part of the model shows the failure. A part that cannot be judged does not.
  Result<bool> Shows(const ModelCase& part) {
    if (deadline_.passed()) return Invalid("the time for this question is over");
    const auto trier = Trier::Make(part, inquiry_.seen.symptom, inquiry_.lab);
    if (!trier.ok()) return false;
    ASSAY_ASSIGN(const Trial trial, trier->Run(inquiry_.target));
    return trial.answer == Answer::kShows;
  }

  bool late() const { return deadline_.passed(); }

  Result<std::optional<Place>> Scan() {
    for (size_t i = 0; i < graph().node_count(); ++i) {
      inquiry_.progress(
          StrCat("first wrong tensor: cut behind node ", i + 1, " of ", graph().node_count()));
      ASSAY_ASSIGN(const auto place, BehindNode(i));
      if (place.has_value()) return place;
    }
    return std::optional<Place>();
  }

  // Assumes that what shows the failure still does with more nodes behind it.
  Result<std::optional<Place>> Halve() {
    size_t right = 0, wrong = graph().node_count();
    ASSAY_ASSIGN(const bool whole, Shows(FirstNodes(inquiry_.model_case, wrong)));
    if (!whole) return std::optional<Place>();
    while (wrong - right > 1) {
      const size_t middle = right + (wrong - right) / 2;
      inquiry_.progress(StrCat("first wrong tensor: the first ", middle, " nodes"));
      ASSAY_ASSIGN(const bool shows, Shows(FirstNodes(inquiry_.model_case, middle)));
      (shows ? wrong : right) = middle;
    }
    ASSAY_ASSIGN(auto place, BehindNode(wrong - 1));
    if (place.has_value()) return place;
    for (const ValueId id : graph().node(wrong - 1).outputs)
      if (id != kAbsent)
        return std::optional<Place>({wrong - 1, id, "the model cut behind this node, by halving"});
    return std::optional<Place>();
  }

 private:
  const Graph& graph() const { return inquiry_.model_case.model.graph; }

  Result<std::optional<Place>> BehindNode(size_t i) {
    for (const ValueId id : graph().node(i).outputs) {
      if (id == kAbsent) continue;
      ASSAY_ASSIGN(const bool shows, Shows(CutAt(inquiry_.model_case, {id})));
      if (shows)
        return std::optional<Place>(
            {i, id, "the model cut behind this tensor, nothing else given out"});
    }
    return std::optional<Place>();
  }

  const Inquiry& inquiry_;
  Deadline deadline_;
};

// The first layer that is wrong on its own inputs, far outside if there is such a one.
std::optional<Place> ByLayers(const Inquiry& inquiry) {
  const auto& faults = inquiry.seen.result.faults;
  if (inquiry.seen.result.status != oracle::CaseStatus::kWrong || faults.empty()) return {};
  const auto gross = std::find_if(faults.begin(), faults.end(),
                                  [](const oracle::LayerFault& fault) { return fault.gross; });
  const oracle::LayerFault& fault = gross == faults.end() ? faults.front() : *gross;
  return Place{fault.node, inquiry.model_case.model.graph.Find(fault.tensor),
               "all intermediate tensors given out, each judged on its own inputs"};
}

}  // namespace

Status AskTensor(const Inquiry& inquiry, nlohmann::json& location) {
  const Graph& graph = inquiry.model_case.model.graph;
  if (const auto place = ByLayers(inquiry)) {
    location["first_wrong"] = PlaceJson(graph, *place);
    return {};
  }
  Cutter cutter(inquiry);
  const size_t limit = inquiry.target.slow ? kTryAllSlowly : kTryAll;
  auto place = graph.node_count() <= limit ? cutter.Scan() : cutter.Halve();
  if (!place.ok() && !cutter.late()) return place.error();
  if (place.ok() && place->has_value()) {
    location["first_wrong"] = PlaceJson(graph, **place);
    return {};
  }
  const std::string why = place.ok() ? "no part of the model shows it, only the whole"
                                     : "not finished: " + place.error().message;
  location["first_wrong"] = {{"tensor", ""}, {"op", ""}, {"node", -1}, {"how", why}};
  return {};
}

}  // namespace assay::triage::locate
