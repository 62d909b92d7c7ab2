// What everybody is asked in its own words, and how that is told to people.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trial/twin/twin_verdict.h"
#include "trial/twin/witness_program.h"

namespace assay::judge {

// Everybody's words for the calls of one API.
struct Words {
  std::map<std::string, std::vector<trial::AskedCall>> by;  // framework or numpy
  std::map<std::string, const knowledge::ApiDoc*> docs;     // of the frameworks

  // Null when it has none for that call.
  const trial::CarriedCall* Find(const std::string& who, size_t number) const;
};

// "tf.math.add (tensorflow 2.21.0) and np.add"
std::string Named(const Words& words, const std::vector<std::string>& who, size_t call);

// What each of them gives where nobody knows who is right.
std::string SuspicionOf(const Words& words, const trial::Evaluation& evaluation,
                        const trial::TwinVerdict& verdict);

}  // namespace assay::judge
