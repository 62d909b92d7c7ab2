// The program that shows a framework alone: it asserts the numbers that two others agree on, so
// that nothing but the accused framework is needed to run it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "trial/dialect.h"
#include "trial/trial.h"
#include "trial/twin/carry.h"

namespace assay::trial {

// The oracle whose trials these are.
inline constexpr std::string_view kTwinOracle = "twin";

struct TwinAccusation {
  const knowledge::ApiDoc& doc;  // of the accused
  const CarriedCall& call;       // in its words
  const nlohmann::json& values;
  const nlohmann::json& expected;  // what the others told
  std::string others;              // "tf.math.add (tensorflow 2.21.0) and np.add"
};

// A fact as Python: a tensor of the dialect or a list of them; and what should come out, as arrays
// of numpy.
std::string FactText(const nlohmann::json& fact, const Dialect& dialect);
std::string ExpectedText(const nlohmann::json& fact);

Trial WriteTwinAccusation(const TwinAccusation& accusation, const Dialect& dialect,
                          const std::string& prelude);

}  // namespace assay::trial
