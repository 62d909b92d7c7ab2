// What is kept of the programs of an API, whether they found something or not: of every oracle that
// was tried one program for each verdict that came of it, beside the words that it was made from.
//
// How much that is has bounds (below), so that a run over thousands of APIs stays a file that can
// be sent around. The most telling program of an oracle is always kept; others while there is room.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "judge/trial_names.h"

namespace assay::judge {

inline constexpr size_t kMostProgram = 16 * 1024;       // bytes of one program
inline constexpr size_t kMostPrograms = 64 * 1024;      // of all, but for the first of each oracle
inline constexpr size_t kMostDocumentation = 8 * 1024;  // of the API, beside them
inline constexpr size_t kMostSentence = 1024;

// Not among oracles.def: calls are looked for, nothing is claimed.
inline constexpr std::string_view kCallsOracle = "calls";

struct KeptProgram {
  Trial trial;
  std::string api, framework;  // whose: the twin oracle runs programs of others, too
  Verdict verdict = Verdict::kNotApplicable;
  std::string status;   // of the run
  std::string message;  // what was seen
  std::string place;    // of the sentence in the documentation; see evidence.h
  std::string source;   // of the call
};

struct KeptPrograms {
  std::vector<KeptProgram> programs;
  std::string version, documentation, documentation_source;
};

// Keeps the program unless there is one of the same oracle and verdict already, which only gives
// way when it is too long to be kept as a whole.
void KeepProgram(const knowledge::ApiDoc& doc, const Trial& trial, const Judged& judged,
                 program::ProgramStatus status, const std::string& source, KeptPrograms& kept);
// The documentation that they stand beside.
void KeepDocumentation(const knowledge::ApiDoc& doc, KeptPrograms& kept);

// The end of a program that is too long, where the claim is, under a line that says so.
struct CutProgram {
  std::string text;
  int claim_line = 0;  // 0: none, or it is not there any more
};
CutProgram Cut(const std::string& program, int claim_line, size_t most);

// {"api", "framework", "version", "documentation", "source", "programs": [{"oracle", …, "text":
// 0}], "texts": […], "left_out"}; every text once. `findings`: ids by the program that shows them.
nlohmann::json KeptJson(const std::string& api, const std::string& framework,
                        const KeptPrograms& kept,
                        const std::map<std::string, std::string>& findings);

// The kind of the store's document that holds it, by API and content: what is run again and comes
// out the same takes no room. Its name is kKeptName.
std::string KeptKind(const std::string& api, const std::string& dumped);
inline constexpr const char* kKeptName = "programs";

}  // namespace assay::judge
