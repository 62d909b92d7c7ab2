// The program that shows what one framework gets wrong: nothing but that framework is needed to run
// it.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "mirror/pairs/answers.h"
#include "mirror/pairs/ruling.h"
#include "trial/trial.h"

namespace assay::mirror::pairs {

inline constexpr std::string_view kPairOracle = "pair";

// The documentation of `framework`'s API in the subject.
const knowledge::ApiDoc& DocOf(const Subject& subject, const std::string& framework);

// What is told of a trial whose difference is worth it: the words and results of everybody.
nlohmann::json NoteOf(const Subject& subject, const PairTrial& trial, const Ruled& ruled,
                      const std::map<std::string, TwinAnswer>& answers);

// Of a ruling that accuses. `prelude`: functions of the accused framework's programs.
trial::Trial WriteAccusation(const Court& court, const PairTrial& trial, const Ruled& ruled,
                             const std::map<std::string, TwinAnswer>& answers,
                             const trial::Dialect& dialect, const std::string& prelude);

// Of a trial at which the process died or hung: in its own types, or in double precision.
trial::Trial WriteFatal(const Subject& subject, const PairTrial& trial, const std::string& who,
                        bool wide, const trial::Dialect& dialect, const std::string& prelude);

// What benign inputs say of a call: whether both sides do the same thing, and from which inputs
// changes may start.

// On benign inputs: then it is no twin. What is wrong in narrow types only is wrong, and the same.
bool DoesSomethingElse(const Ruled& ruled);

struct BenignResult {
  bool same = false;          // both sides gave the same numbers, and nowhere others
  nlohmann::json start;       // arguments with a finite result on both sides; null: none
  nlohmann::json difference;  // NoteOf the last trial with other results; null: there is none
};

// `trials`: benign ones of one call.
BenignResult JudgeBenign(const Court& court, std::span<const PairTrial> trials,
                         const PairAnswers& replies);

// Parameters that calls pass beyond need and that turn out to be another thing on the other side:
// the results differ on benign inputs, and nothing that is given with it tells who is wrong.
class OtherOptions {
 public:
  // Of trials in their order: those on benign inputs come first.
  bool Concern(const PairTrial& trial, const Ruled& ruled);

 private:
  std::set<size_t> bases_;  // calls with such a parameter
};

}  // namespace assay::mirror::pairs
