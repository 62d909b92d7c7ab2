#include "cli/run_tasks.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <mutex>
#include <numeric>
#include <optional>

#include "base/files.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "cli/terminal.h"
#include "knowledge/api/known_members.h"
#include "program/lab/on_gpu.h"
#include "program/parse/program.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostProgramBytes = 1 << 20;

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

Result<std::string> ReadStandardInput() {
  std::string text;
  for (char c = 0; text.size() <= kMostProgramBytes && std::cin.get(c);) text += c;
  if (text.size() > kMostProgramBytes)
    return Invalid(
        StrCat("standard input has more than ", kMostProgramBytes, " bytes; no program has"));
  return text;
}

Result<RunTask> ReadTask(const std::string& path) {
  RunTask task{.path = path, .name = fs::path(path).filename()};
  if (path == "-") {
    task.name = "program.py";
    ASSAY_ASSIGN(task.text, ReadStandardInput());
  } else {
    ASSAY_ASSIGN(task.text, ReadFile(path, kMostProgramBytes));
  }
  if (task.text.find('\0') != std::string::npos)
    return Invalid(StrCat(path, " is not a Python program: it holds bytes of value 0"));
  if (task.text.find_first_not_of(" \t\r\n\f") == std::string::npos)
    return Invalid(StrCat(path, " is empty; name a file that holds a Python program"));
  return task;
}

// The .py files of a folder, by name.
Result<std::vector<std::string>> ProgramsIn(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (entry.path().extension() == ".py") out.push_back(entry.path());
  if (failed) return Invalid(StrCat("cannot read the folder ", folder, ": ", failed.message()));
  if (out.empty()) return Invalid(StrCat(folder, " holds no .py files"));
  std::ranges::sort(out);
  return out;
}

// One after the other for each environment: a lab serves one.
std::vector<size_t> ByEnvironment(const std::vector<RunTask>& tasks) {
  std::vector<size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::erase_if(order, [&](size_t i) { return tasks[i].unreadable; });
  std::ranges::stable_sort(
      order, [&](size_t a, size_t b) { return tasks[a].environment < tasks[b].environment; });
  return order;
}

}  // namespace

Result<std::vector<RunTask>> ReadTasks(const std::vector<std::string>& programs) {
  std::vector<RunTask> out;
  for (const std::string& name : programs) {
    std::error_code ignored;
    if (!fs::is_directory(name, ignored)) {
      ASSAY_ASSIGN(out.emplace_back(), ReadTask(name));
      continue;
    }
    ASSAY_ASSIGN(const std::vector<std::string> files, ProgramsIn(name));
    for (const std::string& file : files) {
      Result<RunTask> task = ReadTask(file);
      out.push_back(task.ok() ? std::move(*task)
                              : RunTask{.path = file, .outcome = task.error(), .unreadable = true});
    }
  }
  return out;
}

Status PrepareTasks(std::vector<RunTask>& tasks, const std::string& environment, bool gpu) {
  knowledge::KnownMembers known;
  for (RunTask& task : tasks) {
    if (task.unreadable) continue;
    const program::Program parsed = program::ReadProgram(task.text);
    task.environment = environment.empty() ? GuessEnvironment(parsed) : environment;
    if (gpu) task.environment = StrCat(program::WithoutGpu(task.environment), program::kOnGpu);
    ASSAY_ASSIGN(const std::string folder, program::FindEnvironment(task.environment));
    task.lint = program::Lint(
        parsed, {.environment = folder, .missing_member = known.Lookup(task.environment)});
  }
  return {};
}

void RunTasks(std::vector<RunTask>& tasks, const RunFlags& flags,
              const program::SandboxLimits& limits) {
  const std::vector<size_t> order = ByEnvironment(tasks);
  std::atomic<size_t> next{0}, done{0};
  std::mutex mutex;
  Progress progress;
  const auto work = [&] {
    std::optional<program::ProgramLab> lab;
    std::string environment;
    for (size_t i = next++; i < order.size(); i = next++, ++done) {
      RunTask& task = tasks[order[i]];
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
        progress.Show(StrCat("run: ", done, " of ", order.size(), ", now ", task.name));
      }
      task.outcome = lab->Run({task.text, task.name, flags.target_api, flags.repeat, limits});
    }
  };
  InParallel(std::min(static_cast<size_t>(flags.jobs), order.size()), work);
}

}  // namespace assay::cli
