// The parts of a test that must be there in its twin (paper 003, figure 1): setup, apply, check.
#pragma once

#include <string>
#include <vector>

#include "mirror/direction.h"
#include "mirror/rewrite/rewriter.h"
#include "program/parse/program.h"

namespace assay::mirror {

// Whether an API is of that framework; Keras is TensorFlow's.
bool BelongsTo(const std::string& api, const std::string& framework);

struct Roles {
  // APIs of the program's framework that its own text calls, each once.
  std::vector<std::string> source_apis, twin_apis;
  size_t source_checks = 0, twin_checks = 0;
  // Of the uses with a known twin: those whose twin stands in the output, and those where it does
  // not. Idioms become others (a method an operator), so a missing one is no proof.
  std::vector<std::string> found, missing;
  std::string lost;    // "": all roles are there; else one line
  bool empty = false;  // nothing is done any more, or only a part of it
};

// `uses`: what the source uses and what it should have become; may be empty. What a language model
// wrote (`by_model`) is held to more: it may neither catch nor raise errors, nor end its process,
// where the source does not.
Roles CompareRoles(const std::string& source, const std::string& twin, const Direction& direction,
                   const std::vector<ApiUse>& uses, bool by_model = false);

// Of the uses on a line of the source: the first whose twin is known and stands nowhere in `twin`,
// or whose twin is not known; "" when all are there.
std::string NotThere(const std::vector<ApiUse>& uses, int line, const std::string& twin);

// Whether rules say that what stands in the failing line of the source became what fails in the
// twin: its name stands in that line, or the line is in the helper of that name, and the helper
// does not raise by itself. Random numbers do not count: recording draws them itself.
bool FailInOneCall(const std::vector<ApiUse>& uses, int source_line, const std::string& twin,
                   int twin_line);

// What a program does by itself, that no framework is to be blamed for.
struct OwnDoing {
  // A call that can end or stop the process without the help of a framework (os.abort, ctypes,
  // signal, time.sleep …); "": none.
  std::string ends;
  size_t loops = 0;    // while, for, and comprehensions
  size_t raises = 0;   // raise statements, but for failed checks
  size_t catches = 0;  // except clauses, and contextlib.suppress
};

OwnDoing OwnDoingOf(const program::Program& program);

}  // namespace assay::mirror
