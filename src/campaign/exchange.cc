#include "campaign/exchange.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "campaign/cpu_time.h"

namespace assay::campaign {
namespace {

constexpr int kEveryCalls = 2;
constexpr int64_t kMostOffers = 500;  // read at a time
constexpr size_t kMostWaiting = 2000;
// Numbers are given before a transaction ends, so a smaller one may appear late.
constexpr int64_t kLateOnes = 100;

}  // namespace

Exchange::Exchange(const Membership& member, const Method& method)
    : member_(member), learns_(method.learns_from_others()) {}

bool Exchange::Remember(const std::vector<uint64_t>& keys) {
  bool fresh = false;
  for (const uint64_t key : keys) fresh |= known_.insert(key).second;
  return fresh;
}

void Exchange::Note(const Report& report) {
  const CpuMeter meter(figures_.cpu_seconds);
  if (!learns_ || !report.run || !Remember(report.keys) || offers_.size() >= kMostWaiting) return;
  store::OfferRow row;
  row.lane = member_.lane.number;
  row.hash = StrCat(HashBytes(report.recipe));
  row.entry = report.Save();
  offers_.push_back(std::move(row));
}

void Exchange::Meet(store::Store& store, Ledger& ledger) {
  if (calls_++ % kEveryCalls != 0) return;
  const CpuMeter meter(figures_.cpu_seconds);
  // Time that is over by the database's clock is left to the agent's own, which does not jump.
  if (const auto totals = store.Totals(member_.lane.name); totals.ok())
    over_ = totals->over && totals->seconds_left >= 0;
  if (!learns_) return;
  // In one order for all: two that offer the same cases the other way round would wait for each
  // other in the database.
  std::ranges::sort(
      offers_, [](const store::OfferRow& a, const store::OfferRow& b) { return a.hash < b.hash; });
  if (store.Offer(member_.lane.name, offers_).ok()) {
    figures_.offered += static_cast<int64_t>(offers_.size());
    offers_.clear();
  }
  const auto rows = store.Offers(member_.lane.name, member_.lane.number,
                                 std::max<int64_t>(0, heard_ - kLateOnes), kMostOffers);
  if (!rows.ok()) return;
  std::vector<Report> others;
  for (const store::OfferRow& row : *rows) {
    figures_.heard += row.id > heard_ ? 1 : 0;
    heard_ = std::max(heard_, row.id);
    auto report = Report::Load(row.entry);
    // Another agent's word: only what can be rebuilt from its recipe is used.
    if (!report.ok() || !Remember(report->keys)) continue;
    report->parent = kForeign;
    others.push_back(std::move(report).value());
  }
  figures_.learnt += static_cast<int64_t>(others.size());
  if (!others.empty()) ledger.Learn(std::move(others));
}

}  // namespace assay::campaign
