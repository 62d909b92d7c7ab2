// The starter pool: small programs that show publicly known bugs, written for this project.
// Data: pool/pool.toml beside pool/<framework>/<name>.py.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace assay::knowledge {

struct PoolProgram {
  std::string id;         // "torch/compile_frexp_product"; the file is <id>.py
  std::string framework;  // that the bug is of
  std::string kind;       // "optimisation" or "general"
  std::string category;   // of the five, or of the four
  std::string issue;      // "pytorch/pytorch#143729"
  std::string api;        // what it is about
  std::string symptom;    // of symptoms.def
  std::string shows;      // what goes wrong where the bug is
  std::string reported;   // version it was reported for
  std::string tested;     // version it was run with
  std::string outcome;    // then: "fixed" (exit 0), "there" (assertion or exception), "crash"
  std::string message;    // the last line when it was there
  std::string twin;       // id of the program that does the same in another framework; ""
  // To run it in: the framework's own unless the program needs further packages (torch-optimise has
  // onnx beside onnxruntime).
  std::string environment;
  std::string code;  // content of the file
};

// Reads `folder`/pool.toml and all programs. An error names the entry and what is wrong: a file
// that is missing or not listed, an id twice, unknown words, a twin that is none or of one
// framework, a docstring that does not name the issue.
Result<std::vector<PoolProgram>> LoadPool(const std::string& folder);

nlohmann::json ToJson(const PoolProgram& program);  // all but the code

// Pairs of reports that mirror each other: analogous inputs and functions, analogous bugs, in two
// frameworks. Data: data/mirror/pairs.toml.
struct MirrorPair {
  std::string a, b;      // "pytorch/pytorch#117757"
  std::string category;  // of the four
  std::string why;       // what the two share, in our own words
  std::string source;    // "paper": named in the study; "own": found here
};

// An error names the file, the entry and what is wrong with it: a name that is none, the same
// framework twice, an unknown category, an entry without a reason, the same pair twice.
Result<std::vector<MirrorPair>> LoadMirrorPairs(const std::string& path);

}  // namespace assay::knowledge
