#include "mirror/check/symptom.h"

#include <re2/re2.h>

#include "base/strings.h"
#include "program/lab/status.h"
#include "trial/trial.h"

namespace assay::mirror {
namespace {

using program::OneLine;
using program::ProgramRun;
using program::ProgramStatus;

}  // namespace

std::string SymptomOf(const program::ProgramOutcome& outcome) {
  const ProgramRun& run = outcome.run;
  switch (outcome.status) {
    case ProgramStatus::kCrash:
      return "crash";
    case ProgramStatus::kHangs:
      return program::IsStarved(run) ? "limit" : "hangs";
    case ProgramStatus::kException:
    case ProgramStatus::kFlaky:
      if (!run.limit.empty() || run.exception == "MemoryError") return "limit";
      return run.exception == "AssertionError" ? "assertion" : "exception";
    default:
      return "";
  }
}

std::string MessageOf(const program::ProgramOutcome& outcome) {
  const ProgramRun& run = outcome.run;
  if (outcome.status == ProgramStatus::kCrash)
    return StrCat("the process ends with signal ", run.signal);
  if (outcome.status == ProgramStatus::kHangs)
    return program::IsStarved(run) ? "the machine is too busy to run it"
                                   : "no end within the time limit";
  if (run.exception.empty()) return OneLine(run.message);
  return OneLine(StrCat(run.exception, run.message.empty() ? "" : ": ", run.message));
}

bool IsInvalid(const ProgramRun& run) {
  if (run.invalid) return true;
  static const RE2 kNoMember("^(partially initialized )?module '[^']*' has no attribute");
  return (run.exception == "AttributeError" && RE2::PartialMatch(run.message, kNoMember)) ||
         run.exception == "ImportError";
}

bool IsOwnMistake(const ProgramRun& run) {
  static const RE2 kPython(
      "^((list|tuple|string) index out of range|(not enough|too many) values to unpack|"
      "'[\\w.]+' object (is not (subscriptable|iterable|callable)|has no attribute)|"
      "cannot unpack non-iterable|unsupported operand type|object of type '\\w+' has no len|"
      "local variable '\\w+' referenced|\\w+\\(\\) (got an unexpected keyword|missing \\d|takes "
      "))");
  return RE2::PartialMatch(run.message, kPython);
}

bool IsNumpysLimit(const ProgramRun& run) {
  static const RE2 kLimit(
      "^(array is too big; `arr.size|Maximum allowed (dimension|size) exceeded|Unable to allocate "
      ")");
  return RE2::PartialMatch(run.message, kLimit);
}

bool IsInternalError(const std::string& exception, const std::string& message) {
  static const RE2 kInternal(
      "(?i)INTERNAL ASSERT|internal error|report (a|this) bug|should not happen|Check failed|"
      "SystemError|InternalError|please file");
  return RE2::PartialMatch(StrCat(exception, ": ", message), kInternal);
}

bool IsStatedLimit(const std::string& exception, const std::string& message) {
  static const RE2 kTypes(
      "(?i)is not in the list of allowed values|(does not|doesn't) accept dtype|"
      "unsupported (data|element|d)?type|dtype \\S+ (is not|isn't) (supported|allowed)");
  return !IsInternalError(exception, message) &&
         (trial::SaysUnsupported(exception, message) || RE2::PartialMatch(message, kTypes));
}

std::string UpstreamOf(const std::string& text) {
  static const RE2 kLibrary(
      "(?i)(oneDNN|mkldnn|Eigen|\\bXLA\\b|\\bLLVM\\b|OpenBLAS|LAPACK|cuDNN|cuBLAS|MLIR|StableHLO|"
      "pybind11|absl|protobuf)");
  std::string out;
  RE2::PartialMatch(text, kLibrary, &out);
  return out;
}

}  // namespace assay::mirror
