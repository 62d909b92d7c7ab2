#include "campaign/packs.h"

#include <algorithm>

namespace assay::campaign {
namespace {

constexpr size_t kMaxNodes = 40;
constexpr int kFirstSize = 4;
constexpr int kPackGrowth = 2;

}  // namespace

bool Packs::Fits(const lab::Target& target, const Prepared& prepared) {
  const Model& model = prepared.subject.model;
  return target.pack > 1 && !target.quantised && !prepared.equivalent.has_value() &&
         model.functions.empty() && model.graph.node_count() <= kMaxNodes &&
         target.manifest->Refusal(model.opset(""), {}).empty();
}

Pack Packs::Add(size_t target, int size, bool mixed_opsets, Waiting waiting) {
  const std::lock_guard lock(mutex_);
  const int opset = mixed_opsets ? 0 : waiting.prepared->subject.model.opset("");
  Pack& open = open_[{target, opset}];
  open.target = target;
  open.cases.push_back(std::move(waiting));
  int& wanted = sizes_.try_emplace(target, std::min(size, kFirstSize)).first->second;
  if (static_cast<int>(open.cases.size()) < wanted) return {};
  wanted = std::min(size, wanted * kPackGrowth);
  Pack full = std::move(open);
  full.number = full_[target]++;
  open_.erase({target, opset});
  return full;
}

std::vector<Pack> Packs::TakeAll() {
  const std::lock_guard lock(mutex_);
  std::vector<Pack> out;
  for (auto& [key, pack] : open_) {
    pack.number = full_[pack.target]++;
    out.push_back(std::move(pack));
  }
  open_.clear();
  return out;
}

}  // namespace assay::campaign
