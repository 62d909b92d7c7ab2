// What a carried program is worth: valid, preserving, and what the twin shows (paper 003, sections
// 2.2 and 4).
//
// Both programs run once, recorded. Where their values agree on the program's own inputs, the twin
// preserves what the source does. Where they do not, one of the two frameworks may be at fault: so
// they are also held against each other in double precision, with ordinary numbers in place of
// those that provoke, with both, and with other numbers altogether. Agreeing there is preserving,
// too, and the difference on the own inputs is then about a framework.
//
// A twin that a language model wrote is held to more: it must also agree on other numbers, in
// double precision, where a constant in the place of a call cannot.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casebook/failure_signature.h"
#include "mirror/check/compare.h"
#include "mirror/check/roles.h"
#include "mirror/check/runner.h"
#include "mirror/direction.h"
#include "mirror/rewrite/rewriter.h"
#include "program/lab/program_lab.h"

namespace assay::mirror {

// A program that is to be carried.
struct Source {
  std::string name;  // of the file, the pool's entry or the bug folder
  std::string text;
  std::string issue;  // "pytorch/pytorch#1234"; "": none
  std::string api;    // at fault, as far as it is known
};

// What the twin does, beside what the source did.
enum class Showing { kSame, kDifferent, kNone };
std::string_view ShowingName(Showing showing);  // same, different, none

struct Assessment {
  bool valid =
      false;  // no error of the static check; no NameError, SyntaxError, ModuleNotFoundError
  // The same roles, the same values on benign inputs, and every API of the source's has its twin
  // called.
  bool preserving = false;
  // Helpers of ours stand in the place of APIs under test: never preserving.
  bool emulated = false;
  std::string why;  // not valid or not preserving: one line
  // "", wrong-args, empty, untargeted; and the transfer errors nonexistent-api, wrong-args,
  // incomplete-code, behaviour-not-followed.
  std::string error_kind, transfer_error;
  Showing showing = Showing::kNone;
  std::string source_symptom;
  std::string symptom;    // of the twin: crash, exception, assertion, wrong, hangs; "": none
  std::string message;    // the twin's own
  std::string inputs;     // on which values agree: own, wide, "shaken benign wide"
  bool by_model = false;  // a language model wrote the twin
  // Every API that the twin calls is the twin of one that the source calls, by rules or pairs: a
  // model has chosen none by itself.
  bool paired = false;
  program::ProgramOutcome source_outcome, twin_outcome;
  nlohmann::json evidence = nlohmann::json::object();  // what was compared, with figures
};

// The source in a further framework.
struct Reference {
  std::string framework, text;
  bool numpy_only = false;  // of jax: asked only with numpy in its place
};

// What becomes of a symptom of the twin.
struct Accusation {
  bool stands = false;  // confirmed: a finding
  // Shown, also by a cold process, by a twin that a language model wrote: a finding that is
  // suspected until somebody has looked at it.
  bool suspected = false;
  std::string kind;     // crash, hangs, exception, wrong
  std::string why;      // what confirms it; or why it only "differs"
  std::string program;  // that shows it: the twin, and a check where the twin has none
  int claim_line = 0;
  casebook::FailureSignature seen;
  std::string upstream;  // a library below both that is named where both fail; "": none
  nlohmann::json references = nlohmann::json::array();
};

// Holds warm labs of both frameworks. One program at a time: several at once take one assessor per
// thread.
class Assessor {
 public:
  // Several directions of one thread share the labs.
  static Result<Assessor> Open(const Direction& direction, std::shared_ptr<Runner> runner);

  // An error: a lab itself failed. `uses`: what the source uses and what it should have become.
  // `by_model`: a language model wrote the twin.
  Result<Assessment> Assess(const Source& source, const std::string& twin_text,
                            const std::vector<ApiUse>& uses = {}, bool by_model = false);

  // Judges the symptom of an assessed twin once more: is its framework really wrong? `references`
  // is asked only where it decides.
  Result<Accusation> ConfirmSymptom(const Source& source, const std::string& twin_text,
                                    const Assessment& assessment,
                                    const std::function<std::vector<Reference>()>& references);

 private:
  Assessor(Direction direction, std::shared_ptr<Runner> labs, std::string environment)
      : direction_(std::move(direction)),
        labs_(std::move(labs)),
        environment_(std::move(environment)) {}

  Direction direction_;
  std::shared_ptr<Runner> labs_;  // shared by all directions of a thread
  std::string environment_;       // folder of the twin's
};

// What went wrong with a carried program that is not valid or not preserving, in the paper's words.

// Fills `error_kind` (table 7) and `transfer_error` (section 2.2); both stay "" for a preserving
// one.
void NameError(const Roles& roles, Assessment& out);

}  // namespace assay::mirror
