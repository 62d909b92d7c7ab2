// The lab: runs requests on targets in worker processes that it starts, keeps warm, recycles and
// replaces.
//
// Thread-safe. Workers are started by a thread of the lab's own, because a worker dies with the
// thread that started it. Everything a worker leaves behind, processes of its session and its
// private folder, goes with it.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "lab/registry.h"
#include "lab/worker.h"

namespace assay::lab {

struct LabOptions {
  int spares = 0;  // workers kept warm beside the busy ones, per kind of worker
  Limits limits;   // wall_s is the target's own unless `wall_s` is set
  double wall_s = 0;
  int recycle_after = 0;  // cases per process; 0: the manifest's
};

// Kind of a kNotReady observation after Lab::Abandon.
inline constexpr const char* kAbandoned = "abandoned";

class Lab {
 public:
  explicit Lab(LabOptions options = {});
  ~Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  // Runs `request` on `target`, whose mode is put in. A failure that the manifest states as a limit
  // is kUnsupported.
  Observation Run(const Target& target, Request request);

  // Runs requests one after the other, each in its own mode, in one process that has served nothing
  // else. Ends with the first that the process does not survive.
  std::vector<Observation> RunInOrder(const Target& target, const std::vector<Request>& requests);

  // Starts a worker (and spares) so that the first case does not wait.
  void Warm(const Target& target);
  // The hello of a worker of this target, started if need be; an error says why there is none.
  Result<Hello> Ask(const Target& target);

  // Ends all requests under way, and refuses new ones: they come back as kNotReady with the kind
  // kAbandoned.
  void Abandon();

  // Processes started so far.
  int started() const { return started_; }

 private:
  struct Kind;
  Kind& KindOf(const Target& target);
  Observation AskWorker(Worker& worker, const Request& request, const Limits& limits);
  Observation RunOnce(const Target& target, const Request& request);
  // A worker that is up; null, with the reason in `out`, when there is none.
  std::unique_ptr<Worker> TakeReady(Kind& kind, const Target& target, bool fresh, Observation& out);
  Limits LimitsOf(const Request& request) const;
  std::unique_ptr<Worker> Take(Kind& kind, const Target& target, bool fresh, Status& status);
  // `fresh`: it was asked for as a process that had run nothing.
  void Return(Kind& kind, const Target& target, std::unique_ptr<Worker> worker, bool fresh);
  // All of these need the lock.
  static std::unique_ptr<Worker> TakeIdle(Kind& kind, bool fresh);
  static int Unserved(const Kind& kind);  // idle workers that have run nothing
  void StartInBackground(Kind& kind, const Target& target);
  void Replenish(Kind& kind, const Target& target);  // missing spares
  Result<std::unique_ptr<Worker>> Start(const Target& target);
  void SpawnLoop();

  const LabOptions options_;
  std::string scratch_root_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Kind>> kinds_;
  std::multiset<pid_t> busy_;  // workers that are answering a request
  bool abandoned_ = false;
  int started_ = 0;
  int folders_ = 0;

  // Work of the spawning thread.
  std::condition_variable wake_;
  std::list<std::function<void()>> jobs_;
  bool stop_ = false;
  std::thread spawner_;
};

}  // namespace assay::lab
