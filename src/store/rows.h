// Rows of the store: plain structs of text and numbers. The store knows nothing of models or
// verdicts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/machine.h"

namespace assay::store {

// One model on one target, as `assay check` saw it.
struct CheckRow {
  int64_t id = 0;          // given by the store
  std::string time;        // UTC, given by the store: "2026-11-15 07:30:00"
  std::string model;       // path as the user wrote it
  std::string model_hash;  // of the file's content
  std::string inputs;      // where they came from
  std::string target, version, device;
  std::string status, stage, kind, message;
  double load_ms = 0, run_ms = 0, peak_mb = 0;
  std::string details;  // JSON of the outputs
};

// A campaign and where it stands.
struct CampaignRow {
  int64_t id = 0;       // given by the store
  std::string started;  // given by the store
  std::string config;   // JSON: all that decides what is run
  std::string tally;    // JSON: counts so far
  int64_t block = 0;    // the first block of cases that is not complete
  std::string state;    // of the search, for that block
  std::string name;     // of the campaign that it is a lane of; "": it stands alone
  int64_t lane = 0;
  int64_t steps = 0;  // that were written of it as a lane
};

// What the search is told of one finished case.
struct ReportRow {
  int64_t case_index = 0;
  std::string report;
};

// One case that shows a finding, with all that is needed to run it again.
struct SightingRow {
  std::string finding;
  int64_t case_index = 0;
  std::string recipe, message;
  double realism = 0;
  int64_t nodes = 0;
  std::string model;   // ONNX file
  std::string inputs;  // values in the ONNX test-data format, each behind its length
  // When it is read; written are those of the step.
  int64_t campaign = 0;  // that saw it
  Machine machine;       // that it was seen on
};

// A machine on which a finding was seen, whether the case was kept or not.
struct SeenOnRow {
  Machine machine;
  std::string since;  // given by the store
};

// One kind of misbehaviour of one target: many cases may show it.
struct FindingRow {
  std::string id;
  int64_t campaign = 0;
  std::string target, version, device;
  std::string kind;  // the oracle that spoke
  std::string stage, message, signature;
  // "new", "confirmed", "grouped" (a smaller case of its bug is known), "reduced", "located",
  // "reported", "fixed", "regressed"; "flaky"; "disputed" (other judges contradict the reference)
  std::string state;
  int64_t count = 0;  // cases that showed it
  int64_t first_case = 0;
  std::string first_seen, last_seen;  // given by the store
  double realism = 0;                 // of the most realistic case
  std::string grouping;               // equal for findings of one bug; "": nothing known yet

  // For lists. Some are given by the store, some worked out afterwards (see DigestRow).
  std::string producer;   // "check", "fuzz", "judge", …; "": by the campaign
  std::string framework;  // of the target; given by the store
  std::string class_id;   // of the study's taxonomy
  int64_t severity = 0;   // 0: not known yet
  std::string title;      // one line for people
  std::string label;      // what a reviewer said; given by the store
  std::string known;      // the known bug that it is; given by the store
  int64_t nodes = 0;      // of its smallest case
};

// What lists show of a finding and only its facts and its case can tell.
struct DigestRow {
  std::string finding;
  int64_t stale = 0;  // as StaleFindings gave it: what has changed since stays stale
  std::string class_id, title;
  std::string grouping;  // "": as before
  int64_t severity = 0, nodes = 0;
};

// How far a campaign was at one moment.
struct ProgressRow {
  int64_t campaign = 0;
  std::string time;     // UTC, given by the store
  double seconds = -1;  // that the campaign has run; < 0: since it was started
  int64_t cases = 0;    // so far
  std::string sample;   // JSON: further counts
};

// Something that belongs to no finding and no campaign, such as what a target conforms to.
struct DocumentRow {
  std::string kind, name;
  std::string made;  // given by the store
  std::string json;
};

// The smallest case that shows a finding, as far as it was looked for.
struct ReductionRow {
  std::string finding;
  std::string made;  // given by the store
  int64_t original_nodes = 0, nodes = 0;
  bool complete = false;      // false: the search was cut short
  std::string model, inputs;  // as in SightingRow
};

// What was learnt of a finding in one respect ("confirmation", "location", …).
struct FactRow {
  std::string aspect;
  std::string learnt;  // given by the store
  std::string json;
};

// One thing that happened to a finding.
struct HistoryRow {
  std::string finding;
  std::string time;  // given by the store
  std::string target, version;
  std::string event;  // "confirmed", "reduced", "still there", "fixed", "regressed", …
  std::string message;
  std::string machine =
      {};  // where something was run: its architecture; "": nothing was, or not known
};

// What a campaign has done since its last commit; all of it is written or nothing.
struct CampaignStep {
  int64_t campaign = 0;
  std::string tally;
  int64_t block = 0;
  std::string state;               // "": as before
  int64_t forget_before = 0;       // reports of cases before this one are no longer needed
  std::vector<ReportRow> reports;  // new ones
  // `count` is what is added; a finding that is there already keeps its first case.
  std::vector<FindingRow> findings;
  std::vector<SightingRow> sightings;
  std::vector<ProgressRow> progress;  // of this campaign
  // Of a lane: who writes, and the how many-th step it is. A step that was written before is passed
  // over; one of an agent that has lost the lane is an error.
  std::string agent;
  int64_t number = 0;
  // So far: cases that were run, all that were counted, and numbers of cases that are done. The
  // last two are found in different ways and must be equal.
  int64_t cases = 0, counted = 0, done = 0;
  // Where all of it was seen. One that is not known leaves no trace.
  Machine machine = ThisMachine();
};

}  // namespace assay::store
