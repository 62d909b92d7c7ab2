// Groups: the findings that are one bug.
//
// Before anything was tried out, all that is known of a finding is its symptom: framework, oracle,
// stage, and the message or the first wrong operator. Afterwards its cause decides (triage::Cause):
// two findings of a framework that fail in one way under one condition are one bug, whatever mode,
// version or operator showed them, and findings that had one symptom fall apart into several.
#pragma once

#include <string>
#include <vector>

#include "store/rows.h"
#include "triage/cause.h"

namespace assay::triage {

// The cause of a finding that has the fact `form` (kCauseFact) and whose reduced case has this
// canonical text. Earlier versions kept less: the rest is what the finding itself says.
Cause CauseOfFinding(const store::FindingRow& row, const nlohmann::json& form,
                     const std::string& canonical);

// The key of a finding's group, by its cause if that is known.
std::string GroupOf(const store::FindingRow& row, const Cause& cause);

// "onnxruntime" of "onnxruntime@1.17.3:opt=off".
std::string FrameworkOf(const std::string& target);

// A finding with what decides its place in a group.
struct Member {
  store::FindingRow row;
  int64_t nodes = 0;  // of its smallest case; 0: not known
  bool reduced = false;
  std::string canonical;  // form of the reduced case; "": not reduced
  Cause cause;            // as far as it is known
};

struct Group {
  std::string key;
  std::vector<Member> members;       // the lead first
  std::vector<std::string> targets;  // that show it, by name
  int64_t hits = 0;                  // cases that showed it, of all members

  const Member& lead() const { return members.front(); }
  double realism() const;  // of its most realistic member
};

// A cause that needs some attributes explains one that needs those and more: the latter joins the
// group of the former. Most realistic group first. The lead of a group is its most reduced member,
// then the most realistic one.
std::vector<Group> GroupFindings(std::vector<Member> members);

}  // namespace assay::triage
