// The effectiveness study of ATOC (section III-B, tables I to III) on programs of reports.
//
// Three oracles answer of every program: true, it behaves as documented; false, it shows a bug;
// none, it cannot be told.
//   run    what the program does here: it runs to its end (true); it crashes, hangs without doing
//          anything, or fails an assertion of its own (false); anything else (none): one that still
//          computes when its time is over may only be slow
//   model  the final answer of the language model, which sees program and documentation only; it is
//          never asked whether the installed version still shows a bug
//   both   what the model says must happen, held against the run: true where they agree, false
//          where they do not
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/judge_with_model.h"
#include "knowledge/api/api_base.h"
#include "knowledge/issues/issue.h"
#include "knowledge/pool/pool.h"

namespace assay::judge::model {

// What it says of a program that its own checks pass, or fail.
enum class Checks {
  kPassWhenRight,
  kPassWhenBug,  // tests of BugsInDLLs
  kUnknown,
};

// The subjects of the effectiveness study: programs of bug reports, with what is known of them.
struct StudyCase {
  std::string id;
  std::string framework;  // environment to run it in; "": not known
  std::string api;        // that it is about; "": to be found in the program
  std::string program;    // cleaned
  std::string report;     // what people said went wrong
  // Whether it is about a bug: pool programs are, of reports whether the project took it for one.
  // Nothing: nobody has said.
  std::optional<bool> is_bug;
  // Whether the version that is installed shows it, where that is known: what the run is held
  // against.
  std::optional<bool> shows;
  Checks checks = Checks::kPassWhenRight;
  // Reproduced in an older version: unless `shows` is known its run is held against nothing.
  bool may_be_mended = false;
  std::string bug_type;  // ATOC's, by the rules of casebook/bug_types.def
};

std::vector<StudyCase> CasesOfPool(const std::vector<knowledge::PoolProgram>& programs);

// Reports with a complete program that needs no platform that is missing here.
struct IssueCases {
  std::vector<StudyCase> cases;
  size_t without_program = 0, other_platform = 0;
};
IssueCases CasesOfIssues(const std::vector<knowledge::Issue>& issues);

// What the project says by closing and labelling; nothing when it says nothing.
std::optional<bool> TakenForBug(const knowledge::Issue& issue);

struct StudyRow {
  StudyCase subject;
  std::string api;     // that the model was asked about; "": none is documented
  std::string status;  // of the run
  std::string run_answer;
  std::optional<ModelCase> model;    // nothing: no model was asked
  std::optional<ModelCase> variant;  // one parameter changed by rule
  OwnChange own_change;              // and by the model
  std::optional<double> explanation;
  std::string ModelAnswer() const;  // true, false or none; unknown counts as none
  std::string BothAnswer() const;
};

// What the run alone says.
std::string RunAnswer(const program::ProgramOutcome& outcome,
                      Checks checks = Checks::kPassWhenRight);

// Of reports: without comments, which tell what is wrong; and ATOC's type by the rules of
// casebook/bug_types.def.
std::string PlainReport(const std::string& program);
std::string BugTypeOfReport(const std::vector<std::string>& symptoms, const std::string& words);

// `client` null: only the run. `base`: documentation of the framework, for the model; it is shown
// what is documented of every API that the program calls.
Result<StudyRow> StudyOne(const StudyCase& subject, const knowledge::ApiBase* base,
                          const ModelOptions& options, llm::Client* client, const Observer& observe,
                          trial::ModelUsage& spent);

// How much of a report an explanation tells.

// The words that carry a text: identifiers, numbers and words of four letters or more that are not
// in everybody's mouth, lower case, each once, in order; plural endings do not count.
std::vector<std::string> KeyWords(const std::string& text);

// The share of the report's key words that the explanation has too, 0 to 1. Nothing when the report
// has none. It measures words, not sense: an explanation that names the right parameter and says
// the wrong thing of it scores as well.
std::optional<double> ExplanationScore(const std::string& explanation, const std::string& report);

// Figures of the ATOC paper, to stand beside ours.

// Table I: answers none, true and false.
struct PaperAnswers {
  const char* name;
  size_t none, is_true, is_false;
};
inline constexpr PaperAnswers kPaperSample = {"paper, sample", 388, 991, 421};
inline constexpr PaperAnswers kPaperTotal = {"paper, total", 518, 2338, 1041};

// Table III: share of changed programs of a status that were foretold, in percent.
struct PaperStatus {
  const char* status;
  double percent;
};
inline constexpr PaperStatus kPaperStatuses[] = {
    {"crash", 100.0}, {"flaky", 75.0}, {"hangs", 66.7}};
// Section IV-C: accuracy with confidence score and explanation.
inline constexpr double kPaperAccuracy = 76.4;

}  // namespace assay::judge::model
