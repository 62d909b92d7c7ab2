// The record of a campaign: what was counted, and the findings that are kept. Not thread-safe: the
// campaign holds its lock.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/examine.h"
#include "store/rows.h"

namespace assay::campaign {

// Of a case with its number: the sum over all cases says whether two campaigns had the same.
uint64_t CaseHash(int64_t index, const Prepared& prepared);

class Record {
 public:
  // `keep`: cases of one finding that are kept whole.
  explicit Record(int keep) : keep_(keep) {}

  // Goes on from an earlier run of the campaign.
  void Restore(Tally tally, const std::vector<store::FindingRow>& findings);

  // A candidate that no method could make anything of.
  void CountRetry() { ++tally_.retried; }
  // A case number that nothing came of.
  void CountUnmade() { ++tally_.unmade; }
  // `unconstrained`: numerically invalid mutants are what the study counts as illegal.
  void CountLegality(const std::vector<Step>& steps, Legality legality, bool unconstrained);
  // `hash`: CaseHash.
  void CountCase(uint64_t hash, const Prepared& prepared, const Examined& examined);
  // Its runs, or further ones. `seconds`: since the start of this run. Targets with findings that
  // are new, by name.
  std::vector<std::string> CountRuns(int64_t index, const Prepared& prepared,
                                     const Examined& examined,
                                     const std::vector<lab::Target>& targets, double seconds);

  // Whether hits with this signature need no confirming any more.
  bool Believed(const std::string& signature) const;
  // Confirmed ones of this run.
  int64_t ConfirmedNow() const;

  Tally& tally() { return tally_; }
  const Tally& before() const { return before_; }  // as restored
  std::vector<FindingLine> Lines() const;          // most realistic first
  double last_new_s() const { return last_new_; }

  // Findings and sightings since the last call.
  store::CampaignStep TakePending();

 private:
  bool Keep(int64_t index, const Prepared& prepared, const Hit& hit, double seconds);
  void KeepSighting(int64_t index, const Prepared& prepared, const Hit& hit);

  const int keep_;
  Tally tally_, before_;
  std::map<std::string, int> confirmed_;  // by signature
  std::map<std::string, int> kept_;       // sightings, by finding
  std::map<std::string, FindingLine> lines_;
  store::CampaignStep pending_;
  double last_new_ = -1;
};

}  // namespace assay::campaign
