#include "campaign/survey.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>

#include "base/hash.h"
#include "base/parallel.h"
#include "generate/combinations.h"
#include "generate/random_graph.h"
#include "onnx/model_io.h"
#include "ops/op.h"
#include "oracle/check.h"

namespace assay::campaign {
namespace {

// Opsets of the models per pair, one of which is enough if it runs: in the middle of those that
// campaigns use, and older ones for targets that end before it.
constexpr std::array kOpsets = {21, 17, 13};
constexpr double kTooSlowMs = 1000;  // far above what a busy machine does to a fast target
constexpr int kSpeedTrials = 8;      // probes after which a target's speed is known

constexpr std::array kTypes = {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBfloat16,
                               DType::kInt64,   DType::kInt32,   DType::kInt8,    DType::kUint8,
                               DType::kInt16,   DType::kUint16,  DType::kUint32,  DType::kUint64,
                               DType::kBool,    DType::kString};

// One-node models that use one operator with one element type.
struct Pair {
  uint64_t key = 0;
  std::vector<oracle::Subject> models;
};

std::optional<std::pair<uint64_t, oracle::Subject>> MakeProbe(const ops::OpDef& op, DType dtype,
                                                              int opset, uint64_t seed) {
  generate::GraphOptions options;
  options.nodes = 1;
  options.opset = opset;
  options.dtype = dtype;
  options.first = op.name;
  Rng rng(seed);
  auto made = generate::RandomGraph(rng, options);
  if (!made.has_value()) return std::nullopt;
  const Graph& graph = made->model.graph;
  for (const NodePtr& node : graph.nodes()) {
    if (node->op != op.name || node->inputs.empty() || node->inputs[0] == kAbsent) continue;
    auto bytes = onnxio::SerializeModel(made->model);
    if (!bytes.ok()) return std::nullopt;
    const uint64_t key = generate::SupportKey(generate::OperatorHash(node->op, node->domain),
                                              graph.type(node->inputs[0]).tensor.dtype);
    return std::pair(key, oracle::Subject{std::move(made->model), std::move(bytes).value(),
                                          std::move(made->inputs), 0});
  }
  return std::nullopt;
}

std::vector<Pair> AllPairs() {
  std::map<uint64_t, Pair> pairs;
  for (const ops::OpDef& op : ops::AllOps()) {
    if (op.propose == nullptr || !op.domain.empty()) continue;
    for (const DType dtype : kTypes)
      for (size_t i = 0; i < kOpsets.size(); ++i) {
        auto probe = MakeProbe(op, dtype, kOpsets[i], HashCombine(HashBytes(op.name), i));
        if (!probe.has_value()) continue;
        Pair& pair = pairs[probe->first];
        pair.key = probe->first;
        if (pair.models.size() < kOpsets.size()) pair.models.push_back(std::move(probe->second));
      }
  }
  std::vector<Pair> out;
  for (auto& [key, pair] : pairs) out.push_back(std::move(pair));
  return out;
}

bool Unsupported(const Pair& pair, const lab::Target& target, lab::Lab& lab) {
  return std::ranges::all_of(pair.models, [&](const oracle::Subject& subject) {
    const Graph& graph = subject.model.graph;
    if (!target.manifest->Refusal(subject.model.opset(""), oracle::UsedTypes(graph)).empty())
      return true;
    return lab.Run(target, oracle::PlainRequest(subject)).ending == lab::Ending::kUnsupported;
  });
}

// The pairs that one target states as gaps; nothing when it is too slow to be asked.
std::optional<std::vector<uint64_t>> Ask(const std::vector<Pair>& pairs, const lab::Target& target,
                                         lab::Lab& lab, int jobs) {
  std::vector<uint64_t> gaps;
  std::mutex mutex;
  std::atomic<size_t> next = 0;
  std::atomic<bool> slow = false;
  const auto work = [&] {
    const auto start = std::chrono::steady_clock::now();
    int done = 0;
    for (size_t i = next++; i < pairs.size() && !slow; i = next++) {
      if (Unsupported(pairs[i], target, lab)) {
        const std::lock_guard lock(mutex);
        gaps.push_back(pairs[i].key);
      }
      const double ms =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
              .count();
      if (++done >= kSpeedTrials && ms / done > kTooSlowMs) slow = true;
    }
  };
  InParallel(static_cast<size_t>(jobs), work);
  if (slow) return std::nullopt;
  std::ranges::sort(gaps);
  return gaps;
}

// Who is asked what `target` supports: a way supports no more than what it is held against, which
// answers quicker, and a compiler no more than what it compiles.
const lab::Target* Spokesman(const lab::Target& target) {
  if (!target.baselines.empty()) return Spokesman(*target.baselines.front());
  if (!target.slow) return &target;
  const lab::Target* plain = target.no_slower_than.get();
  return plain == nullptr || plain->slow ? nullptr : plain;
}

}  // namespace

std::map<std::string, std::vector<uint64_t>> SurveyGaps(const std::vector<lab::Target>& targets,
                                                        lab::Lab& lab, int jobs) {
  const std::vector<Pair> pairs = AllPairs();
  std::map<std::string, std::optional<std::vector<uint64_t>>> answers;  // by who was asked
  std::map<std::string, std::vector<uint64_t>> out;
  for (const lab::Target& target : targets) {
    const lab::Target* asked = Spokesman(target);
    if (asked == nullptr) continue;
    const auto [answer, is_new] = answers.try_emplace(asked->name);
    if (is_new) answer->second = Ask(pairs, *asked, lab, jobs);
    if (answer->second.has_value()) out[target.name] = *answer->second;
  }
  return out;
}

}  // namespace assay::campaign
