// What an agent of a shared campaign tells the others and hears of them: cases that cover something
// new, and whether a budget of the whole is spent.
#pragma once

#include <atomic>
#include <unordered_set>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/ledger.h"
#include "campaign/method.h"
#include "store/store.h"

namespace assay::campaign {

class Exchange {
 public:
  Exchange(const Membership& member, const Method& method);

  // Called for each case that was done.
  void Note(const Report& report);
  // Offers what is new and learns what others have offered. Called about once a second, and works
  // every few seconds; a failure is met again at the next write.
  void Meet(store::Store& store, Ledger& ledger);
  bool over() const { return over_; }
  // Of the thread that calls the others. Without what the search makes of it (Ledger::learning).
  const ExchangeFigures& figures() const { return figures_; }

 private:
  bool Remember(const std::vector<uint64_t>& keys);

  const Membership member_;
  const bool learns_;
  std::unordered_set<uint64_t> known_;  // keys that were offered or heard of
  std::vector<store::OfferRow> offers_;
  int64_t heard_ = 0;  // offers up to this one
  int calls_ = 0;
  ExchangeFigures figures_;
  std::atomic<bool> over_{false};
};

}  // namespace assay::campaign
