// The programs of the twin oracle: one that writes down the values of arguments, one per framework
// that computes the calls with them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "trial/dialect.h"
#include "trial/twin/carry.h"
#include "trial/twin/twin_verdict.h"

namespace assay::trial {

// Prints the values of the arguments of each call; read by ReadValues.
std::string ValuesProgram(const knowledge::ApiDoc& doc, const std::vector<ApiCall>& calls,
                          const Dialect& dialect, const std::string& functions);
// One per call; null where they cannot be carried over, or are too many to be written into a
// program.
std::vector<nlohmann::json> ReadValues(const std::string& printed, size_t calls);

// A call with its number among those of the judged API, and what it is computed with.
struct AskedCall {
  size_t number;
  CarriedCall call;
  nlohmann::json values;
};
// Of one framework; `numpy` are computed by numpy and scipy in the same program.
std::string WitnessProgram(const std::string& who, const std::vector<AskedCall>& asked,
                           const std::vector<AskedCall>& numpy, const Dialect& dialect,
                           const std::string& functions);
// Adds what was printed to `evaluations`.
void ReadWitness(const std::string& printed, std::vector<Evaluation>& evaluations);

}  // namespace assay::trial
