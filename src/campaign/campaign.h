// A campaign: makes cases, runs them on targets, keeps what it finds, until its time is over.
//
// `jobs` threads each take a case from the ledger, prepare it, examine it and report; one thread
// writes to the store once a second, all that happened since in one transaction. A case counts as
// done when it is written, so after a crash the few that were under way run again and nothing else.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/method.h"
#include "campaign/tally.h"
#include "lab/lab.h"
#include "store/store.h"

namespace assay::campaign {

// All that decides which cases are run; stored with the campaign, as JSON.
struct Config {
  std::string stage = "infer";
  std::string method = "assay";
  std::string seeds = "zoo";
  std::string targets;  // as given
  std::string oracle;   // "": the method's own
  uint64_t seed = 0;
  int nodes = 0;
  bool unconstrained = false;
  // The method as the literature has it: mutants without our constraints, run whatever comes of
  // them, and told by the literature's thresholds without our excuses.
  bool literal = false;
  int pack = 0;       // most cases that a compiler gets at once; 0: as its manifest says
  int resources = 0;  // one case in so many is looked at for time and memory; 0: none
  std::vector<std::string> mutators;
  // Generated graphs begin with one of these; empty: with any.
  std::vector<std::string> operators;
  // What the survey of the targets found, by their names; empty before it.
  std::map<std::string, std::vector<uint64_t>> gaps;
  std::vector<uint64_t> avoid;  // in stores from before: what no target supports
  // Shares of the time that were asked for, by targets.
  std::map<std::string, double> shares;
  bool surveyed = false;
  bool open = false;  // targets were to join when it began

  std::string Save() const;
  static Result<Config> Load(const std::string& text);
};

struct Limits {
  double seconds = 0;    // 0: no limit
  int64_t cases = -1;    // < 0: no limit; counted from the campaign's first case
  int64_t findings = 0;  // stop after so many confirmed findings; 0: no limit
  int jobs = 1;
  int keep = 3;  // cases of one finding that are kept whole
};

struct FindingLine {
  std::string id, target, version, kind, stage, message, recipe;
  int64_t count = 0, first_case = 0;
  double realism = 0;
  bool confirmed = false;
  double at_seconds = 0;  // since the start of this run
};

// What an agent had of the others, and what that cost it.
struct ExchangeFigures {
  int64_t offered = 0, heard = 0, learnt = 0;
  double cpu_seconds = 0;
};

// Where a campaign stands; for screens and summaries.
struct Progress {
  Tally tally;  // over all runs of the campaign
  int64_t resumed_cases = 0;
  double seconds = 0;      // of this run
  int64_t cases_now = 0;   // of this run
  double last_new_s = -1;  // when the newest finding came
  double last_gain_s = 0;  // when coverage last grew
  double resident_mb = 0;
  std::vector<FindingLine> findings;
  std::vector<std::pair<std::string, int64_t>> coverage;
  std::vector<std::pair<std::string, double>> mean_ms;  // per target
  std::vector<std::pair<std::string, double>> parts;    // of the time, per target
  std::vector<std::string> notes;                       // seeds left out, and the like
  std::string triaged;                                  // what became of findings, in words
  std::string awaited;                                  // targets that may still join, in words
  ExchangeFigures exchange;                             // of agents of a shared campaign
  double store_cpu_seconds = 0;                         // for writing steps
  std::string trouble;                                  // the store cannot be written, say
};

// Targets that became ready while a campaign runs, and what is still awaited, in words.
struct Newcomers {
  std::vector<lab::Target> targets;
  std::string awaited;
};

struct Hooks {
  // Called about twice a second from one thread.
  std::function<void(const Progress&)> show;
  std::atomic<bool>* stop = nullptr;  // set from outside: end soon
  // Asked about once a second, from one thread; empty when nobody is to join. Which cases are made
  // does not depend on who has joined.
  std::function<Newcomers()> newcomers;
};

// What an agent of a shared campaign (store/shared.h) works on.
struct Membership {
  store::Lane lane;
  std::string agent;
  std::string spool = {};  // folder for what cannot be written (spool_file.h); "": none
};

// `campaign_id`: a campaign of `store` to take up; 0: a new one. `member`: it is a lane of a shared
// one; the run ends when a budget of the whole is spent, or with ErrorKind::kRejected when the lane
// was given to another agent.
Result<Progress> RunCampaign(const Config& config, const Limits& limits,
                             const std::vector<lab::Target>& targets, store::Store& store,
                             int64_t campaign_id, const Hooks& hooks,
                             const Membership* member = nullptr);

}  // namespace assay::campaign
