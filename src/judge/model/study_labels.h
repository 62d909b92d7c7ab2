// What people say of the model's answers in the study: research question 3, and table II by hand.
//
// The file is CSV with a head: id,labeller,explanation,score,kind. `explanation` and `score` are
// right or wrong; `kind` is a detail of table II, or empty. `assay judge validate --label-form`
// writes it with one line per answer to fill in; further columns are there to be read, and left
// alone.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace assay::judge::model {

struct StudyLabel {
  std::string id, labeller;
  bool explanation = false, score = false;  // right
  std::string kind;
  bool right() const { return explanation && score; }
};

struct StudyLabels {
  std::vector<StudyLabel> rows;
  std::map<std::string, size_t> more_kinds;  // labels of findings in a store
};

// Lines that nobody has filled in are passed over. An error names file, line and what is allowed.
Result<StudyLabels> ReadStudyLabels(const std::string& path);

// Cohen's kappa of two labellers over the cases that both have: 1 where they always agree, 0 where
// they do so by chance. Nothing without such cases.
struct Agreed {
  size_t cases = 0, same = 0;
  double kappa = 0;
};
Agreed KappaOf(const std::vector<StudyLabel>& labels);

// {"labellers", "cases", "right", "accuracy", "split", "kappa", "both"}: a case is right when all
// who labelled it say so of explanation and score; where they differ it is split and counts for
// neither. `answers`: ids of the study's own answers; labels of others are counted as "unknown".
nlohmann::json LabelsJson(const StudyLabels& labels, const std::vector<std::string>& answers);

// By kind, each case once per kind.
std::map<std::string, size_t> LabelledKinds(const StudyLabels& labels);

// Labels of table II that findings of judge have in a store.
Result<std::map<std::string, size_t>> KindsOfFindings(const store::Store& store);

// One line of the form that labellers fill in.
struct FormRow {
  std::string id, api, status, said, score, explanation;
};
std::string LabelForm(const std::vector<FormRow>& rows);

}  // namespace assay::judge::model
