#include "lab/worker.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/clock.h"
#include "base/strings.h"
#include "lab/device_lost.h"
#include "lab/exchange.h"
#include "lab/impossible.h"
#include "lab/stack.h"

namespace assay::lab {
namespace {

constexpr size_t kKeptBytes = size_t{512} << 20;
constexpr double kWorthAStack = 1;  // seconds
// Seconds from a closed connection to the end of the process, on a busy machine, too.
constexpr double kLastBreath = 0.5;

// The last line that looks like a reason: "terminate called …", "Assertion `x' failed".
std::string LastLine(const std::string& printed) {
  const auto lines = Split(printed, '\n');
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (line->find_first_not_of(" \t\r") != std::string::npos) return line->substr(0, 1000);
  return "";
}

std::string WithReason(std::string text, const std::string& printed) {
  const std::string line = LastLine(printed);
  return line.empty() ? text : StrCat(text, ": ", line);
}

bool SaysOutOfMemory(const std::string& printed) {
  for (const char* text : {"std::bad_alloc", "MemoryError", "out of memory", "Out of memory",
                           "Cannot allocate memory", "failed to allocate"})
    if (printed.find(text) != std::string::npos) return true;
  return false;
}

// A process that closed its connection is about to end; nothing when it goes on instead.
std::optional<Exit> AwaitExit(Process& process) {
  const double start = NowMs();
  Exit exit;
  while (!process.Ended(exit)) {
    if (NowMs() - start > kLastBreath * 1e3) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return exit;
}

void SetDeath(Process& process, Observation& out) {
  const std::optional<Exit> ended = AwaitExit(process);
  if (!ended.has_value()) {
    process.Kill();
    out.ending = Ending::kProtocol;
    out.kind = "protocol";
    out.message = "the worker breaks the protocol: it closed its connection and went on";
    return;
  }
  const Exit exit = *ended;
  DrainOutput(process, out.printed);
  // Signal 9 comes from the kernel when memory runs out; assay itself has not sent it here.
  const bool memory = (exit.signalled && exit.number == SIGKILL) || SaysOutOfMemory(out.printed);
  out.ending = memory ? Ending::kOutOfMemory : Ending::kCrash;
  out.kind = memory ? "out-of-memory" : ExitText(exit);
  out.message = WithReason(StrCat("the process ended: ", ExitText(exit)), out.printed);
}

void SetBroken(const FrameResult& frame, const Limits& limits, Process& process, Observation& out) {
  using End = FrameResult::End;
  switch (frame.end) {
    case End::kFrame:
      return;
    case End::kClosed:
      return SetDeath(process, out);
    case End::kWall:
      out.ending = Ending::kHang;
      out.kind = "wall time";
      out.message = StrCat("no reply within ", limits.wall_s, " s");
      break;
    case End::kCpu:
      out.ending = Ending::kHang;
      out.kind = "cpu time";
      out.message = StrCat("no reply within ", limits.cpu_s, " s of CPU time");
      break;
    case End::kFlood:
      out.ending = Ending::kFlood;
      out.kind = "endless output";
      out.message = StrCat("printed more than ", limits.output_bytes, " bytes");
      break;
    case End::kLie:
      out.ending = Ending::kProtocol;
      out.kind = "protocol";
      out.message = StrCat("the worker breaks the protocol: ", frame.lie);
      break;
    case End::kStale:
      out.ending = Ending::kNotReady;
      out.kind = kStaleWorker;
      out.message = "the worker answered an earlier request twice";
      break;
  }
  // A debugger takes a second; whoever waits less than that for an answer does not want to pay it.
  if (out.ending == Ending::kHang && limits.wall_s >= kWorthAStack)
    out.where = StackOf(process.pid());
  process.Kill();
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Brings the outputs in the order in which they were asked for.
Status SortOutputs(const std::vector<std::string>& wanted, NamedData& outputs) {
  NamedData sorted;
  for (const std::string& name : wanted) {
    const auto found = std::find_if(outputs.begin(), outputs.end(),
                                    [&](const auto& output) { return output.first == name; });
    if (found == outputs.end()) return Invalid(StrCat("the output '", name, "' is missing"));
    sorted.push_back(std::move(*found));
    outputs.erase(found);
  }
  if (!outputs.empty())
    return Invalid(StrCat("the output '", outputs[0].first, "' was not asked for"));
  outputs = std::move(sorted);
  return {};
}

// How a process has spent its time so far.
struct Spent {
  double cpu_s = -1;
  std::map<int, double> queue_s;  // by thread
};

// What threads stood in line between the two, in seconds; negative when it cannot be told, as of a
// thread that ended meanwhile.
double QueuedBetween(const Spent& before, const Spent& after) {
  if (before.queue_s.empty() || after.queue_s.empty()) return -1;
  double sum = 0;
  for (const auto& [thread, queued] : before.queue_s) {
    const auto now = after.queue_s.find(thread);
    if (now == after.queue_s.end()) return -1;
    sum -= queued;
  }
  for (const auto& [thread, queued] : after.queue_s) sum += queued;
  return std::max(0.0, sum);
}

Spent SpentBy(const Process& process) { return {process.CpuSeconds(), process.QueueSeconds()}; }

void SetSpent(const Spent& before, const Process& process, Observation& out) {
  const Spent after = SpentBy(process);
  if (before.cpu_s >= 0 && after.cpu_s >= 0) out.cpu_ms = (after.cpu_s - before.cpu_s) * 1e3;
  if (const double queued = QueuedBetween(before, after); queued >= 0) out.queue_ms = queued * 1e3;
}

// Looking costs as much as a small model; a process grows slowly.
constexpr int64_t kMemoryEvery = 16;

void SetMemory(const Process& process, Observation& out) {
  if (const uint64_t bytes = process.ResidentBytes(); bytes > 0)
    out.resident_mb = static_cast<double>(bytes) / (1 << 20);
}

void SetReply(Reply reply, const Request& request, Observation& out) {
  switch (reply.status) {
    case Reply::Status::kOk:
      out.ending = Ending::kOk;
      break;
    case Reply::Status::kUnsupported:
      out.ending = Ending::kUnsupported;
      break;
    case Reply::Status::kFailed:
      out.ending = reply.kind == "out-of-memory" ? Ending::kOutOfMemory
                   : reply.kind == kDeviceLost   ? Ending::kCrash
                                                 : Ending::kFailed;
      break;
  }
  out.stage = reply.stage;
  out.kind = std::move(reply.kind);
  out.message = std::move(reply.message);
  out.where = std::move(reply.where);
  out.load_ms = reply.load_ms;
  out.compile_ms = reply.compile_ms;
  out.run_ms = reply.run_ms;
  out.peak_mb = static_cast<double>(reply.peak_bytes) / (1 << 20);
  if (reply.device_bytes.has_value()) {
    out.device_mb = static_cast<double>(reply.device_bytes->first) / (1 << 20);
    out.device_peak_mb = static_cast<double>(reply.device_bytes->second) / (1 << 20);
  }
  out.version = std::move(reply.version);
  out.device = std::move(reply.device);
  out.outputs = std::move(reply.outputs);
  if (out.ok() && request.last == Stage::kRun) {
    const Status sorted = SortOutputs(request.wanted, out.outputs);
    if (sorted.ok()) return;
    out.ending = Ending::kProtocol;
    out.kind = "protocol";
    out.message = StrCat("the worker breaks the protocol: ", sorted.error().message);
    out.outputs.clear();
  }
}

}  // namespace

std::string_view EndingName(Ending ending) {
  switch (ending) {
    case Ending::kOk:
      return "ok";
    case Ending::kUnsupported:
      return "unsupported";
    case Ending::kFailed:
      return "failed";
    case Ending::kCrash:
      return "crash";
    case Ending::kHang:
      return "hang";
    case Ending::kOutOfMemory:
      return "out-of-memory";
    case Ending::kFlood:
      return "flood";
    case Ending::kProtocol:
      return "protocol";
    case Ending::kNotReady:
      return "not-ready";
  }
  return "?";
}

Result<Worker> Worker::Start(const Command& command, const ProcessLimits& process_limits,
                             const Limits& limits, std::string scratch) {
  auto process = Process::Start(command, process_limits);
  if (!process.ok()) {
    std::error_code ignored;
    std::filesystem::remove_all(scratch, ignored);
    return process.error();
  }
  return Worker(std::move(process).value(), limits, std::move(scratch));
}

Worker& Worker::operator=(Worker&& other) noexcept {
  if (this == &other) return *this;
  Sweep();
  process_ = std::move(other.process_);
  limits_ = other.limits_;
  scratch_ = std::exchange(other.scratch_, "");
  hello_ = std::move(other.hello_);
  alive_ = other.alive_;
  greeted_ = other.greeted_;
  served_ = other.served_;
  last_id_ = other.last_id_;
  kept_key_ = other.kept_key_;
  kept_mode_ = std::move(other.kept_mode_);
  history_ = std::move(other.history_);
  body_ = std::move(other.body_);
  return *this;
}

Worker::~Worker() { Sweep(); }

void Worker::Sweep() {
  if (scratch_.empty()) return;
  process_.Kill();  // before its folder goes
  std::error_code ignored;
  std::filesystem::remove_all(scratch_, ignored);
  scratch_.clear();
}

bool Worker::ready_now() {
  if (greeted_) return true;
  pollfd fd{process_.socket(), POLLIN, 0};
  return poll(&fd, 1, 0) > 0;
}

Status Worker::AwaitReady() {
  if (greeted_) return alive_ ? Status() : Status(Invalid("the worker has ended"));
  greeted_ = true;
  ByteBuffer body;
  const FrameResult frame = ExchangeFrames(process_, {}, wire::kHello, 0, limits_.start_s,
                                           limits_.start_s, limits_, body);
  Observation observed;
  observed.printed = frame.printed;
  alive_ = false;
  if (frame.end != FrameResult::End::kFrame) {
    Limits start = limits_;
    start.wall_s = start.cpu_s = limits_.start_s;
    SetBroken(frame, start, process_, observed);
    return Invalid(
        StrCat("the worker does not come up: ", WithReason(observed.message, observed.printed)));
  }
  auto hello = ParseHello({body.data(), body.size});
  if (!hello.ok()) {
    process_.Kill();
    return Invalid(StrCat("the worker breaks the protocol: ", hello.error().message));
  }
  hello_ = std::move(hello).value();
  if (!hello_.problem.empty()) {
    process_.Kill();
    return Invalid(hello_.problem);
  }
  alive_ = true;
  return {};
}

Observation Worker::Ask(const Request& request, const Limits& limits) {
  ASSAY_CHECK(alive_ && greeted_) << "a dead worker was asked";
  Observation out;
  if (!request.task.empty() && !Contains(hello_.tasks, request.task)) {
    out.ending = Ending::kUnsupported;
    out.kind = "unsupported";
    out.message = StrCat("the worker of ", hello_.framework, " knows no task '", request.task, "'");
    out.version = hello_.version;
    out.device = hello_.device;
    return out;
  }
  const double start = NowMs();
  const bool kept = request.task.empty() && kept_key_ != 0 && kept_key_ == request.key &&
                    kept_mode_ == request.mode;
  const RequestFrame request_frame(request, ++last_id_, !kept);
  out.history = history_;
  out.served_before = history_->count();
  history_->Add(request);
  process_.ClearStage();
  const Spent before = request.measure_time ? SpentBy(process_) : Spent();
  const FrameResult frame = ExchangeFrames(process_, request_frame.parts(), wire::kReply, last_id_,
                                           limits.wall_s, limits.cpu_s, limits, body_);
  ++served_;
  if (frame.end == FrameResult::End::kFrame) {
    if (request.measure_time) SetSpent(before, process_, out);
    if (request.measure_time || served_ % kMemoryEvery == 1) SetMemory(process_, out);
  }
  out.printed = frame.printed;
  out.version = hello_.version;
  out.device = hello_.device;
  if (frame.end == FrameResult::End::kFrame) {
    auto reply = ParseReply({body_.data(), body_.size});
    if (reply.ok()) {
      SetReply(std::move(reply).value(), request, out);
    } else {
      const std::string& why = reply.error().message;
      const bool impossible = why.starts_with(kImpossibleElement);
      out.ending = Ending::kProtocol;
      out.kind = impossible ? kImpossibleValue : "protocol";
      out.message = impossible ? StrCat("an output holds what no value is: ", why)
                               : StrCat("the worker breaks the protocol: ", why);
    }
    if (out.ending == Ending::kProtocol) process_.Kill();
  } else {
    const uint8_t stage = process_.stage();
    out.stage = stage <= 3 ? static_cast<Stage>(stage) : Stage::kNone;
    SetBroken(frame, limits, process_, out);
  }
  alive_ = (out.ending == Ending::kOk || out.ending == Ending::kUnsupported ||
            out.ending == Ending::kFailed) &&
           out.kind != kDeviceLost;
  // A worker that ran out of memory may live on, but not well.
  if (!alive_) process_.Kill();
  const bool holds = out.ok() && request.task.empty() && request.last != Stage::kLoad;
  kept_key_ = holds ? request.key : 0;
  kept_mode_ = holds ? request.mode : "";
  body_.Trim(kKeptBytes);
  out.total_ms = NowMs() - start;
  return out;
}

}  // namespace assay::lab
