// Which reports of a store are wanted.
#pragma once

#include <string>
#include <vector>

#include "knowledge/issues/parts.h"

namespace assay::knowledge {

struct IssueFilter {
  std::string repo;                 // "": all
  std::string state;                // "open", "closed"; "": all
  std::vector<std::string> labels;  // all of them, whatever their case; may hold *
  std::string since, until;         // created on or after, on or before: "2024-07-25"
  std::string release;              // the framework's version is this or a later one: "2.4"
  std::string symptom;
  std::string category;       // of either scheme
  bool closed_fixed = false;  // see ClosedAndFixed
  bool with_program = false;  // there is a complete program
  bool usable = false;        // no platform that is missing here
  bool optimisation = false;  // speaks of model optimisation
};

// An error: a date that is none, an unknown state, symptom or category; the message lists those
// there are.
Status CheckFilter(const IssueFilter& filter);

bool Wanted(const IssueFilter& filter, const Issue& issue, const Parts& parts);

// The version of the framework whose tracker it is, or of the only one that the report names when
// the tracker is not known; "" otherwise.
std::string FrameworkVersion(const Issue& issue, const Parts& parts);

}  // namespace assay::knowledge
