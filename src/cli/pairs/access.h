// The twins across two installed frameworks: found, or made on demand.
#pragma once

#include <string>

#include "knowledge/api/api_base.h"
#include "knowledge/pairs/pair_base.h"

namespace assay::cli::pairs {

struct Request {
  std::string from, to;  // frameworks, as `assay docs` knows them
  bool names_only = false;
  bool anew = false;
};

struct Answer {
  knowledge::PairBase pairs;
  knowledge::ApiBase from, to;
  std::string file;     // where the pairs are kept
  std::string warning;  // why they are by name only although more was asked for; "": they are not
};

// Reads (or makes) the documentation of both, fetches the embedding model where it is missing, and
// compares, unless that was done before with the same documentation and rules. Progress on stderr.
Result<Answer> PairsOf(const Request& request);

// Prints `answer`'s warning on stderr.
void Warn(const Answer& answer);

}  // namespace assay::cli::pairs
