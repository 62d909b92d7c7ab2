#include "bugs/run/run_test.h"

#include "base/json.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/run/side.h"
#include "bugs/run/verified.h"
#include "bugs/run/verify.h"

namespace assay::bugs {
namespace {

using nlohmann::json;

// A pass that was never held against the version without the bug is held against it now.
Status HoldAgainstFix(const Bug& bug, const RunOptions& options, TestRun& run) {
  const std::string& fixed = bug.notes->fixed_version;
  std::optional<Verified> known = FindVerified(bug);
  // What did not hold may have been for want of a package.
  if (!known || !known->holds || known->fixed_version != fixed) {
    ASSAY_ASSIGN(const TestRun other, RunFixedSide(bug, options));
    run.seconds += other.seconds;
    if (other.outcome == Outcome::kUnsatPrereqs) {
      run.note +=
          StrCat(run.note.empty() ? "" : "; ", "not compared with ", fixed, ": ", other.reason);
      return {};
    }
    run.log += StrCat("\n---- on ", fixed, " ----\n", other.log);
    known = Verified{.folder_hash = FolderHash(bug),
                     .holds = other.outcome == Outcome::kReproduced,
                     .reason = StrCat("on ", fixed, ": ", other.reason),
                     .fixed_version = fixed,
                     .buggy_message = run.message,
                     .fixed_message = other.message,
                     .python = run.python};
    if (known->holds) known->reason.clear();
    ASSAY_RETURN_IF_ERROR(KeepVerified(bug, *known, ""));
  }
  if (known->holds) return {};
  run.outcome = Outcome::kFailed;
  run.reason = StrCat("the test passes, but proves nothing: ", known->reason);
  return {};
}

std::string UpToLineEnd(const std::string& text) {
  for (const std::string& line : LinesOf(text))
    if (!Trim(line).empty()) return std::string(Trim(line));
  return "";
}

// "E   KeyError: 'x'" is the last line that pytest marks.
std::string MarkedLine(const std::string& text) {
  std::string out;
  for (const std::string& line : LinesOf(text))
    if (line.starts_with("E ")) out = Trim(line.substr(1));
  return out.empty() ? UpToLineEnd(text) : out;
}

void TakeTest(const json& event, TestReport& out) {
  const std::string outcome = TextAt(event, "outcome"), when = TextAt(event, "when");
  if (TrueAt(event, "expected_to_fail")) {
    ++out.expected_failures;
  } else if (outcome == "failed") {
    ++out.failed;
    if (out.failure.empty()) out.failure = UpToLineEnd(TextAt(event, "crash"));
    // A fixture that breaks says nothing on the bug.
    if (when != "call" && out.collection.empty())
      out.collection = StrCat(when, ": ", UpToLineEnd(TextAt(event, "crash")));
  } else if (outcome == "skipped") {
    ++out.skipped;
  } else if (outcome == "passed" && when == "call") {
    ++out.passed;
  }
}

void TakeEvent(const json& event, TestReport& out) {
  const std::string name = TextAt(event, "event");
  if (name == "collection") {
    const std::string crash = UpToLineEnd(TextAt(event, "crash"));
    if (out.collection.empty())
      out.collection = crash.empty() ? MarkedLine(TextAt(event, "text")) : crash;
  } else if (name == "test") {
    TakeTest(event, out);
  } else if (name == "raised") {
    Raised raised{
        .expected = {}, .kind = TextAt(event, "kind"), .message = TextAt(event, "message")};
    if (const auto names = event.find("expected"); names != event.end() && names->is_array())
      for (const json& one : *names)
        if (one.is_string()) raised.expected.push_back(one);
    out.raised.push_back(std::move(raised));
  }
}

}  // namespace

std::string_view OutcomeName(Outcome outcome) {
  constexpr std::string_view kNames[] = {"reproduced", "failed", "unsat prereqs"};
  return kNames[static_cast<int>(outcome)];
}

Result<TestRun> RunTest(const Bug& bug, const RunOptions& options) {
  ASSAY_ASSIGN(TestRun run, RunBuggySide(bug, options));
  const bool fix_known = bug.notes && !bug.notes->fixed_version.empty();
  // Another version than the bug's own is somebody else's question.
  if (run.outcome == Outcome::kReproduced && fix_known && options.both_sides &&
      options.version.empty())
    ASSAY_RETURN_IF_ERROR(HoldAgainstFix(bug, options, run));
  return run;
}

Result<std::string> PythonFor(const Bug& bug, const RunOptions& options) {
  std::string note;
  ASSAY_ASSIGN(const Environment environment, EnvironmentFor(bug, options, note));
  return environment.Program();
}

TestReport ReadTestReport(const std::string& printed) {
  TestReport out;
  const json parsed = ParseJson(printed);
  if (!parsed.is_object() || !parsed.contains("exit") || !parsed.contains("events")) return out;
  out.log = TextAt(parsed, "log");
  if (parsed["exit"].is_number_integer())
    out.exit = parsed["exit"].get<int>();
  else
    out.stopped = "time";
  if (parsed["events"].is_array())
    for (const json& event : parsed["events"])
      if (event.is_object()) TakeEvent(event, out);
  return out;
}

}  // namespace assay::bugs
