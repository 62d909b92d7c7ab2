// What assay asks of a worker and what it answers, and their bytes (docs/reference/protocol.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "tensor/datum.h"

namespace assay::lab {

enum class Stage : uint8_t { kNone = 0, kLoad = 1, kCompile = 2, kRun = 3 };
std::string_view StageName(Stage stage);  // "load", "compile", "run"; "" for kNone

using NamedData = std::vector<std::pair<std::string, Datum>>;

struct Request {
  // Identifies the model: a worker that has just served it is not sent it again.
  uint64_t key = 0;
  std::string_view model;  // content of an ONNX file
  std::string mode;
  Stage last = Stage::kRun;  // stop after this one
  NamedData inputs;
  std::vector<std::string> wanted;  // outputs of the model
  bool measure_memory = false;
  bool measure_time = false;  // how the process spends it; costs a look at each of its threads
  bool fresh = false;         // in a process that has served nothing else
  double patience = 1;        // times the target's limit on wall time
  // What the lab will enforce, for workers that can make use of it; 0: no limit.
  double wall_s = 0;
  uint64_t memory_bytes = 0;
  // Not empty: something else than running the model ("train"), with its settings as JSON. `wanted`
  // then names what the task answers. Workers that do not know the task are not asked.
  std::string task, settings;
};

struct Hello {
  std::string framework, version, device;
  std::string problem;             // not empty: it can run nothing here, and why
  std::vector<std::string> tasks;  // what it can do besides running models
};

struct Reply {
  enum class Status { kOk, kFailed, kUnsupported };
  Status status = Status::kOk;
  Stage stage = Stage::kNone;  // where it failed
  std::string kind, message, where;
  double load_ms = 0, compile_ms = 0, run_ms = 0;
  uint64_t peak_bytes = 0;
  std::string version, device;
  NamedData outputs;
  // Memory of the accelerator in use after the request, and its peak; nothing where there is none.
  std::optional<std::pair<uint64_t, uint64_t>> device_bytes;
};

// The bytes of a request as parts to be sent one after the other; large tensors are not copied, so
// `request` must live until they are sent. `with_model` false leaves the model's bytes out.
class RequestFrame {
 public:
  RequestFrame(const Request& request, uint64_t id, bool with_model);
  const std::vector<std::string_view>& parts() const { return parts_; }
  size_t bytes() const { return bytes_; }

 private:
  std::string small_;  // everything but the large tensors and the model
  std::vector<std::string_view> parts_;
  size_t bytes_ = 0;
};

// Both refuse bytes that do not follow the protocol, saying what is wrong with them; no memory is
// taken beyond a small multiple of the body.
Result<Hello> ParseHello(std::string_view body);
Result<Reply> ParseReply(std::string_view body);

}  // namespace assay::lab
