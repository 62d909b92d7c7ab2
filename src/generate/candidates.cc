#include "generate/candidates.h"

#include <array>
#include <mutex>

#include "base/check.h"
#include "generate/combinations.h"

namespace assay::generate {
namespace {

bool Usable(const ops::OpDef& op) {
  return op.propose != nullptr && op.domain.empty() && op.rounding != ops::Rounding::kRandom;
}

std::vector<Candidate> Make(int opset) {
  std::vector<Candidate> out;
  for (const ops::OpDef& op : ops::AllOps()) {
    if (!Usable(op)) continue;
    const ops::Schema* schema = ops::FindSchema(op.domain, op.name, opset);
    if (schema == nullptr || schema->deprecated) continue;
    if (schema->inputs.empty() && op.data_inputs.max > 0) continue;
    out.push_back({&op, schema, OperatorHash(op.name, op.domain)});
  }
  return out;
}

}  // namespace

std::span<const Candidate> CandidatesAt(int opset) {
  ASSAY_CHECK(opset >= 1 && opset <= ops::kNewestOpset) << "there is no opset " << opset;
  // Made on first use and kept: looking schemas up costs more than growing a small graph.
  static std::array<std::once_flag, ops::kNewestOpset + 1> made;
  static std::array<std::vector<Candidate>, ops::kNewestOpset + 1> tables;
  const auto k = static_cast<size_t>(opset);
  std::call_once(made[k], [k, opset] { tables[k] = Make(opset); });
  return tables[k];
}

const Candidate* FindCandidate(std::span<const Candidate> candidates, std::string_view name) {
  for (const Candidate& candidate : candidates)
    if (candidate.op->name == name) return &candidate;
  return nullptr;
}

}  // namespace assay::generate
