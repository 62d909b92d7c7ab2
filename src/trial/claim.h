// What most oracles do alike: a claim, and two calls that must give the same.
#pragma once

#include <string>
#include <vector>

#include "trial/trial.h"

namespace assay::trial {

// What trials of a claim are made from.
struct OracleInput {
  const knowledge::ApiDoc& doc;
  const ApiCall& call;  // known to work
  const Dialect& dialect;
  const std::string& prelude;  // Python functions for trials: same, describe
};

// A trial without a program yet.
Trial NewTrial(std::string_view oracle, std::string_view parameter, std::string_view sentence,
               std::string claim, Blame blame = Blame::kAnyError);

// The comment above the claimed call: API, version and the documentation's words.
std::string Cited(const OracleInput& input, const std::string& sentence);

// `first` must work; `second` is claimed to give the same.
void AddSameTrial(const OracleInput& input, Trial trial, const ApiCall& first,
                  const ApiCall& second, std::vector<Trial>& out);

// Variables of `written` that hold tensors which we made, in the order of the call.
std::vector<std::string> TensorVariables(const ApiCall& call, const WrittenCall& written);

// The same call with every float32 tensor moved by a rounding unit. Where that changes the result,
// nothing can be held against another way to compute it: singular matrices, steps.
ApiCall Shaken(const ApiCall& call);
// Ends the program when `condition` (Python) holds: the trial says nothing then.
void AddGuard(TrialWriter& writer, const std::string& condition, const std::string& why);

// Whether what the API returns is no function of its arguments: uninitialised memory, time, memory
// addresses, identities.
bool IsArbitrary(const knowledge::ApiDoc& doc);

// Whether the result is a matter of chance, by name or by the words.
bool IsRandom(const knowledge::ApiDoc& doc);

// Whether several results are right: eigenvectors and their signs, orders that are left open.
bool IsAmbiguous(const knowledge::ApiDoc& doc);

// What the API is said to do: the first words about it.
std::string FirstWords(const knowledge::ApiDoc& doc);

// All sentences of the documentation: the text and the notes.
std::vector<std::string> AllSentences(const knowledge::ApiDoc& doc);

// The types of the parameter in normal form ("int|tuple"); "" when nothing is known.
std::string TypesOf(const knowledge::Parameter& parameter);

// How many forms of the call are documented.
size_t CountOverloads(const knowledge::ApiDoc& doc);

}  // namespace assay::trial
