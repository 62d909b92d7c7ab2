#include "cli/run_report.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>

#include "cli/command.h"
#include "cli/table.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using program::ProgramOutcome;
using program::ProgramStatus;

nlohmann::json LintJson(const std::vector<program::LintMessage>& lint) {
  nlohmann::json out = nlohmann::json::array();
  for (const program::LintMessage& m : lint)
    out.push_back(ASSAY_FIELDS(m, code, symbol, message, line, column));
  return out;
}

nlohmann::json TaskJson(const RunTask& task) {
  nlohmann::json out = {
      {"program", task.path}, {"env", task.environment}, {"lint", LintJson(task.lint)}};
  if (!task.outcome.ok()) {
    out["error"] = task.outcome.error().message;
    return out;
  }
  const program::ProgramRun& run = task.outcome->run;
  nlohmann::json statuses = nlohmann::json::array();
  for (const ProgramStatus status : task.outcome->statuses)
    statuses.push_back(ProgramStatusName(status));
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? nlohmann::json() : nlohmann::json(text);
  };
  out.update(
      With(ASSAY_FIELDS(run, message, target_called, apis_called, seconds, cpu_seconds, peak_mb),
           {{"status", ProgramStatusName(task.outcome->status)},
            {"runs", statuses},
            {"exit_code", run.exit_code < 0 ? nlohmann::json() : nlohmann::json(run.exit_code)},
            {"signal", run.signal == 0 ? nlohmann::json() : nlohmann::json(run.signal)},
            {"limit", text_or_null(run.limit)},
            {"exception", text_or_null(run.exception)},
            {"line", run.line == 0 ? nlohmann::json() : nlohmann::json(run.line)},
            {"valid_python", !run.invalid},
            {"stdout", run.out},
            {"stderr", run.err},
            {"stdout_cut", run.out_cut},
            {"stderr_cut", run.err_cut},
            {"sandbox", program::SandboxStrengthName(task.outcome->strength)},
            {"warm", !task.outcome->confirmed_cold}}));
  return out;
}

Tone ToneOf(ProgramStatus status) {
  if (status == ProgramStatus::kValid) return Tone::kGood;
  return status == ProgramStatus::kNoTarget || status == ProgramStatus::kException ? Tone::kWarning
                                                                                   : Tone::kBad;
}

std::string Shown(const std::string& text) {
  constexpr size_t kWidth = 80;
  return Visible(FirstLine(text, kWidth));
}

std::string Detail(const ProgramOutcome& outcome) {
  const program::ProgramRun& run = outcome.run;
  std::string text = run.exception.empty() ? run.message : run.exception + ": " + run.message;
  return Shown(text);
}

void PrintRunReportTable(const std::vector<RunTask>& tasks) {
  Table table({"program", "env", "status", "line", "seconds", "detail"});
  for (const RunTask& task : tasks) {
    const std::string name =
        Visible(task.path == "-" ? task.path : fs::path(task.path).filename().string());
    if (!task.outcome.ok()) {
      table.AddRow({name, task.environment, "not run", "", "", Shown(task.outcome.error().message)},
                   {{2, Tone::kBad}});
      continue;
    }
    table.AddRow({name, task.environment, std::string(ProgramStatusName(task.outcome->status)),
                  task.outcome->run.line == 0 ? "" : StrCat(task.outcome->run.line),
                  Fixed(task.outcome->run.seconds, 2), Detail(*task.outcome)},
                 {{2, ToneOf(task.outcome->status)}});
  }
  table.Print(std::cout, StdoutIsTerminal());
}

// One program for people: what it printed, then the verdict.
void PrintOne(const RunTask& task) {
  const ProgramOutcome& outcome = *task.outcome;
  std::cout << (StdoutIsTerminal() ? Visible(outcome.run.out) : outcome.run.out);
  std::cerr << (isatty(STDERR_FILENO) != 0 ? Visible(outcome.run.err) : outcome.run.err);
  for (const program::LintMessage& m : task.lint)
    std::cout << task.path << ":" << m.line << ": " << m.code << " " << Visible(m.message) << "\n";
  std::cout << ProgramStatusName(outcome.status);
  if (const std::string detail = Detail(outcome); !detail.empty()) std::cout << ": " << detail;
  if (outcome.run.line != 0) std::cout << " (line " << outcome.run.line << ")";
  std::cout << "\ncalled: "
            << (outcome.run.apis_called.empty() ? "no framework API"
                                                : Visible(Join(outcome.run.apis_called, ", ")))
            << "\n";
  char figures[96];
  std::snprintf(figures, sizeof figures, "%.2f s, %.0f MB, sandbox: ", outcome.run.seconds,
                outcome.run.peak_mb);
  std::cout << figures << program::SandboxStrengthName(outcome.strength) << "\n";
}

}  // namespace

std::string Visible(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    const bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
    // U+0080 to U+009F: control characters of two bytes.
    const bool long_control = byte == 0xc2 && i + 1 < text.size() &&
                              static_cast<uint8_t>(text[i + 1]) >= 0x80 &&
                              static_cast<uint8_t>(text[i + 1]) <= 0x9f;
    if (!control && !long_control) {
      out += text[i];
      continue;
    }
    char code[8];
    std::snprintf(code, sizeof code, "\\x%02x",
                  long_control ? static_cast<uint8_t>(text[++i]) : byte);
    out += code;
  }
  return out;
}

int ReportChecks(const std::vector<RunTask>& tasks, bool json) {
  nlohmann::json all = nlohmann::json::array();
  bool found = false;
  for (const RunTask& task : tasks) {
    found = found || !task.lint.empty() || task.unreadable;
    all.push_back(
        {{"program", task.path}, {"env", task.environment}, {"lint", LintJson(task.lint)}});
    if (task.unreadable) all.back()["error"] = task.outcome.error().message;
    if (task.unreadable && !json) std::cout << Visible(task.outcome.error().message) << "\n";
    for (const program::LintMessage& m : task.lint)
      if (!json)
        std::cout << task.path << ":" << m.line << ":" << m.column << ": " << m.code << " "
                  << m.symbol << ": " << Visible(m.message) << "\n";
  }
  if (json) PrintJson(all.size() == 1 ? all[0] : all);
  return found ? kFindings : kDone;
}

int ReportRuns(const std::vector<RunTask>& tasks, bool json) {
  if (json) {
    nlohmann::json all = nlohmann::json::array();
    for (const RunTask& task : tasks) all.push_back(TaskJson(task));
    PrintJson(all.size() == 1 ? all[0] : all);
  } else if (tasks.size() == 1) {
    PrintOne(tasks[0]);
  } else {
    PrintRunReportTable(tasks);
  }
  return std::ranges::all_of(tasks,
                             [](const RunTask& task) {
                               return task.outcome.ok() &&
                                      task.outcome->status == ProgramStatus::kValid;
                             })
             ? kDone
             : kFindings;
}

}  // namespace assay::cli
