#include "mirror/check/error_kind.h"

#include <re2/re2.h>

#include "mirror/check/symptom.h"

namespace assay::mirror {
namespace {

// What Python and the frameworks raise for arguments that they do not take.
bool IsAboutArguments(const program::ProgramRun& run) {
  static const RE2 kKinds(
      "(TypeError|ValueError|InvalidArgumentError|IndexError|RuntimeError|UnimplementedError|"
      "NotImplementedError|KeyError)$");
  return RE2::PartialMatch(run.exception, kKinds);
}

void Set(const char* kind, const char* transfer, Assessment& out) {
  out.error_kind = kind;
  out.transfer_error = transfer;
}

}  // namespace

void NameError(const Roles& roles, Assessment& out) {
  if (out.valid && out.preserving) return;
  const program::ProgramRun& run = out.twin_outcome.run;
  if (roles.empty || run.exception == "SyntaxError" || run.exception == "IndentationError" ||
      run.exception == "NameError")
    return Set("empty", "incomplete-code", out);
  if (!out.valid || run.exception == "AttributeError")
    return Set("untargeted", "nonexistent-api", out);
  if (out.symptom == "exception" && out.source_symptom.empty() && IsAboutArguments(run))
    return Set("wrong-args", "wrong-args", out);
  Set("untargeted", "behaviour-not-followed", out);
}

}  // namespace assay::mirror
