// A prediction held against a run.
#pragma once

#include <string>

#include "judge/model/observe.h"
#include "judge/model/prediction.h"
#include "knowledge/api/api_doc.h"

namespace assay::judge::model {

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

// The parts of it that need no vote: status, exception, shape and type.
Compared CompareEndings(const Ending& predicted, const Observed& observed,
                        const knowledge::ApiDoc& doc);

// What else was said of a result that is there: elements and properties. Agrees where it cannot be
// looked at.
Compared CompareStated(const Stated& stated, const Observed& observed);

}  // namespace assay::judge::model
