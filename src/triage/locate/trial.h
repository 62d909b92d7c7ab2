// Trial: one case on one target, answered against the failure that is looked for.
//
// The reference's answer for a case is computed once, however many targets try it.
#pragma once

#include <string>

#include "graph/model_case.h"
#include "lab/lab.h"
#include "oracle/check.h"
#include "triage/symptom.h"

namespace assay::triage::locate {

enum class Answer {
  kShows,  // the failure that is looked for
  kRight,  // ran, and the results are right
  kOther,  // fails, but otherwise
  kNone,   // says nothing: unsupported there, or the target did not come up
};

struct Trial {
  std::string target, version;
  std::string status;  // as `assay check` prints it
  std::string message;
  Answer answer = Answer::kNone;
};

// What `result` answers. Wrong is wrong, whichever layer shows it first and however far off:
// another mode may move both.
Answer AnswerOf(const oracle::TargetResult& result, const Graph& graph, const Symptom& wanted);

class Trier {
 public:
  // An error: the case is illegal, or the reference cannot judge it.
  static Result<Trier> Make(const ModelCase& model_case, Symptom wanted, lab::Lab& lab);

  // An error: the lab was closed.
  Result<Trial> Run(const lab::Target& target) const;

 private:
  Trier(oracle::Subject subject, oracle::Truth truth, Symptom wanted, lab::Lab& lab)
      : subject_(std::move(subject)),
        truth_(std::move(truth)),
        wanted_(std::move(wanted)),
        lab_(&lab) {}

  oracle::Subject subject_;
  oracle::Truth truth_;
  Symptom wanted_;
  lab::Lab* lab_;
};

}  // namespace assay::triage::locate
