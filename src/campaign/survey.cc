#include "campaign/survey.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <set>

#include "base/clock.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "campaign/survey_kept.h"
#include "generate/combinations.h"
#include "generate/random_graph.h"
#include "onnx/model_io.h"
#include "ops/op.h"
#include "ops/schema.h"
#include "oracle/check.h"

namespace assay::campaign {
namespace {

// In the middle of those that campaigns use, and older ones for targets that end before it.
constexpr std::array kOpsets = {21, 17, 13};
constexpr int kOldest = 7, kNewest = ops::kNewestOpset;  // that campaigns use
constexpr double kTooSlowMs = 1000;  // far above what a busy machine does to a fast target
constexpr int kSpeedTrials = 8;      // probes after which a target's speed is known

constexpr std::array kTypes = {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBfloat16,
                               DType::kInt64,   DType::kInt32,   DType::kInt8,    DType::kUint8,
                               DType::kInt16,   DType::kUint16,  DType::kUint32,  DType::kUint64,
                               DType::kBool,    DType::kString};

// A one-node model and the keys of its use.
struct Probe {
  uint64_t pair = 0;   // generate::SupportKey
  uint64_t types = 0;  // generate::TypesKey
  uint64_t here = 0;   // the same in its opset
  oracle::Subject subject;
};

std::optional<Probe> MakeProbe(const ops::OpDef& op, DType dtype, int opset) {
  generate::GraphOptions options;
  options.nodes = 1;
  options.opset = opset;
  options.dtype = dtype;
  options.first = op.name;
  Rng rng(HashBytes(op.name));
  auto made = generate::RandomGraph(rng, options);
  if (!made.has_value()) return std::nullopt;
  const Graph& graph = made->model.graph;
  for (const NodePtr& node : graph.nodes()) {
    if (node->op != op.name || node->inputs.empty() || node->inputs[0] == kAbsent) continue;
    auto bytes = onnxio::SerializeModel(made->model);
    if (!bytes.ok()) return std::nullopt;
    return Probe{generate::SupportKey(generate::OperatorHash(node->op, node->domain),
                                      graph.type(node->inputs[0]).tensor.dtype),
                 generate::TypesKey(graph, *node), generate::TypesKey(graph, *node, opset),
                 oracle::Subject{std::move(made->model), std::move(bytes).value(),
                                 std::move(made->inputs), 0}};
  }
  return std::nullopt;
}

// One operator with certain element types, in every opset.
struct Use {
  const ops::OpDef* op = nullptr;
  DType dtype = DType::kFloat32;
  std::vector<Probe> first;  // those of kOpsets, and of the newest if the operator changed since
};

std::vector<Use> AllUses() {
  std::map<uint64_t, Use> uses;
  for (const ops::OpDef& op : ops::AllOps()) {
    if (op.propose == nullptr || !op.domain.empty()) continue;
    const bool changed =
        ops::FindSchema("", op.name, kNewest) != ops::FindSchema("", op.name, kOpsets.front());
    for (const DType dtype : kTypes) {
      std::vector<int> opsets(kOpsets.begin(), kOpsets.end());
      if (changed) opsets.insert(opsets.begin(), kNewest);
      for (const int opset : opsets) {
        auto probe = MakeProbe(op, dtype, opset);
        if (!probe.has_value()) continue;
        Use& use = uses[probe->types];
        if (use.op != nullptr && (use.op != &op || use.dtype != dtype)) continue;
        use.op = &op;
        use.dtype = dtype;
        use.first.push_back(std::move(*probe));
      }
    }
  }
  std::vector<Use> out;
  for (auto& [key, use] : uses) out.push_back(std::move(use));
  return out;
}

bool Unsupported(const oracle::Subject& subject, const lab::Target& target, lab::Lab& lab) {
  const Graph& graph = subject.model.graph;
  if (!target.manifest->Refusal(subject.model.opset(""), oracle::UsedTypes(graph)).empty())
    return true;
  return lab.Run(target, oracle::PlainRequest(subject)).ending == lab::Ending::kUnsupported;
}

// What a target does not support of one use: nothing; all of it, then the last is true; or the
// opsets in which it is refused.
struct Refused {
  std::vector<uint64_t> here;
  bool everywhere = false;
};

Refused AskForUse(const Use& use, const lab::Target& target, lab::Lab& lab) {
  Refused out;
  // By version of the operator: opsets that have the same one are asked once.
  std::map<const ops::Schema*, bool> refused;
  const auto version = [&](int opset) { return ops::FindSchema("", use.op->name, opset); };
  bool runs = false, refuses = false;
  for (const Probe& probe : use.first) {
    const int opset = probe.subject.model.opset("");
    // Of the version it may well take the opset before.
    if (opset > target.manifest->opset_max && opset > kOpsets.front()) continue;
    const bool no = Unsupported(probe.subject, target, lab);
    refused[version(opset)] = no;
    refuses |= no;
    if (no) continue;
    // In the newest versions of the operator: then in the older ones, too.
    if (!refuses && opset <= kOpsets.front()) return {};
    runs = true;
  }
  out.everywhere = !runs;
  if (!runs) return out;
  for (int opset = kOldest; opset <= std::min(kNewest, target.manifest->opset_max); ++opset) {
    const auto known = refused.find(version(opset));
    if (version(opset) == nullptr || (known != refused.end() && !known->second)) continue;
    const auto probe = MakeProbe(*use.op, use.dtype, opset);
    if (!probe.has_value()) continue;
    if (known == refused.end()) refused[version(opset)] = Unsupported(probe->subject, target, lab);
    if (refused[version(opset)]) out.here.push_back(probe->here);
  }
  return out;
}

// What a target says of a model that it does not take.
std::string Reason(const oracle::Subject& subject, const lab::Target& target, lab::Lab& lab) {
  const std::string refusal =
      target.manifest->Refusal(subject.model.opset(""), oracle::UsedTypes(subject.model.graph));
  return refusal.empty() ? lab.Run(target, oracle::PlainRequest(subject)).message : refusal;
}

struct Answer {
  std::vector<uint64_t> gaps;
  std::string barren;  // why it takes nothing at all
};

// What one target states as gaps; nothing when it is too slow to be asked.
std::optional<Answer> Ask(const std::vector<Use>& uses, const lab::Target& target, lab::Lab& lab,
                          int jobs) {
  std::vector<Refused> refused(uses.size());
  std::atomic<size_t> next = 0;
  std::atomic<bool> slow = false;
  InParallel(static_cast<size_t>(jobs), [&] {
    const double start = NowMs();
    int done = 0;
    for (size_t i = next++; i < uses.size() && !slow; i = next++) {
      refused[i] = AskForUse(uses[i], target, lab);
      if (++done >= kSpeedTrials && (NowMs() - start) / done > kTooSlowMs) slow = true;
    }
  });
  if (slow) return std::nullopt;
  std::set<uint64_t> gaps, taken;  // pairs of which something is taken are for the generator
  for (size_t i = 0; i < uses.size(); ++i) {
    gaps.insert(refused[i].here.begin(), refused[i].here.end());
    for (const Probe& probe : uses[i].first) {
      if (refused[i].everywhere) gaps.insert({probe.types, probe.pair});
      if (!refused[i].everywhere) taken.insert(probe.pair);
    }
  }
  for (const uint64_t pair : taken) gaps.erase(pair);
  Answer out{{gaps.begin(), gaps.end()}, ""};
  if (taken.empty() && !uses.empty())
    out.barren = Reason(uses.front().first.front().subject, target, lab);
  if (taken.empty() && out.barren.empty()) out.barren = "it does not say why";
  return out;
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

std::map<std::string, std::vector<uint64_t>> SurveyGaps(
    const std::vector<lab::Target>& targets, lab::Lab& lab, int jobs,
    std::map<std::string, std::string>& barren) {
  std::vector<Use> uses;                                 // made when the first one is asked
  std::map<std::string, std::optional<Answer>> answers;  // by who was asked
  std::map<std::string, std::vector<uint64_t>> out;
  for (const lab::Target& target : targets) {
    const lab::Target* asked = Spokesman(target);
    if (asked == nullptr) continue;
    const auto [answer, is_new] = answers.try_emplace(asked->name);
    if (is_new) {
      if (auto kept = KeptAnswer(*asked)) {
        answer->second = Answer{.gaps = *std::move(kept)};
      } else {
        if (uses.empty()) uses = AllUses();
        answer->second = Ask(uses, *asked, lab, jobs);
        // Who refused everything is asked again next time.
        if (answer->second.has_value() && answer->second->barren.empty())
          KeepAnswer(*asked, answer->second->gaps);
      }
    }
    if (!answer->second.has_value()) continue;
    out[target.name] = answer->second->gaps;
    if (!answer->second->barren.empty()) barren[target.name] = answer->second->barren;
  }
  return out;
}

}  // namespace assay::campaign
