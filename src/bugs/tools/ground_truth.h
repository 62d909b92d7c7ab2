// What a tool has to find: a bug's API, and how the bug shows.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bugs/database/bug.h"

namespace assay::bugs {

// How a bug shows, of the 18 types as much as tools can tell apart.
enum class Manifestation {
  kWrongOutput,
  kException,
  kCrash,    // by a signal
  kNoError,  // something wrong is accepted
  kWarning,
  kUnknown,
};
std::string_view ManifestationName(Manifestation manifestation);
Manifestation ManifestationOf(std::string_view type);

struct GroundTruth {
  std::string library, id;
  std::vector<std::string> apis;       // full names, as PlainApi writes them
  std::vector<std::string> operators;  // of ONNX, where the bug is one of an operator
  std::string type;                    // one of the 18, or ""
  Manifestation manifestation = Manifestation::kUnknown;
  std::string exception;  // "ValueError"; "": any
  std::string message;    // regular expression of the buggy side; "": any
};

GroundTruth TruthOf(const Bug& bug);

// "tensorflow.math.add" for tf.math.add(), "jax.numpy.add" for jnp.add: without call, alias or
// white space.
std::string PlainApi(const std::string& name);

// ONNX operators that `text` names, each once, in order.
std::vector<std::string> OperatorsIn(const std::string& text);

// The framework as targets and environments call it: torch for pytorch.
std::string FrameworkOf(const std::string& library);

// The version that the bug is of: of the row, or of the requirement on the library itself.
std::string VersionOf(const Bug& bug);

nlohmann::json ToJson(const GroundTruth& truth);

}  // namespace assay::bugs
