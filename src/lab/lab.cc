#include "lab/lab.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <future>

#include "base/strings.h"

namespace assay::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScratchPrefix = "assay-lab-";
// A worker that does not come up this often has a broken environment: no more tries.
constexpr int kMaxFailedStarts = 3;
constexpr int kMaxStale = 3;
// A task runs a model several times; its time limit is so many times that of a run.
constexpr double kTaskRuns = 5;

// Where libraries and kernels are loaded for seconds, a process goes on after another one has been
// asked for a second look; that one ends instead. Elsewhere a process that showed something is not
// trusted any more.
bool StaysWarm(const Target& target) { return target.device != "cpu"; }

std::string TempFolder() {
  const char* folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

// Folders of labs whose process was killed before it could tidy up.
void RemoveStaleFolders(const std::string& parent) {
  std::error_code error;
  for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    if (!name.starts_with(kScratchPrefix)) continue;
    const int pid = std::atoi(name.c_str() + kScratchPrefix.size());
    if (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH) {
      std::error_code ignored;
      fs::remove_all(it->path(), ignored);
    }
  }
}

std::string MakeScratchRoot() {
  const std::string parent = TempFolder();
  RemoveStaleFolders(parent);
  std::string pattern = StrCat(parent, "/", kScratchPrefix, getpid(), "-XXXXXX");
  ASSAY_CHECK(mkdtemp(pattern.data()) != nullptr) << "cannot make a folder in " << parent;
  return pattern;
}

void PassOn(const char* name, std::map<std::string, std::string>& variables) {
  if (const char* value = std::getenv(name)) variables.emplace(name, value);
}

// The environment of a worker: little of ours, the manifest's, and where its private things go.
std::map<std::string, std::string> WorkerVariables(const Target& target,
                                                   const std::string& scratch) {
  std::map<std::string, std::string> out = target.command.variables;
  PassOn("PATH", out);
  if (target.device != "cpu")
    for (const char* name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_HOME"})
      PassOn(name, out);
  else
    out.emplace("CUDA_VISIBLE_DEVICES", "");
  out.emplace("HOME", scratch);
  out.emplace("TMPDIR", scratch);
  out.emplace("LANG", "C.UTF-8");
  out.emplace("OMP_NUM_THREADS", "1");
  out.emplace("PYTHONUNBUFFERED", "1");
  out.emplace("PYTHONNOUSERSITE", "1");
  out.emplace("PYTHONPATH", HomeFolder() + "/workers/python");
  out["ASSAY_WORKER_FD"] = std::to_string(Process::kSocketInChild);
  out["ASSAY_STAGE_FD"] = std::to_string(Process::kStageInChild);
  return out;
}

// A job of the spawning thread that ends a worker: reaping a process takes milliseconds, and the
// caller and those who wait for the lock have work.
std::function<void()> ToEnd(std::unique_ptr<Worker> worker) {
  return [dead = std::shared_ptr<Worker>(std::move(worker))]() mutable { dead.reset(); };
}

bool IsStale(const Observation& seen) {
  return seen.ending == Ending::kNotReady && seen.kind == kStaleWorker;
}

// Who ends a job or a session tells all of its processes, workers included, by these signals. A
// framework that sends one to itself does so in every new process, too.
bool WasEndedByOthers(const Observation& seen) {
  const auto died_of = [&](int signal) { return seen.kind == ExitText({true, signal}); };
  return seen.ending == Ending::kCrash && (died_of(SIGTERM) || died_of(SIGINT) || died_of(SIGHUP));
}

}  // namespace

// Targets that differ only in what a request says share their workers.
struct Lab::Kind {
  std::list<std::unique_ptr<Worker>> idle;  // some may still be coming up
  int starting = 0;
  int failed_starts = 0;
  std::string failure;
};

Lab::Lab(LabOptions options) : options_(options), scratch_root_(MakeScratchRoot()) {
  spawner_ = std::thread([this] { SpawnLoop(); });
}

Lab::~Lab() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  spawner_.join();
  kinds_.clear();
  std::error_code ignored;
  fs::remove_all(scratch_root_, ignored);
}

void Lab::SpawnLoop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
    if (stop_) {
      // The workers must not outlive this thread as running processes, nor be waited for.
      for (auto& [name, kind] : kinds_) kind->idle.clear();
      return;
    }
    const auto job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

Lab::Kind& Lab::KindOf(const Target& target) {
  const std::lock_guard lock(mutex_);
  auto& kind = kinds_[target.launch_key];
  if (kind == nullptr) kind = std::make_unique<Kind>();
  return *kind;
}

// Runs in the spawning thread.
Result<std::unique_ptr<Worker>> Lab::Start(const Target& target) {
  int number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++folders_;
    ++started_;
  }
  const std::string scratch = StrCat(scratch_root_, "/", number);
  fs::create_directories(scratch);
  Command command = target.command;
  command.variables = WorkerVariables(target, scratch);
  command.folder = scratch;
  ProcessLimits limits;
  // A CUDA driver reserves far more addresses than it uses.
  if (target.device == "cpu") limits.address_space = target.manifest->memory_mb << 20;
  Limits start = options_.limits;
  start.start_s = target.manifest->start_s;
  auto worker = Worker::Start(command, limits, start, scratch);
  if (!worker.ok()) return worker.error();
  return std::make_unique<Worker>(std::move(worker).value());
}

std::unique_ptr<Worker> Lab::TakeIdle(Kind& kind, bool fresh) {
  const auto fits = [&](const auto& worker) { return !fresh || worker->served() == 0; };
  // One that is up already, or the one that was started first.
  auto chosen = std::ranges::find_if(
      kind.idle, [&](const auto& worker) { return fits(worker) && worker->ready_now(); });
  if (chosen == kind.idle.end()) chosen = std::ranges::find_if(kind.idle, fits);
  if (chosen == kind.idle.end()) return nullptr;
  auto worker = std::move(*chosen);
  kind.idle.erase(chosen);
  return worker;
}

std::unique_ptr<Worker> Lab::Take(Kind& kind, const Target& target, bool fresh, Status& status) {
  std::unique_lock lock(mutex_);
  for (auto it = kind.idle.begin(); fresh && !StaysWarm(target) && it != kind.idle.end();) {
    const auto worker = it++;
    if ((*worker)->served() == 0) continue;
    jobs_.push_back(ToEnd(std::move(*worker)));
    kind.idle.erase(worker);
    wake_.notify_one();
  }
  if (kind.failed_starts >= kMaxFailedStarts) {
    status = Invalid(kind.failure);
    return nullptr;
  }
  if (auto worker = TakeIdle(kind, fresh)) return worker;
  std::promise<Result<std::unique_ptr<Worker>>> promise;
  // Behind the starts that are under way, so that one of those may do.
  jobs_.push_back([&] {
    std::unique_ptr<Worker> ready;
    {
      const std::lock_guard inner(mutex_);
      ready = TakeIdle(kind, fresh);
    }
    if (ready != nullptr)
      promise.set_value(std::move(ready));
    else
      promise.set_value(Start(target));
  });
  wake_.notify_one();
  lock.unlock();
  auto started = promise.get_future().get();
  if (started.ok()) return std::move(started).value();
  status = started.error();
  return nullptr;
}

void Lab::Return(Kind& kind, const Target& target, std::unique_ptr<Worker> worker, bool fresh) {
  const int limit =
      options_.recycle_after > 0 ? options_.recycle_after : target.manifest->recycle_after;
  const std::lock_guard lock(mutex_);
  const bool spent =
      fresh && StaysWarm(target) && Unserved(kind) < static_cast<int>(kind.idle.size());
  if (worker->alive() && worker->served() < limit && !spent) {
    kind.idle.push_front(std::move(worker));
    return;
  }
  Replenish(kind, target);
  jobs_.push_back(ToEnd(std::move(worker)));
  wake_.notify_one();
}

void Lab::StartInBackground(Kind& kind, const Target& target) {
  ++kind.starting;
  jobs_.push_back([this, &kind, target] {
    auto worker = Start(target);
    const std::lock_guard inner(mutex_);
    --kind.starting;
    if (worker.ok()) kind.idle.push_back(std::move(worker).value());
  });
  wake_.notify_one();
}

int Lab::Unserved(const Kind& kind) {
  return static_cast<int>(
      std::ranges::count(kind.idle, 0, [](const auto& worker) { return worker->served(); }));
}

void Lab::Replenish(Kind& kind, const Target& target) {
  while (Unserved(kind) + kind.starting < options_.spares) StartInBackground(kind, target);
}

Observation Lab::Run(const Target& target, Request request) {
  request.mode = target.mode;
  request.wall_s = options_.wall_s > 0 ? options_.wall_s : target.wall_s;
  request.wall_s *= request.task.empty() ? request.patience : kTaskRuns;
  request.memory_bytes = target.device == "cpu" ? target.manifest->memory_mb << 20 : 0;
  Observation out;
  // A worker that an earlier request has spoilt, or that somebody else has ended, must not be held
  // against this one.
  for (int attempt = 0; attempt < kMaxStale; ++attempt) {
    out = RunOnce(target, request);
    if (!IsStale(out) && !WasEndedByOthers(out)) break;
  }
  if (out.ending != Ending::kFailed) return out;
  const Gap* gap = target.manifest->FindGap(target.mode, out.stage, out.kind, out.message);
  if (gap != nullptr) {
    out.ending = Ending::kUnsupported;
    out.message = StrCat(gap->reason, ": ", out.message);
  }
  return out;
}

// Knows the worker by its process while it answers, so that Abandon can end it.
Observation Lab::AskWorker(Worker& worker, const Request& request, const Limits& limits) {
  Observation abandoned;
  abandoned.kind = kAbandoned;
  abandoned.message = "the request was given up";
  const pid_t pid = worker.pid();
  {
    const std::lock_guard lock(mutex_);
    if (abandoned_) return abandoned;
    busy_.insert(pid);
  }
  Observation out = worker.Ask(request, limits);
  const std::lock_guard lock(mutex_);
  busy_.erase(busy_.find(pid));
  return abandoned_ ? abandoned : out;
}

void Lab::Abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  // Each is the leader of its own session and process group; it is reaped by the thread that asked
  // it.
  for (const pid_t pid : busy_) kill(-pid, SIGKILL);
}

std::unique_ptr<Worker> Lab::TakeReady(Kind& kind, const Target& target, bool fresh,
                                       Observation& out) {
  Status status;
  std::unique_ptr<Worker> worker = Take(kind, target, fresh, status);
  if (worker != nullptr) status = worker->AwaitReady();
  const std::lock_guard lock(mutex_);
  if (!status.ok()) {
    ++kind.failed_starts;
    kind.failure = out.message = status.error().message;
    out.kind = "worker";
    return nullptr;
  }
  kind.failed_starts = 0;
  Replenish(kind, target);
  return worker;
}

Limits Lab::LimitsOf(const Request& request) const {
  Limits out = options_.limits;
  out.wall_s = request.wall_s;
  out.cpu_s = std::max(out.cpu_s, 2 * out.wall_s);
  return out;
}

Observation Lab::RunOnce(const Target& target, const Request& request) {
  Observation out;
  Kind& kind = KindOf(target);
  std::unique_ptr<Worker> worker = TakeReady(kind, target, request.fresh, out);
  if (worker == nullptr) return out;
  out = AskWorker(*worker, request, LimitsOf(request));
  Return(kind, target, std::move(worker), request.fresh);
  return out;
}

std::vector<Observation> Lab::RunInOrder(const Target& target,
                                         const std::vector<Request>& requests) {
  std::vector<Observation> out;
  Kind& kind = KindOf(target);
  Observation failed;
  std::unique_ptr<Worker> worker = TakeReady(kind, target, /*fresh=*/true, failed);
  if (worker == nullptr) return {failed};
  for (const Request& request : requests) {
    if (!worker->alive()) break;
    out.push_back(AskWorker(*worker, request, LimitsOf(request)));
  }
  return out;  // the process, which may be spoilt, ends here
}

void Lab::Warm(const Target& target) {
  Kind& kind = KindOf(target);
  const std::lock_guard lock(mutex_);
  StartInBackground(kind, target);
  Replenish(kind, target);
}

Result<Hello> Lab::Ask(const Target& target) {
  Kind& kind = KindOf(target);
  Status status;
  std::unique_ptr<Worker> worker = Take(kind, target, /*fresh=*/false, status);
  if (worker == nullptr) return status.error();
  ASSAY_RETURN_IF_ERROR(worker->AwaitReady());
  Hello hello = worker->hello();
  Return(kind, target, std::move(worker), /*fresh=*/false);
  return hello;
}

}  // namespace assay::lab
