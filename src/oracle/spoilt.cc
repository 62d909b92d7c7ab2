#include "oracle/spoilt.h"

#include <algorithm>
#include <vector>

#include "base/clock.h"
#include "onnx/model_io.h"
#include "ops/infer.h"

namespace assay::oracle {
namespace {

using lab::Observation;
using lab::Request;
using lab::Served;

// What is believed of chance: a pair must fail this often.
constexpr int kTimes = 2;
// A campaign waits for this: what takes longer is not looked for, and of a compiler's cases the
// last ones only.
constexpr double kMostMs = 20e3;
constexpr size_t kMostOfSlow = 8;

class Replay {
 public:
  Replay(std::vector<Served> earlier, const Request& last, const lab::Target& target, lab::Lab& lab,
         const FailsAlike& fails)
      : earlier_(std::move(earlier)), last_(last), target_(target), lab_(lab), fails_(fails) {}

  // The earlier request that spoils the process.
  const Request* Find() const {
    const size_t count = earlier_.size();
    if (count == 0 || !Fails(0, count)) return nullptr;
    // Behind all from `low` on it fails; behind those from `high` on it does not.
    size_t low = 0, high = count;
    while (high - low > 1) {
      const size_t middle = low + (high - low) / 2;
      (Fails(middle, count) ? low : high) = middle;
    }
    for (int i = 0; i < kTimes; ++i)
      if (!Fails(low, low + 1)) return nullptr;
    return &earlier_[low].request;
  }

 private:
  // Whether the last request fails behind the earlier ones of [begin, end). A process that dies on
  // the way is another failure.
  bool Fails(size_t begin, size_t end) const {
    if (NowMs() > deadline_) return false;
    std::vector<Request> requests;
    for (size_t i = begin; i < end; ++i) requests.push_back(earlier_[i].request);
    requests.push_back(last_);
    const std::vector<Observation> seen = lab_.RunInOrder(target_, requests);
    return seen.size() == requests.size() && fails_(seen.back());
  }

  const std::vector<Served> earlier_;
  const Request& last_;
  const lab::Target& target_;
  lab::Lab& lab_;
  const FailsAlike& fails_;
  const double deadline_ = NowMs() + kMostMs;
};

std::optional<ModelCase> CaseOf(const Request& request) {
  auto model = onnxio::ParseModel(request.model, {.official_check = false});
  if (!model.ok() || !ops::InferTypes(*model, {}).ok()) return std::nullopt;
  ModelCase out{std::move(model).value(), {}};
  const Graph& graph = out.model.graph;
  for (const ValueId input : graph.inputs) {
    const auto given = std::ranges::find(request.inputs, graph.name_of(input),
                                         &std::pair<std::string, Datum>::first);
    const Tensor* initializer = graph.initializer(input);
    if (given != request.inputs.end())
      out.inputs.push_back(given->second);
    else if (initializer != nullptr)
      out.inputs.emplace_back(*initializer);
    else
      return std::nullopt;
  }
  return out;
}

}  // namespace

std::optional<ModelCase> FindSpoiler(const Observation& first, const Request& request,
                                     const lab::Target& target, lab::Lab& lab,
                                     const FailsAlike& fails) {
  if (first.history == nullptr) return std::nullopt;
  // As the lab would send it; the earlier ones went through it already.
  Request last = request;
  last.mode = target.mode;
  last.wall_s = target.wall_s;
  std::vector<Served> earlier = first.history->First(first.served_before);
  if (target.slow && earlier.size() > kMostOfSlow)
    earlier.erase(earlier.begin(), earlier.end() - kMostOfSlow);
  const Replay replay(std::move(earlier), last, target, lab, fails);
  const Request* spoiler = replay.Find();
  // A case that spoils its own next run is not another one's victim.
  if (spoiler == nullptr || spoiler->model == request.model) return std::nullopt;
  return CaseOf(*spoiler);
}

}  // namespace assay::oracle
