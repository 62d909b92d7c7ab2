// One live worker process: asked one thing at a time, under limits. Whatever it does is data.
#pragma once

#include <memory>
#include <string>

#include "lab/byte_buffer.h"
#include "lab/history.h"
#include "lab/message.h"
#include "lab/process.h"

namespace assay::lab {

struct Limits {
  double start_s = 120;                      // until its hello; imports of frameworks take seconds
  double wall_s = 60;                        // per request
  double cpu_s = 120;                        // per request, all threads of the worker together
  uint64_t output_bytes = 16 << 20;          // printed per request
  uint64_t reply_bytes = uint64_t{8} << 30;  // of one reply
};

// How a request ended.
enum class Ending {
  kOk,
  kUnsupported,  // the worker or its framework says that it has no way to run this
  kFailed,       // refused with a message: stage and kind say where and how
  kCrash,        // the process died
  kHang,         // beyond the limit on wall or CPU time
  kOutOfMemory,  // beyond the limit on memory
  kFlood,        // printed without end
  kProtocol,     // its reply breaks the protocol: cut short, impossible sizes, missing outputs
  kNotReady,     // the worker did not come up; says nothing about the case
};
std::string_view EndingName(Ending ending);

// Kind of a kNotReady observation: the worker was spoilt by an earlier request, so another one
// should be asked.
inline constexpr const char* kStaleWorker = "stale worker";

struct Observation {
  Ending ending = Ending::kNotReady;
  Stage stage = Stage::kNone;  // where it ended, unless kOk
  std::string kind;            // "INVALID_GRAPH", "RuntimeError", "abort", "wall time" …
  std::string message;
  std::string where;  // innermost frames, when the worker tells
  NamedData outputs;  // kOk: all that were wanted, in that order
  double load_ms = 0, compile_ms = 0, run_ms = 0;
  double total_ms = 0;  // seen from here
  double peak_mb = 0;   // 0: not measured
  // Request::measure_time; negative when it cannot be told.
  double cpu_ms = -1;    // CPU time of all threads, reading the request and replying included
  double queue_ms = -1;  // ready to run, but the CPU was given to others; all threads together
  // Of the process, after its reply: with measure_time, and now and then without.
  double resident_mb = -1;
  // Request::measure_memory, of the accelerator: in use after the run, and at its peak; negative
  // where there is none.
  double device_mb = -1, device_peak_mb = -1;
  std::string version, device;
  std::string printed;  // the end of what the framework printed meanwhile
  // What its process was asked: the first `served_before` came before this. Null: it did not run.
  std::shared_ptr<const History> history;
  size_t served_before = 0;
  bool ok() const { return ending == Ending::kOk; }
};

class Worker {
 public:
  // Returns at once; the worker comes up in the background. `scratch` is its private folder, which
  // is removed when the worker is.
  static Result<Worker> Start(const Command& command, const ProcessLimits& process_limits,
                              const Limits& limits, std::string scratch);
  Worker(Worker&& other) noexcept = default;
  Worker& operator=(Worker&& other) noexcept;
  ~Worker();

  // Waits for the hello, once. An error says why the worker cannot be used.
  Status AwaitReady();
  bool ready_now();  // without waiting: AwaitReady would return at once
  const Hello& hello() const { return hello_; }

  // Needs alive(). After anything but kOk, kUnsupported and kFailed the process is gone.
  Observation Ask(const Request& request, const Limits& limits);
  bool alive() const { return alive_; }
  int served() const { return served_; }
  pid_t pid() const { return process_.pid(); }

 private:
  Worker(Process process, const Limits& limits, std::string scratch)
      : process_(std::move(process)), limits_(limits), scratch_(std::move(scratch)) {}
  void Sweep();

  Process process_;
  Limits limits_;
  std::string scratch_;
  Hello hello_;
  bool alive_ = true;
  bool greeted_ = false;
  int served_ = 0;
  uint64_t last_id_ = 0;
  uint64_t kept_key_ = 0;  // the model that the worker holds; 0: none
  std::string kept_mode_;
  std::shared_ptr<History> history_ = std::make_shared<History>();
  ByteBuffer body_;  // of the last reply; kept, as touching fresh memory costs more than copying
};

}  // namespace assay::lab
