#include "program/lab/program_lab.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/strings.h"
#include "lab/environments.h"
#include "lab/gpu.h"
#include "lab/registry.h"
#include "program/lab/on_gpu.h"
#include "program/lab/server.h"
#include "program/lab/status.h"

namespace assay::program {
namespace {

namespace fs = std::filesystem;

// A cold process imports the framework within the program's own time, which is given on top: so
// much where it was not measured yet, otherwise twice what it took.
constexpr double kImportSeconds = 30;
// For programs that a busy machine kept from working.
constexpr double kPatientSeconds = 900;
// A loop without end uses its time; what waits without working may wait for a thread that forking
// lost.
constexpr double kBusyPart = 0.5;

struct WarmProgram {
  std::string environment;
  std::vector<std::string> packages;
};
const std::vector<WarmProgram>& AllWarm() {
  static const std::vector<WarmProgram> all = {
#define WARM(environment, ...) {environment, {__VA_ARGS__}},
#define COMPILES(environment, word)
#include "program/lab/warm_packages.def"
#undef WARM
#undef COMPILES
  };
  return all;
}

// What compilers are called in programs.
const std::vector<WarmProgram>& AllCompilers() {
  static const std::vector<WarmProgram> all = {
#define WARM(environment, ...)
#define COMPILES(environment, word) {environment, {word}},
#include "program/lab/warm_packages.def"
#undef WARM
#undef COMPILES
  };
  return all;
}

std::vector<std::string> Of(const std::vector<WarmProgram>& all, const std::string& environment) {
  for (const WarmProgram& warm : all)
    if (environment == warm.environment || environment.starts_with(warm.environment + "@"))
      return warm.packages;
  return {};
}

// Whether forking from a warm process could be the reason for how the run ended.
bool Doubtful(const ProgramRun& run) {
  if (run.status == ProgramStatus::kCrash) return true;
  return run.status == ProgramStatus::kHangs && run.busy < kBusyPart;
}

}  // namespace

Result<std::string> FindEnvironment(const std::string& asked) {
  const std::string name(WithoutGpu(asked));
  if (name != asked && !lab::HasGpu())
    return Invalid(StrCat(asked, " needs a GPU: no NVIDIA driver has one here (no /dev/nvidia0); ",
                          "programs run without one in ", name));
  if (name.find('/') != std::string::npos) return name;
  const std::string own = lab::EnvironmentFolder(lab::HomeFolder(), name);
  if (fs::exists(own + "/bin/python")) return own;
  const std::string folder = lab::EnvironmentLinks(lab::HomeFolder());
  std::vector<std::string> known;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    known.push_back(entry.path().filename());
  std::ranges::sort(known);
  return Invalid(StrCat("there is no environment '", name,
                        "'; ready here: ", known.empty() ? "none" : Join(known, ", "),
                        ". Try: assay targets add ", name));
}

namespace {

// A server that is started when it is first needed; labs with the same one share its imports.
struct WarmServer {
  ServerOptions options;
  std::optional<Server> server = std::nullopt;
  double start_s = 0;

  bool possible() const { return !options.preload.empty(); }

  Status Start() {
    if (server.has_value() || !possible()) return {};
    ASSAY_ASSIGN(server, Server::Join(options));
    start_s = server->start_seconds();
    if (server->threads() > 1) {
      // A child would wait for threads that it does not have. Without imports there is only one.
      options.preload.clear();
      server.reset();
    }
    return {};
  }

  Result<ProgramRun> Run(const ProgramRequest& request) {
    Result<ProgramRun> run = server->Run(request);
    if (!run.ok()) server.reset();
    return run;
  }
};

}  // namespace

struct ProgramLab::State {
  LabOptions options;
  ServerOptions server_options;
  WarmServer plain, compiling;
  std::string compiler;  // the word that makes a program one for `compiling`
  int compiled = 0;      // such programs so far
  bool heavy = false;    // the environment's framework takes seconds to import
  double import_s = kImportSeconds;

  Status Start() {
    const bool started = plain.server.has_value();
    ASSAY_RETURN_IF_ERROR(plain.Start());
    if (!started && plain.start_s > 0) import_s = 2 * plain.start_s;
    return {};
  }

  Result<ProgramRun> RunWarm(const ProgramRequest& request) {
    const bool compiles = !compiler.empty() && request.text.find(compiler) != std::string::npos;
    // One program alone is not worth a second server, unless there is one.
    if (compiles && (++compiled > 1 || Server::Runs(compiling.options))) {
      ASSAY_RETURN_IF_ERROR(compiling.Start());
      if (compiling.server.has_value()) return compiling.Run(request);
    }
    ASSAY_RETURN_IF_ERROR(Start());
    return plain.server.has_value() ? plain.Run(request) : RunCold(request);
  }

  Result<ProgramRun> RunCold(ProgramRequest request) const {
    if (heavy) request.limits.wall_s += import_s;
    ServerOptions cold = server_options;
    cold.preload.clear();
    ASSAY_ASSIGN(Server fresh, Server::Start(cold));
    return fresh.Run(request);
  }

  bool warm() const { return plain.possible(); }
};

ProgramLab::ProgramLab(std::unique_ptr<State> state) : state_(std::move(state)) {}
ProgramLab::ProgramLab(ProgramLab&&) noexcept = default;
ProgramLab& ProgramLab::operator=(ProgramLab&&) noexcept = default;
ProgramLab::~ProgramLab() = default;

Result<ProgramLab> ProgramLab::Open(const LabOptions& options) {
  auto state = std::make_unique<State>();
  state->options = options;
  const SandboxProbe& probe = ProbeSandbox();
  if (probe.strength == SandboxStrength::kNone && !options.unsafe)
    return Invalid(
        StrCat("no sandbox works on this machine, so no program is run (", probe.detail, "); ",
               probe.fix.empty() ? "pass --unsafe for programs that you trust" : probe.fix));
  ASSAY_ASSIGN(state->server_options.environment, FindEnvironment(options.environment));
  state->server_options.strength = options.unsafe ? SandboxStrength::kNone : probe.strength;
  const std::string name = fs::path(WithoutGpu(options.environment)).filename();
  state->server_options.gpu = options.environment.ends_with(kOnGpu);
  std::vector<std::string> packages = Of(AllWarm(), name);
  state->heavy = !packages.empty();
  const std::vector<std::string> compilers = Of(AllCompilers(), name);
  for (const std::string& also : options.also) {
    const bool compiler = std::ranges::find(compilers, also) != compilers.end();
    // Many programs will call it: the very first one finds its server.
    if (compiler)
      state->compiled = 1;
    else
      packages.push_back(also);
  }
  // Without namespaces a child could harm the server, so every program gets one of its own.
  if (!options.cold && state->server_options.strength <= SandboxStrength::kNamespaces) {
    state->plain.options = state->compiling.options = state->server_options;
    state->plain.options.preload = packages;
    for (const std::string& word : compilers) {
      state->compiler = word;
      packages.push_back(word);
      state->compiling.options.preload = packages;
    }
  }
  return ProgramLab(std::move(state));
}

SandboxStrength ProgramLab::strength() const { return state_->server_options.strength; }

Status ProgramLab::Warm() {
  if (!state_->warm()) return {};
  return state_->Start();
}

Result<ProgramOutcome> ProgramLab::Run(const ProgramRequest& request) {
  ASSAY_ASSIGN(ProgramOutcome out, RunAsAsked(request));
  if (!request.patient || !IsStarved(out.run)) return out;
  ProgramRequest again = request;
  if (again.limits.cpu_s <= 0) again.limits.cpu_s = again.limits.wall_s;
  again.limits.wall_s = std::max(again.limits.wall_s, kPatientSeconds);
  return RunAsAsked(again);
}

Result<ProgramOutcome> ProgramLab::RunAsAsked(const ProgramRequest& request) {
  std::vector<ProgramRun> runs;
  bool cold = !state_->warm();
  for (int i = 0; i < std::max(request.repeat, 1); ++i) {
    ASSAY_ASSIGN(ProgramRun run, cold ? state_->RunCold(request) : state_->RunWarm(request));
    run.status = Judge(run, request);
    if (!cold && Doubtful(run)) {
      // From here on all repetitions are cold: they must be comparable.
      cold = true;
      runs.clear();
      i = -1;
      continue;
    }
    runs.push_back(std::move(run));
  }
  ProgramOutcome out = Combine(std::move(runs));
  out.confirmed_cold = cold;
  out.strength = strength();
  return out;
}

}  // namespace assay::program
