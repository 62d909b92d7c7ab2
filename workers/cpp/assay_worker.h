// A worker in C++: derive from Backend, call Serve(backend) in main. docs/reference/protocol.md
// describes the protocol.
//
// Self-contained together with assay_wire.h: needs no library of assay.
#pragma once

#include <sys/mman.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "assay_copy.h"
#include "assay_wire.h"

namespace assay::worker {

// ONNX element types by their numbers; sizes of one element on the wire (sub-byte types take a byte
// each).
enum ElementType : uint8_t {
  kFloat32 = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kFloat64 = 11,
  kUint32 = 12,
  kUint64 = 13,
  kComplex64 = 14,
  kComplex128 = 15,
  kBfloat16 = 16,
};
inline size_t ElementBytes(uint8_t type) {
  switch (type) {
    case kFloat32:
    case kInt32:
    case kUint32:
      return 4;
    case kInt64:
    case kFloat64:
    case kUint64:
    case kComplex64:
      return 8;
    case kComplex128:
      return 16;
    case kUint16:
    case kInt16:
    case kFloat16:
    case kBfloat16:
      return 2;
    case kString:
      return 0;
    default:
      return 1;
  }
}

// A tensor of a request points into the received frame; one of a reply owns its bytes.
struct Value {
  wire::ValueKind kind = wire::kTensor;
  uint8_t type = 0;
  std::vector<int64_t> shape;
  const char* data = nullptr;  // elements; null for strings
  size_t bytes = 0;
  std::string owned;                 // if not empty, data points into it
  std::vector<std::string> strings;  // elements of a string tensor
  std::vector<Value>
      items;  // sequence, optional (none or one), map (values; this tensor holds the keys)

  size_t count() const {
    size_t n = 1;
    for (int64_t size : shape) n *= static_cast<size_t>(size);
    return n;
  }
  // Makes room for the elements of a result and returns where to write them.
  char* Allocate(uint8_t element_type, std::vector<int64_t> new_shape) {
    type = element_type;
    shape = std::move(new_shape);
    bytes = count() * ElementBytes(type);
    owned.resize(bytes);
    data = nullptr;
    return owned.data();
  }
  const char* elements() const { return data != nullptr ? data : owned.data(); }
};
using Values = std::vector<std::pair<std::string, Value>>;

struct Identity {
  std::string framework, version, device = "cpu";
  std::string problem;  // why nothing can run here; empty: all is well
};

// Thrown by a backend: a gap, not a defect.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A failure with a kind of its own, such as the framework's error code.
struct Failure : std::runtime_error {
  Failure(std::string kind_in, const std::string& message)
      : std::runtime_error(message), kind(std::move(kind_in)) {}
  std::string kind;
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual Identity Start() = 0;
  // Whether the next request is to be served without what makes a worker fast and might hide a
  // defect: somebody looks closely.
  virtual void BeCareful(bool /*careful*/) {}
  // Reads the model, which is the content of an ONNX file, and replaces the one before.
  virtual void Load(std::string_view model, const std::string& mode) = 0;
  // Prepares it for these inputs. Frameworks that do both at once leave this out.
  virtual void Compile(const Values& /*inputs*/) {}
  // Runs it; `wanted` are outputs of the model, in the order in which they are to be returned.
  virtual Values Run(const Values& inputs, const std::vector<std::string>& wanted) = 0;
  // What it can do besides running models, and one of these done with the model that was loaded
  // (and not compiled); `settings` is JSON.
  virtual std::vector<std::string> Tasks() { return {}; }
  virtual Values Perform(const std::string& task, const std::string& /*settings*/,
                         const Values& /*inputs*/, const std::vector<std::string>& /*wanted*/) {
    throw Unsupported("task " + task);
  }
};

namespace internal {

inline void ReadTensor(wire::Reader& in, Value& value) {
  value.type = in.Number<uint8_t>();
  value.shape.resize(in.Number<uint8_t>());
  for (int64_t& size : value.shape) size = in.Number<int64_t>();
  if (value.type == kString) {
    for (size_t i = value.count(); i > 0 && in.ok(); --i) value.strings.emplace_back(in.Text());
    return;
  }
  in.Align();
  value.bytes = value.count() * ElementBytes(value.type);
  value.data = in.Bytes(value.bytes);
}

inline Value ReadValue(wire::Reader& in) {
  Value value;
  value.kind = static_cast<wire::ValueKind>(in.Number<uint8_t>());
  if (value.kind == wire::kTensor || value.kind == wire::kMap) ReadTensor(in, value);
  if (value.kind == wire::kTensor) return value;
  const uint32_t count =
      value.kind == wire::kOptional ? in.Number<uint8_t>() : in.Number<uint32_t>();
  for (uint32_t i = 0; i < count && in.ok(); ++i) value.items.push_back(ReadValue(in));
  return value;
}

inline void WriteTensor(wire::Writer& out, const Value& value) {
  out.Number(value.type);
  out.Number(static_cast<uint8_t>(value.shape.size()));
  for (const int64_t size : value.shape) out.Number(size);
  if (value.type == kString) {
    for (const std::string& text : value.strings) out.Text(text);
    return;
  }
  out.Align();
  out.Piece(value.elements(), value.bytes);
}

inline void WriteValue(wire::Writer& out, const Value& value) {
  out.Number(static_cast<uint8_t>(value.kind));
  if (value.kind == wire::kTensor || value.kind == wire::kMap) WriteTensor(out, value);
  if (value.kind == wire::kTensor) return;
  if (value.kind == wire::kOptional)
    out.Number(static_cast<uint8_t>(value.items.size()));
  else
    out.Number(static_cast<uint32_t>(value.items.size()));
  for (const Value& item : value.items) WriteValue(out, item);
}

inline void ResetMemoryPeak() {
  if (FILE* file = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}

inline uint64_t MemoryPeak() {
  unsigned long long kilobytes = 0;
  if (FILE* file = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr &&
           std::sscanf(line, "VmHWM: %llu", &kilobytes) != 1) {
    }
    std::fclose(file);
  }
  return kilobytes * 1024;
}

struct Request {
  uint64_t key = 0;
  std::string mode, stage;
  std::string_view model;
  Values inputs;
  std::vector<std::string> wanted;
  double wall_s = 0;  // limits that assay enforces; 0: none
  uint64_t memory_bytes = 0;
  std::string task, settings;  // not empty: what to do instead of running the model
};

inline Request ReadRequest(wire::Reader& in) {
  Request out;
  out.key = in.Number<uint64_t>();
  out.mode = in.Text();
  out.stage = in.Text();
  out.model = in.Blob();
  for (uint32_t n = in.Number<uint32_t>(); n > 0 && in.ok(); --n) {
    std::string name(in.Text());
    out.inputs.emplace_back(std::move(name), ReadValue(in));
  }
  for (uint32_t n = in.Number<uint32_t>(); n > 0 && in.ok(); --n)
    out.wanted.emplace_back(in.Text());
  out.wall_s = in.Number<double>();
  out.memory_bytes = in.Number<uint64_t>();
  if (in.ok() && in.left() > 0) {
    out.task = in.Text();
    out.settings = in.Text();
  }
  return out;
}

// One shared byte that tells assay in which stage a case is, should the process die in it.
inline volatile uint8_t* StagePage() {
  static uint8_t unused = 0;
  const char* descriptor = std::getenv("ASSAY_STAGE_FD");
  if (descriptor == nullptr) return &unused;
  void* page = mmap(nullptr, 1, PROT_READ | PROT_WRITE, MAP_SHARED, std::atoi(descriptor), 0);
  return page == MAP_FAILED ? &unused : static_cast<volatile uint8_t*>(page);
}

// Serves requests one after the other; keeps the model of the last one.
class Server {
 public:
  explicit Server(Backend& backend) : backend_(backend) {}

  void Answer(const Request& request, const Identity& identity, bool measure_memory,
              wire::Writer& out) {
    status_ = "ok";
    stage_ = kind_ = message_ = "";
    times_[0] = times_[1] = times_[2] = 0;
    if (measure_memory) ResetMemoryPeak();
    outputs_ = Try(request);
    for (const std::string& text : {status_, stage_, kind_, message_, std::string()})
      out.Text(text);
    for (const double time : times_) out.Number(time);
    out.Number(measure_memory ? MemoryPeak() : uint64_t{0});
    out.Text(identity.version);
    out.Text(identity.device);
    out.Number(static_cast<uint32_t>(outputs_.size()));
    for (const auto& [name, value] : outputs_) {
      out.Text(name);
      WriteValue(out, value);
    }
  }

 private:
  Values Try(const Request& request) {
    try {
      return Steps(request);
    } catch (const Unsupported& error) {
      Fail("unsupported", "unsupported", error.what());
    } catch (const Failure& error) {
      Fail("failed", error.kind, error.what());
    } catch (const std::bad_alloc& error) {
      Fail("failed", "out-of-memory", error.what());
    } catch (const std::exception& error) {
      Fail("failed", "exception", error.what());
    } catch (...) {
      Fail("failed", "exception", "an exception of unknown type");
    }
    return {};
  }

  Values Steps(const Request& request) {
    const bool kept =
        kept_ && request.model.empty() && request.key == kept_key_ && request.mode == kept_mode_;
    if (!kept) {
      kept_ = false;
      Enter(1, "load");
      Timed(0, [&] { backend_.Load(request.model, request.mode); });
      if (request.stage == "load") return Ended();
      if (!request.task.empty()) {
        Enter(3, "run");
        Values answers;
        Timed(2, [&] {
          answers =
              backend_.Perform(request.task, request.settings, request.inputs, request.wanted);
        });
        stage_ = "";
        return answers;
      }
      Enter(2, "compile");
      Timed(1, [&] { backend_.Compile(request.inputs); });
      kept_ = true;
      kept_key_ = request.key;
      kept_mode_ = request.mode;
    }
    if (request.stage == "compile") return Ended();
    Enter(3, "run");
    Values outputs;
    Timed(2, [&] { outputs = backend_.Run(request.inputs, request.wanted); });
    stage_ = "";
    return outputs;
  }

  void Enter(uint8_t number, const char* name) {
    *page_ = number;
    stage_ = name;
  }

  Values Ended() {
    stage_ = "";
    return {};
  }

  template <typename F>
  void Timed(int which, F f) {
    const auto start = std::chrono::steady_clock::now();
    f();
    times_[which] =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

  void Fail(std::string status, std::string kind, const char* message) {
    status_ = std::move(status);
    kind_ = std::move(kind);
    message_ = message;
  }

  Backend& backend_;
  Values outputs_;  // the reply refers to them until it is sent
  volatile uint8_t* page_ = StagePage();
  bool kept_ = false;
  uint64_t kept_key_ = 0;
  std::string kept_mode_;
  std::string status_, stage_, kind_, message_;
  double times_[3] = {0, 0, 0};  // load, compile, run; milliseconds
};

}  // namespace internal

// Says who it is.
inline bool Greet(int socket, const Identity& identity, std::vector<std::string> tasks) {
  wire::Writer out;
  for (const std::string& text :
       {identity.framework, identity.version, identity.device, identity.problem})
    out.Text(text);
  out.Number(static_cast<uint32_t>(tasks.size()));
  for (const std::string& task : tasks) out.Text(task);
  return wire::SendFrame(socket, wire::kHello, 0, out);
}

// Serves requests until assay closes the connection. Returns the exit code of the process.
inline int Serve(Backend& backend) {
  const char* descriptor = std::getenv("ASSAY_WORKER_FD");
  const int socket = descriptor == nullptr ? 3 : std::atoi(descriptor);
  Identity identity;
  try {
    identity = backend.Start();
  } catch (const std::exception& error) {
    identity.problem = error.what();
  }
  std::vector<std::string> tasks = backend.Tasks();
  // What a driver keeps of an accelerator cannot be copied.
  if (identity.device == "cpu" && internal::HasOneThread()) tasks.emplace_back(wire::kCopyTask);
  if (!Greet(socket, identity, tasks)) return 1;

  // Copies have a stage page of their own: the server that opens it comes with the first request.
  std::optional<internal::Server> server;
  wire::Writer out;
  std::vector<char> body;
  wire::Header header;
  internal::CopyEnds ends;
  while (internal::ReceiveHead(socket, header, ends)) {
    if (header.magic == wire::kMagic && header.kind == wire::kCopy && !server.has_value()) {
      if (internal::MakeCopy(socket, header, ends) && !Greet(socket, identity, backend.Tasks()))
        return 1;
      continue;
    }
    if (header.magic != wire::kMagic || header.kind != wire::kRequest) {
      std::fprintf(stderr,
                   "assay worker: this is not the protocol of docs/reference/protocol.md\n");
      return 2;
    }
    body.resize(header.bytes);
    if (!wire::ReceiveAll(socket, body.data(), body.size())) break;
    wire::Reader in(body.data(), body.size());
    const internal::Request request = internal::ReadRequest(in);
    if (!in.ok()) return 2;
    if (!server.has_value()) server.emplace(backend);
    out.Clear();
    backend.BeCareful((header.flags & wire::kCareful) != 0);
    server->Answer(request, identity, (header.flags & wire::kMeasureMemory) != 0, out);
    if (!wire::SendFrame(socket, wire::kReply, header.id, out)) break;
  }
  // Libraries may fail while they take themselves down; nobody cares any more.
  std::fflush(nullptr);
  _exit(0);
}

}  // namespace assay::worker
