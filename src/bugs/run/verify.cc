#include "bugs/run/verify.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstring>

#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/run/side.h"

namespace assay::bugs {
namespace {

using Judge = Verdict (*)(const TestReport&, const BugNotes*);

Result<TestRun> RunOneSide(const Bug& bug, const RunOptions& options, Judge judge) {
  const auto side = RunSide(bug, options);
  TestRun out;
  if (!side.ok()) {
    if (side.error().kind != ErrorKind::kUnsupported) return side.error();
    out.outcome = Outcome::kUnsatPrereqs;
    out.reason = side.error().message;
    return out;
  }
  const Verdict verdict = judge(side->report, bug.notes ? &*bug.notes : nullptr);
  out.outcome = verdict.holds ? Outcome::kReproduced : Outcome::kFailed;
  out.reason = verdict.reason;
  out.message = verdict.message;
  out.log = side->report.log;
  out.seconds = side->seconds;
  out.environment = side->environment.folder;
  out.python = side->environment.python;
  out.note = side->note;
  return out;
}

struct Unrelated {
  const char* pattern;
  const char* what;
};
constexpr Unrelated kUnrelated[] = {
#define UNRELATED(pattern, what) {pattern, what},
#include "bugs/run/unrelated.def"
#undef UNRELATED
};

// Exit codes of pytest.
constexpr int kTestsFailed = 1, kInterrupted = 2, kInternal = 3, kUsage = 4, kNoTests = 5;
constexpr size_t kLongestLine = 300;

std::string Short(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  text = WithoutControls(text);
  if (text.size() > kLongestLine) {
    text.resize(kLongestLine);
    text.append("…");
  }
  return text;
}

bool IsImportError(const std::string& kind) {
  return kind == "ImportError" || kind == "ModuleNotFoundError";
}

std::string WhatIsUnrelated(const std::string& message) {
  for (const Unrelated& one : kUnrelated)
    if (re2::RE2::PartialMatch(message, re2::RE2(one.pattern))) return one.what;
  return "";
}

// A test that fetches something first fails for want of it, which says nothing of the bug.
std::string WantOfNetwork(const TestReport& report) {
  static const re2::RE2 kSigns(
      "EAI_AGAIN|ENOTFOUND|Temporary failure in name resolution|Name or service not known|"
      "Network is unreachable");
  return re2::RE2::PartialMatch(report.log, kSigns)
             ? "; something in it needs the network, which tests do not have"
             : "";
}

// A test that names the class of an exception means it.
std::string JudgeRaised(const Raised& raised) {
  const bool meant = std::ranges::find(raised.expected, raised.kind) != raised.expected.end();
  if (IsImportError(raised.kind)) return meant ? "" : "something could not be imported";
  return WhatIsUnrelated(raised.message);
}

// Lines such as "ModuleNotFoundError: No module named 'x'", which tests print of what they caught.
// Frameworks write much about missing GPUs into logs of healthy runs, so other lines do not count.
std::string JudgeLine(const std::string& line) {
  static const re2::RE2 kException(R"(^(?:E\s+)?([A-Za-z_][\w.]*(?:Error|Exception))[:;] (.*)$)");
  std::string kind, message;
  if (!re2::RE2::PartialMatch(line, kException, &kind, &message)) return "";
  if (IsImportError(kind)) return "something could not be imported";
  return WhatIsUnrelated(message);
}

std::string SignalText(int number) {
  const char* name = sigabbrev_np(number);
  return name == nullptr ? StrCat("signal ", number) : StrCat("SIG", name);
}

// Why there is no result at all; "": there is one.
std::string NoResult(const TestReport& report) {
  if (report.stopped == "time") return "the test did not end within its time";
  if (!report.stopped.empty()) return StrCat("the test went beyond its limit of ", report.stopped);
  if (!report.exit) return "pytest could not be run";
  const int code = *report.exit;
  if (code < 0)
    return StrCat("the interpreter that ran the test ended by ", SignalText(-code),
                  "; a test of a crash runs the code in a process of its own");
  if (!report.collection.empty())
    return StrCat("the test could not be collected: ", Short(report.collection));
  if (code == kInterrupted) return "pytest was interrupted before a test ran";
  if (code == kInternal) return "pytest failed inside (exit code 3)";
  if (code == kUsage) return "pytest could not be started as asked (exit code 4)";
  if (code == kNoTests) return "there is no test in the file";
  if (code > kNoTests) return StrCat("pytest ended with the exit code ", code);
  return "";
}

std::string AllSaid(const TestReport& report) {
  std::string out = report.log + "\n" + report.failure;
  for (const Raised& raised : report.raised) out += "\n" + raised.kind + ": " + raised.message;
  return out;
}

std::string MissingMessage(const TestReport& report, const std::string& pattern) {
  if (pattern.empty()) return "";
  return re2::RE2::PartialMatch(AllSaid(report), re2::RE2(pattern, re2::RE2::Quiet)) ? "" : pattern;
}

// Some files call their test themselves, so that it fails while pytest collects it.
TestReport AsFailed(TestReport report) {
  const std::string& said = report.collection;
  if (report.exit != kInterrupted || report.passed > 0 ||
      !(said.starts_with("AssertionError") || said.starts_with("Failed: DID NOT RAISE")))
    return report;
  report.exit = kTestsFailed;
  report.failure = said;
  report.collection.clear();
  return report;
}

// Some tests take any error for the bug, that of the mended version as well: where the notes name
// both messages, these tell the two apart.
bool SaysOtherwise(const TestReport& report, const BugNotes* notes) {
  return notes != nullptr && !notes->buggy_message.empty() && !notes->fixed_message.empty() &&
         !MissingMessage(report, notes->buggy_message).empty() &&
         MissingMessage(report, notes->fixed_message).empty();
}

// The line that the notes are about, or else what was raised or failed.
std::string MessageOf(const TestReport& report, const std::string& pattern) {
  if (!pattern.empty()) {
    const re2::RE2 wanted(pattern, re2::RE2::Quiet);
    for (const std::string& line : LinesOf(AllSaid(report)))
      if (re2::RE2::PartialMatch(line, wanted)) return Short(std::string(Trim(line)));
  }
  if (!report.failure.empty()) return Short(report.failure);
  if (report.raised.empty()) return "";
  return Short(StrCat(report.raised.back().kind, ": ", report.raised.back().message));
}

}  // namespace

Result<TestRun> RunBuggySide(const Bug& bug, RunOptions options) {
  return RunOneSide(bug, options, ShowsBug);
}

Result<TestRun> RunFixedSide(const Bug& bug, RunOptions options) {
  options.version = bug.notes->fixed_version;
  return RunOneSide(bug, options, ShowsFix);
}

Result<Verification> VerifyBug(const Bug& bug, const RunOptions& options) {
  if (!bug.notes || bug.notes->fixed_version.empty())
    return Invalid(StrCat(bug.name(), " names no fixed version; write fixed_version = \"…\" to ",
                          bug.folder, "/bug.toml"));
  Verification out;
  ASSAY_ASSIGN(out.buggy, RunBuggySide(bug, options));
  out.record = {.folder_hash = FolderHash(bug),
                .fixed_version = bug.notes->fixed_version,
                .buggy_message = out.buggy.message,
                .python = out.buggy.python};
  if (out.buggy.outcome != Outcome::kReproduced) {
    out.record.reason = "on the version with the bug: " + out.buggy.reason;
    return out;
  }
  ASSAY_ASSIGN(out.fixed, RunFixedSide(bug, options));
  out.record.fixed_message = out.fixed.message;
  out.record.holds = out.fixed.outcome == Outcome::kReproduced;
  if (!out.record.holds)
    out.record.reason = StrCat("on ", bug.notes->fixed_version, ": ", out.fixed.reason);
  return out;
}

bool Verification::unsatisfied() const {
  return buggy.outcome == Outcome::kUnsatPrereqs ||
         (buggy.outcome == Outcome::kReproduced && fixed.outcome == Outcome::kUnsatPrereqs);
}

namespace {

// An id alone is enough when only one library has it.
Result<const Bug*> FindById(const Database& database, const std::string& id) {
  std::vector<const Bug*> found;
  for (const std::string& library : database.libraries)
    if (const auto bug = database.Find(library, id); bug.ok()) found.push_back(*bug);
  if (found.size() == 1) return found.front();
  if (found.empty())
    return Invalid(StrCat("there is no bug '", id, "' in ", database.root,
                          "; `assay bugs list-tests` lists them"));
  return Invalid(StrCat("'", id, "' is a bug of several libraries: give -l too"));
}

}  // namespace

Result<std::vector<const Bug*>> ChooseToVerify(const Database& database, const std::string& library,
                                               const std::string& id) {
  if (!id.empty()) {
    ASSAY_ASSIGN(const Bug* bug,
                 library.empty() ? FindById(database, id) : database.Find(library, id));
    return std::vector<const Bug*>{bug};
  }
  std::vector<const Bug*> out;
  for (const Bug& bug : database.bugs)
    if (bug.has_folder() && bug.notes && !bug.notes->fixed_version.empty() &&
        (library.empty() || bug.library == library))
      out.push_back(&bug);
  if (out.empty())
    return Invalid(StrCat("no bug in ", database.root, " names a fixed version (bug.toml)"));
  return out;
}

std::string UnrelatedException(const TestReport& report) {
  for (const Raised& raised : report.raised)
    if (const std::string what = JudgeRaised(raised); !what.empty())
      return StrCat(what, " (", raised.kind, ": ", Short(raised.message), ")");
  // What `raises` let pass was judged by its class above, and tests print it again.
  const auto judged = [&](const std::string& line) {
    return std::ranges::any_of(report.raised, [&](const Raised& raised) {
      return line.find(raised.kind) != std::string::npos;
    });
  };
  for (const std::string& line : LinesOf(report.log))
    if (const std::string what = JudgeLine(line); !what.empty() && !judged(line))
      return StrCat(what, " (", Short(line), ")");
  return "";
}

Verdict ShowsBug(const TestReport& report, const BugNotes* notes) {
  Verdict out{.holds = false,
              .reason = NoResult(report),
              .message = MessageOf(report, notes == nullptr ? "" : notes->buggy_message)};
  if (!out.reason.empty()) return out;
  if (*report.exit == kTestsFailed) {
    out.reason = StrCat("the test failed: ", Short(report.failure), WantOfNetwork(report));
  } else if (report.passed == 0) {
    out.reason = report.skipped > 0 ? "all tests were skipped" : "no test passed";
  } else if (const std::string unrelated = UnrelatedException(report); !unrelated.empty()) {
    out.reason = "the test passed, but for an unrelated reason: " + unrelated;
  } else if (notes != nullptr) {
    if (const std::string missing = MissingMessage(report, notes->buggy_message); !missing.empty())
      out.reason = StrCat("the test passed, but without the message of the bug: ", missing);
  }
  out.holds = out.reason.empty();
  return out;
}

Verdict ShowsFix(const TestReport& given, const BugNotes* notes) {
  const TestReport report = AsFailed(given);
  Verdict out{.holds = false,
              .reason = NoResult(report),
              .message = MessageOf(report, notes == nullptr ? "" : notes->fixed_message)};
  if (!out.reason.empty()) return out;
  if (*report.exit == 0) {
    if (report.passed == 0)
      out.reason = "all tests were skipped";
    else if (!SaysOtherwise(report, notes))
      out.reason = "the test passes there too";
  } else if (const std::string what = WhatIsUnrelated(report.failure); !what.empty()) {
    out.reason = StrCat("the test fails there for an unrelated reason: ", what, " (",
                        Short(report.failure), ")");
  } else if (report.failure.starts_with("ImportError") ||
             report.failure.starts_with("ModuleNotFoundError")) {
    out.reason = "the test fails there, as something cannot be imported: " + Short(report.failure);
  } else if (notes != nullptr) {
    if (const std::string missing = MissingMessage(report, notes->fixed_message); !missing.empty())
      out.reason = StrCat("the test fails there, but without the message of the fix: ", missing);
  }
  out.holds = out.reason.empty();
  return out;
}

}  // namespace assay::bugs
