// A prediction held against a run.
#pragma once

#include <optional>
#include <string>

#include "judge/model/prediction.h"
#include "knowledge/api/api_doc.h"
#include "program/lab/program_lab.h"

namespace assay::judge::model {

// Runs a program and writes down what a prediction can be compared with.
struct Observed {
  Ending ending;  // shape and dtype of what the API returned, where the program keeps it
  // Of the same value: equal digests mean equal elements.
  std::string digest;
  std::optional<double> sum;  // of its elements
  program::ProgramOutcome outcome;
};

struct ObserveOptions {
  double timeout_s = 20;
  int repeat = 2;  // one run cannot be flaky
};

// The result that is looked at is the variable that the last call of `api` is assigned to, at the
// top of the program. An error says that the lab failed.
Result<Observed> Observe(const std::string& program, const std::string& api,
                         const ObserveOptions& options, program::ProgramLab& lab);

// The name of that variable; "" when there is none.
std::string ResultVariable(const std::string& program, const std::string& api);

enum class Agreement { kAgree, kDisagree, kUnknown };
std::string_view AgreementName(Agreement agreement);

struct Compared {
  Agreement agreement = Agreement::kUnknown;
  std::string reason;  // what differs, or why nothing can be said
};

// Only what was predicted is compared. Two types of exceptions differ only when the documentation
// names the predicted one: it seldom says which it is. Unknown: the model decided nothing, the
// program never reached the API, is no valid code, or ran out of memory.
Compared Compare(const Consensus& consensus, const Observed& observed,
                 const knowledge::ApiDoc& doc);

// The parts of it that need no vote.
Compared CompareEndings(const Ending& predicted, const Observed& observed,
                        const knowledge::ApiDoc& doc);

}  // namespace assay::judge::model
