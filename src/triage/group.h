// Groups: the findings that are one bug.
//
// Before a finding is reduced all that is known is its symptom: framework, oracle, stage, and the
// message or the first wrong operator. Afterwards the form of the smallest case tells more: two
// findings of a framework whose smallest cases have one form and which fail in one way are one bug,
// whatever mode, version or operator showed them, and findings that had one symptom fall apart into
// several.
#pragma once

#include <string>
#include <vector>

#include "store/rows.h"
#include "triage/form.h"

namespace assay::triage {

// The key of a finding's group. `form`: of its reduced case in the plainest operators; empty
// before it was reduced.
std::string GroupOf(const store::FindingRow& row, const Form& form);

// Wrong values, NaN and wrong shapes ("wrong", "nan", "shape", "equivalence") are told apart by the
// oracles but not by bugs, so they are one family; of all others it is the oracle itself.
std::string FamilyOf(const std::string& oracle);

// "onnxruntime" of "onnxruntime@1.17.3:opt=off".
std::string FrameworkOf(const std::string& target);

// A finding with what decides its place in a group.
struct Member {
  store::FindingRow row;
  int64_t nodes = 0;  // of its smallest case; 0: not known
  bool reduced = false;
  std::string canonical;  // form of the reduced case; "": not reduced
  Form form;              // of the reduced case in the plainest operators
};

struct Group {
  std::string key;
  std::vector<Member> members;       // the lead first
  std::vector<std::string> targets;  // that show it, by name
  int64_t hits = 0;                  // cases that showed it, of all members

  const Member& lead() const { return members.front(); }
  double realism() const;  // of its most realistic member
};

// A case that needs some attributes explains one that needs those and more: the latter joins the
// group of the former. Most realistic group first. The lead of a group is its most reduced member,
// then the most realistic one.
std::vector<Group> GroupFindings(std::vector<Member> members);

}  // namespace assay::triage
