#include "mirror/proposer.h"

#include "base/strings.h"

namespace assay::mirror {

Result<const Rewriter*> Rewriters::Get(const Direction& direction) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<Rewriter>& entry = open_[StrCat(direction.from, "-", direction.to)];
  if (entry == nullptr) {
    ASSAY_ASSIGN(Rewriter opened, Rewriter::Open(direction, use_model_));
    entry = std::make_unique<Rewriter>(std::move(opened));
  }
  return entry.get();
}

Result<Proposal> RuleProposer::Propose(const Source& source, const Direction& direction) {
  ASSAY_ASSIGN(const Rewriter* rewriter, rewriters_.Get(direction));
  Rewritten made = rewriter->Rewrite(source.text);
  Proposal out;
  out.text = std::move(made.text);
  out.left = std::move(made.left);
  out.uses = std::move(made.uses);
  out.notes = std::move(made.notes);
  return out;
}

}  // namespace assay::mirror
