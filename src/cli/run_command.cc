// assay run: runs Python programs in a sandbox and says how they behave.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/files.h"
#include "base/strings.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/known_members.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "program/lab/program_lab.h"
#include "program/lint/lint.h"
#include "program/parse/program.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using program::ProgramOutcome;
using program::ProgramStatus;

constexpr uint64_t kMostProgramBytes = 1 << 20;

struct Flags {
  std::vector<std::string> programs;
  std::string environment, target_api, timeout = "20s";
  int repeat = 1, jobs = 1;
  uint64_t memory_mb = 4096;
  bool unsafe = false, cold = false, check_only = false, json = false;
};

struct Task {
  std::string path, text, environment;
  std::vector<program::LintMessage> lint;
  Result<ProgramOutcome> outcome = Invalid("not run");
};

// The environment that the first import of a framework asks for.
std::string GuessEnvironment(const program::Program& parsed) {
  constexpr std::pair<std::string_view, std::string_view> kPackages[] = {
      {"torch", "torch"},      {"torchvision", "torch"}, {"tensorflow", "tensorflow"},
      {"keras", "tensorflow"}, {"jax", "jax"},           {"onnxruntime", "onnxruntime"},
      {"openvino", "openvino"}};
  for (const program::Import& import : parsed.imports)
    for (const auto& [package, environment] : kPackages)
      if (program::RootOf(import.full) == package) return std::string(environment);
  return "torch";
}

Result<std::vector<std::string>> ProgramFiles(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) {
    if (!fs::is_directory(name)) {
      out.push_back(name);
      continue;
    }
    const size_t before = out.size();
    for (const auto& entry : fs::directory_iterator(name))
      if (entry.path().extension() == ".py") out.push_back(entry.path());
    if (out.size() == before) return Invalid(StrCat(name, " holds no .py files"));
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(before), out.end());
  }
  return out;
}

Result<std::vector<Task>> LoadTasks(const Flags& flags) {
  ASSAY_ASSIGN(const std::vector<std::string> files, ProgramFiles(flags.programs));
  std::vector<Task> out;
  KnownMembers known;
  for (const std::string& file : files) {
    Task task{.path = file};
    ASSAY_ASSIGN(task.text, ReadFile(file, kMostProgramBytes));
    const program::Program parsed = program::ReadProgram(task.text);
    task.environment = flags.environment.empty() ? GuessEnvironment(parsed) : flags.environment;
    ASSAY_ASSIGN(const std::string folder, program::FindEnvironment(task.environment));
    task.lint = program::Lint(
        parsed, {.environment = folder, .missing_member = known.Lookup(task.environment)});
    out.push_back(std::move(task));
  }
  // One after the other for each environment: a lab serves one.
  std::stable_sort(out.begin(), out.end(),
                   [](const Task& a, const Task& b) { return a.environment < b.environment; });
  return out;
}

void RunTasks(std::vector<Task>& tasks, const Flags& flags, program::SandboxLimits limits) {
  std::atomic<size_t> next{0}, done{0};
  std::mutex mutex;
  Progress progress;
  const auto work = [&] {
    std::optional<program::ProgramLab> lab;
    std::string environment;
    for (size_t i = next++; i < tasks.size(); i = next++) {
      Task& task = tasks[i];
      if (!lab.has_value() || environment != task.environment) {
        auto opened = program::ProgramLab::Open({task.environment, flags.unsafe, flags.cold});
        if (!opened.ok()) {
          task.outcome = opened.error();
          continue;
        }
        lab = std::move(*opened);
        environment = task.environment;
      }
      {
        const std::lock_guard<std::mutex> lock(mutex);
        progress.Show(StrCat("run: ", done, " of ", tasks.size(), ", now ",
                             fs::path(task.path).filename().string()));
      }
      task.outcome = lab->Run(
          {task.text, fs::path(task.path).filename(), flags.target_api, flags.repeat, limits});
      ++done;
    }
  };
  std::vector<std::thread> threads;
  const size_t count = std::min(static_cast<size_t>(flags.jobs), tasks.size());
  for (size_t i = 1; i < count; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

nlohmann::json LintJson(const std::vector<program::LintMessage>& lint) {
  nlohmann::json out = nlohmann::json::array();
  for (const program::LintMessage& m : lint)
    out.push_back({{"code", m.code},
                   {"symbol", m.symbol},
                   {"message", m.message},
                   {"line", m.line},
                   {"column", m.column}});
  return out;
}

nlohmann::json TaskJson(const Task& task) {
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
  out.update(nlohmann::json{
      {"status", ProgramStatusName(task.outcome->status)},
      {"runs", statuses},
      {"exit_code", run.exit_code < 0 ? nlohmann::json() : nlohmann::json(run.exit_code)},
      {"signal", run.signal == 0 ? nlohmann::json() : nlohmann::json(run.signal)},
      {"limit", text_or_null(run.limit)},
      {"exception", text_or_null(run.exception)},
      {"message", run.message},
      {"line", run.line == 0 ? nlohmann::json() : nlohmann::json(run.line)},
      {"valid_python", !run.invalid},
      {"target_called", run.target_called},
      {"apis_called", run.apis_called},
      {"seconds", run.seconds},
      {"cpu_seconds", run.cpu_seconds},
      {"peak_mb", run.peak_mb},
      {"stdout", run.out},
      {"stderr", run.err},
      {"stdout_cut", run.out_cut},
      {"stderr_cut", run.err_cut},
      {"sandbox", program::SandboxStrengthName(task.outcome->strength)},
      {"warm", !task.outcome->confirmed_cold}});
  return out;
}

Tone ToneOf(ProgramStatus status) {
  if (status == ProgramStatus::kValid) return Tone::kGood;
  return status == ProgramStatus::kNoTarget || status == ProgramStatus::kException ? Tone::kWarning
                                                                                   : Tone::kBad;
}

std::string Detail(const ProgramOutcome& outcome) {
  const program::ProgramRun& run = outcome.run;
  std::string text = run.exception.empty() ? run.message : run.exception + ": " + run.message;
  text = text.substr(0, text.find('\n'));
  constexpr size_t kWidth = 80;
  return text.substr(0, kWidth);
}

void PrintTable(const std::vector<Task>& tasks) {
  Table table({"program", "env", "status", "line", "seconds", "detail"});
  for (const Task& task : tasks) {
    const std::string name = fs::path(task.path).filename();
    if (!task.outcome.ok()) {
      table.AddRow({name, task.environment, "not run", "", "", task.outcome.error().message},
                   {{2, Tone::kBad}});
      continue;
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.2f", task.outcome->run.seconds);
    table.AddRow({name, task.environment, std::string(ProgramStatusName(task.outcome->status)),
                  task.outcome->run.line == 0 ? "" : StrCat(task.outcome->run.line), seconds,
                  Detail(*task.outcome)},
                 {{2, ToneOf(task.outcome->status)}});
  }
  table.Print(std::cout, StdoutIsTerminal());
}

// One program for people: what it printed, then the verdict.
void PrintOne(const Task& task) {
  const ProgramOutcome& outcome = *task.outcome;
  std::cout << outcome.run.out;
  std::cerr << outcome.run.err;
  for (const program::LintMessage& m : task.lint)
    std::cout << task.path << ":" << m.line << ": " << m.code << " " << m.message << "\n";
  std::cout << ProgramStatusName(outcome.status);
  if (const std::string detail = Detail(outcome); !detail.empty()) std::cout << ": " << detail;
  if (outcome.run.line != 0) std::cout << " (line " << outcome.run.line << ")";
  std::cout << "\ncalled: "
            << (outcome.run.apis_called.empty() ? "no framework API"
                                                : Join(outcome.run.apis_called, ", "))
            << "\n";
  char figures[96];
  std::snprintf(figures, sizeof figures, "%.2f s, %.0f MB, sandbox: ", outcome.run.seconds,
                outcome.run.peak_mb);
  std::cout << figures << program::SandboxStrengthName(outcome.strength) << "\n";
}

int PrintLint(const std::vector<Task>& tasks, bool json) {
  nlohmann::json all = nlohmann::json::array();
  bool found = false;
  for (const Task& task : tasks) {
    found = found || !task.lint.empty();
    all.push_back(
        {{"program", task.path}, {"env", task.environment}, {"lint", LintJson(task.lint)}});
    for (const program::LintMessage& m : task.lint)
      if (!json)
        std::cout << task.path << ":" << m.line << ":" << m.column << ": " << m.code << " "
                  << m.symbol << ": " << m.message << "\n";
  }
  if (json)
    std::cout << (all.size() == 1 ? all[0] : all)
                     .dump(1, ' ', false, nlohmann::json::error_handler_t::replace)
              << "\n";
  return found ? kFindings : kDone;
}

int Report(const std::vector<Task>& tasks, bool json) {
  if (json) {
    nlohmann::json all = nlohmann::json::array();
    for (const Task& task : tasks) all.push_back(TaskJson(task));
    std::cout << (all.size() == 1 ? all[0] : all)
                     .dump(1, ' ', false, nlohmann::json::error_handler_t::replace)
              << "\n";
  } else if (tasks.size() == 1) {
    PrintOne(tasks[0]);
  } else {
    PrintTable(tasks);
  }
  return std::all_of(tasks.begin(), tasks.end(),
                     [](const Task& task) {
                       return task.outcome.ok() && task.outcome->status == ProgramStatus::kValid;
                     })
             ? kDone
             : kFindings;
}

int Run(const Flags& flags) {
  if (flags.programs.empty())
    return Fail(Invalid("name a program, such as: assay run PROGRAM.py --env torch"));
  if (flags.repeat < 1) return Fail(Invalid("--repeat: at least one run"));
  if (flags.jobs < 1) return Fail(Invalid("--jobs: at least one"));
  if (flags.memory_mb < 64) return Fail(Invalid("--memory: at least 64 (megabytes)"));
  const Result<double> wall_s = ParseDuration(flags.timeout, "--timeout");
  if (!wall_s.ok()) return Fail(wall_s.error());
  Result<std::vector<Task>> tasks = LoadTasks(flags);
  if (!tasks.ok()) return Fail(tasks.error());
  if (flags.check_only) return PrintLint(*tasks, flags.json);
  RunTasks(*tasks, flags, {.wall_s = *wall_s, .memory_mb = flags.memory_mb});
  // A single program that could not be run is a failure of the command, not a status.
  if (tasks->size() == 1 && !tasks->front().outcome.ok())
    return Fail(tasks->front().outcome.error());
  return Report(*tasks, flags.json);
}

}  // namespace

std::function<int()> SetupRun(CLI::App& app) {
  const auto flags = std::make_shared<Flags>();
  app.add_option("programs", flags->programs, "Python files, or folders of them");
  app.add_option("--env", flags->environment,
                 "environment to run in: torch, tensorflow, jax … (default: by its imports)");
  app.add_option("--target-api", flags->target_api,
                 "full name of the API under test; never called means notarget");
  app.add_option("--repeat", flags->repeat, "runs; when they do not agree it is flaky (default 1)");
  app.add_option("--timeout", flags->timeout, "wall time of one run (default 20s)");
  app.add_option("--memory", flags->memory_mb, "megabytes of memory (default 4096)");
  app.add_option("--jobs", flags->jobs, "programs at the same time (default 1)");
  app.add_flag("--cold", flags->cold, "import the framework anew for every run");
  app.add_flag("--check", flags->check_only, "look for mistakes only; run nothing");
  app.add_flag("--unsafe", flags->unsafe, "run without a sandbox, for programs that you trust");
  app.add_flag("--json", flags->json, "print JSON");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli
