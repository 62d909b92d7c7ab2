// How often random models show each planted fault: fault_rates [CASES] [SEED] [NAME...].
//
// A planted fault should be as narrow as a real one: met by ordinary models from time to time. This
// prints, per fault, in how many of CASES random graphs of up to 20 nodes, drawn as in a campaign,
// a broken run is visibly wrong: outside the bounds, refused, another result the second time, or
// the end of the process. Runs in one process; state that survives from case to case (stale
// weights, leaks) is counted as it comes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "executor.h"
#include "generate/pattern_grower.h"
#include "generate/random_graph.h"
#include "onnx/model_io.h"
#include "oracle/check.h"

namespace assay::faults {
namespace {

struct Harmed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Case {
  oracle::Subject subject;
  oracle::Truth truth;
};

// What was drawn so far, as in a campaign.
struct Drawn {
  generate::CombinationCounts seen;
  std::map<std::string, int64_t> patterns;
};

std::optional<Case> MakeCase(Rng& rng, Drawn& drawn) {
  constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat32, DType::kFloat32, DType::kFloat32,
                              DType::kFloat64, DType::kFloat16, DType::kInt64,   DType::kInt32};
  const bool special = rng.Chance(0.15);
  const DType dtype =
      special && rng.Chance(0.25) ? generate::SomeInteger(rng) : rng.Pick<DType>(kTypes);
  auto random = generate::RandomGraph(rng, {.nodes = static_cast<int>(rng.Int(1, 20)),
                                            .opset = static_cast<int>(rng.Int(13, 22)),
                                            .dtype = dtype,
                                            .special = special,
                                            .first_pattern = 0.4,
                                            .patterns = 0.05,
                                            .constant_graphs = true,
                                            .shared_weights = 0.2,
                                            .seen = &drawn.seen,
                                            .pattern_uses = &drawn.patterns});
  if (!random.has_value()) return std::nullopt;
  drawn.seen.Add(generate::Combinations(random->model.graph));
  for (const generate::PatternUse& use : random->patterns) ++drawn.patterns[std::string(use.name)];
  Case out;
  out.subject.model = std::move(random->model);
  out.subject.inputs = std::move(random->inputs);
  auto bytes = onnxio::SerializeModel(out.subject.model);
  if (!bytes.ok()) return std::nullopt;
  out.subject.bytes = std::move(bytes).value();
  auto truth = oracle::ComputeTruth(out.subject, {.strict_too = false});
  if (!truth.ok() || !truth->unknown.empty()) return std::nullopt;
  out.truth = std::move(truth).value();
  return out;
}

bool Wrong(const Case& test, const std::vector<Datum>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i)
    if (oracle::Judge("", test.truth.lenient[i], nullptr, outputs[i]).verdict ==
        oracle::Verdict::kWrong)
      return true;
  return false;
}

bool Refused(const Result<std::vector<Datum>>& run) {
  return !run.ok() && run.error().kind == ErrorKind::kInvalid;
}

bool Shows(const Case& test, const Fault* fault, Session& session) {
  Executor executor(session);
  const std::vector<const Fault*> faults(fault == nullptr ? 0 : 1, fault);
  try {
    if (!executor.Load(test.subject.bytes, faults).ok()) return true;
    const auto first = executor.Run(test.subject.inputs);
    if (!first.ok()) return Refused(first);
    if (Wrong(test, *first)) return true;
    const auto second = executor.Run(test.subject.inputs);
    return second.ok() ? Wrong(test, *second) : Refused(second);
  } catch (const Harmed&) {
    return true;
  }
}

// The named faults, or all; null is the unbroken executor.
std::vector<const Fault*> Chosen(const std::vector<std::string>& names) {
  std::vector<const Fault*> out = {nullptr};
  for (const std::span<const Fault> set : {AllFaults(), AllSecondFaults()})
    for (const Fault& fault : set)
      if (names.empty() || std::find(names.begin(), names.end(), fault.name) != names.end())
        out.push_back(&fault);
  return out;
}

int Main(int cases, uint64_t seed, const std::vector<std::string>& names) {
  Rng rng(seed);
  Drawn drawn;
  const std::vector<const Fault*> faults = Chosen(names);
  std::vector<Session> sessions(faults.size());
  for (Session& session : sessions)
    session.harm = [](Harm) { throw Harmed("the process would have ended"); };
  std::vector<int> shown(sessions.size(), 0);
  for (int done = 0; done < cases;) {
    const auto test = MakeCase(rng, drawn);
    if (!test.has_value()) continue;
    ++done;
    for (size_t i = 0; i < sessions.size(); ++i) {
      if (Shows(*test, faults[i], sessions[i])) ++shown[i];
      sessions[i].leaked.clear();
    }
  }
  std::printf("%8.3f %%  (unbroken)\n", 100.0 * shown[0] / cases);
  for (size_t i = 1; i < sessions.size(); ++i)
    std::printf("%8.3f %%  %s\n", 100.0 * shown[i] / cases, std::string(faults[i]->name).c_str());
  return shown[0] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace assay::faults

int main(int argc, char** argv) {
  const int cases = argc > 1 ? std::atoi(argv[1]) : 1000;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  return assay::faults::Main(cases, seed, {argv + std::min(argc, 3), argv + argc});
}
