// Campaigns that several agents share: rows.
//
// An agent is one process of `assay fuzz --campaign NAME`. It holds a lane, a campaign of its own
// with a seed that no other lane has, and keeps it by writing to it. A lane whose agent has not
// written for kLeaseSeconds is given to the next one that joins, which goes on where it stands.
#pragma once

#include <cstdint>
#include <string>

namespace assay::store {

inline constexpr int64_t kLeaseSeconds = 15;

struct SharedRow {
  std::string name;
  std::string started;  // given by the store
  std::string config;   // JSON, without the seed of a lane
  // Of the campaign as a whole.
  double seconds = 0;    // 0: no end; counted from when the first of its agents joined
  int64_t cases = -1;    // < 0: no end
  int64_t findings = 0;  // 0: no end
};

struct AgentRow {
  std::string id;
  std::string node;    // the machine's name
  std::string joined;  // given by the store
  int64_t lane = -1;   // that it holds; -1: none
  int64_t idle = 0;    // seconds since it was last heard of; given by the store
  std::string ended;   // how; "": it has not
};

struct Lane {
  int64_t campaign = 0;  // its row
  std::string name;
  int64_t number = 0;       // 0, 1, …
  int64_t steps = 0;        // that were written of it
  double seconds_left = 0;  // of the campaign; 0: no end
};

struct SharedTotals {
  int64_t lanes = 0, agents = 0;  // agents: alive
  int64_t cases = 0;
  int64_t counted = 0, done = 0;
  int64_t duplicates = 0, missing = 0;  // what was counted twice, or not at all, lane by lane
  int64_t stuck_leases = 0;             // held by an agent that has ended or was given up
  int64_t findings = 0, confirmed = 0;
  double seconds_left = 0;  // 0: no end
  bool over = false;        // one of its budgets is spent
};

struct OfferRow {
  int64_t id = 0;  // given by the store
  int64_t lane = 0;
  std::string hash;
  std::string entry;
};

// Names of the processes that share a store.
// A name that no other process has: machine, process, chance.
std::string NewAgent();
std::string MachineName();

}  // namespace assay::store
