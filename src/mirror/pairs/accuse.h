// The program that shows what one framework gets wrong: nothing but that framework is needed to run
// it.
#pragma once

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

}  // namespace assay::mirror::pairs
