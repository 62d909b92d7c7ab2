// A worker that misbehaves as the mode of a request tells it to. Each kind is something that a real
// framework does some day.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <new>
#include <string>
#include <vector>

#include "assay_worker.h"

namespace {

namespace wire = assay::wire;
namespace worker = assay::worker;

constexpr int kSocket = 3;

void StatusPart(wire::Writer& out) {
  for (const char* text : {"ok", "", "", "", ""}) out.Text(text);
}
void FiguresPart(wire::Writer& out, double time = 1) {
  for (int i = 0; i < 3; ++i) out.Number(time);
  out.Number(uint64_t{0});
  out.Text("1.0");
  out.Text("cpu");
}
void OneNumber(wire::Writer& out, const char* name, uint8_t type = worker::kFloat32,
               int64_t size = 1) {
  out.Text(name);
  out.Number(uint8_t{wire::kTensor});
  out.Number(type);
  out.Number(uint8_t{1});
  out.Number(size);
  out.Align();
  out.Number(1.0F);
}

std::string Body(const char* name = "y", uint8_t type = worker::kFloat32, int64_t size = 1,
                 double time = 1, uint32_t count = 1) {
  wire::Writer out;
  StatusPart(out);
  FiguresPart(out, time);
  out.Number(count);
  OneNumber(out, name, type, size);
  return out.body();
}

void Send(uint64_t id, const std::string& body) {
  wire::Writer out;
  out.Bytes(body.data(), body.size());
  wire::SendFrame(kSocket, wire::kReply, id, out);
}

void SendHead(uint32_t magic, uint64_t id, uint64_t bytes) {
  wire::Header header;
  header.magic = magic;
  header.kind = wire::kReply;
  header.id = id;
  header.bytes = bytes;
  wire::SendAll(kSocket, &header, sizeof header);
}

void IgnoreSignals() {
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM})
    signal(number, SIG_IGN);
}

[[noreturn]] void SleepForever() {
  while (true) pause();
}

void Stage(uint8_t number) {
  void* page = mmap(nullptr, 1, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
  *static_cast<volatile uint8_t*>(page) = number;
}

// A child that keeps the connection open after its parent's end.
void LeaveChild(bool own_session) {
  if (fork() == 0) {
    if (own_session) setpgid(0, 0);
    IgnoreSignals();
    SleepForever();
  }
}

// A failure after which the accelerator answers nothing any more.
std::string LostDevice(const char* status) {
  wire::Writer out;
  for (const char* text : {status, "run", "device-lost", "an illegal memory access", ""})
    out.Text(text);
  FiguresPart(out);
  out.Number(uint32_t{0});
  return out.body();
}

bool spoilt = false;
long long started = 0;  // nanoseconds

const std::map<std::string, std::function<void(uint64_t)>> kKinds = {
    {"ok", [](uint64_t id) { Send(id, Body()); }},
    {"noise",
     [](uint64_t id) {
       std::puts("a framework says hello on stdout");
       std::fputs("and warns on stderr\n", stderr);
       std::fflush(nullptr);
       Send(id, Body());
     }},
    {"abort",
     [](uint64_t) {
       Stage(2);
       std::fputs("check failed: rank < 3\n", stderr);
       std::abort();
     }},
    {"segfault", [](uint64_t) { raise(SIGSEGV); }},
    {"floating-point", [](uint64_t) { raise(SIGFPE); }},
    {"ended-by-itself", [](uint64_t) { raise(SIGTERM); }},
    // The first process that is asked; those after it find the file.
    {"ended-by-others",
     [](uint64_t id) {
       const std::string mark = "/tmp/assay-ended-" + std::to_string(getppid());
       if (open(mark.c_str(), O_CREAT | O_EXCL | O_CLOEXEC, 0600) >= 0) raise(SIGTERM);
       Send(id, Body());
     }},
    {"exit", [](uint64_t) { _exit(0); }},
    {"exit-3", [](uint64_t) { _exit(3); }},
    {"hang",
     [](uint64_t) {
       IgnoreSignals();
       SleepForever();
     }},
    {"spin",
     [](uint64_t) {
       IgnoreSignals();
       volatile bool forever = true;
       while (forever) {
       }
     }},
    {"memory",
     [](uint64_t) {
       std::vector<char*> held;
       while (true) {
         held.push_back(new char[16 << 20]);
         for (size_t i = 0; i < (16 << 20); i += 4096) held.back()[i] = 1;
       }
     }},
    {"flood",
     [](uint64_t) {
       const std::string line(4096, 'x');
       while (true)
         if (write(1, line.data(), line.size()) < 0) _exit(1);
     }},
    {"truncated",
     [](uint64_t id) {
       const std::string body = Body();
       SendHead(wire::kMagic, id, body.size());
       wire::SendAll(kSocket, body.data(), body.size() / 2);
       _exit(0);
     }},
    {"stalled",
     [](uint64_t id) {
       SendHead(wire::kMagic, id, 1000);
       SleepForever();
     }},
    {"short-head",
     [](uint64_t) {
       wire::SendAll(kSocket, "ASY", 3);
       _exit(0);
     }},
    {"wrong-magic", [](uint64_t id) { SendHead(0x12345678, id, 8); }},
    {"wrong-id", [](uint64_t id) { Send(id + 1, Body()); }},
    {"huge", [](uint64_t id) { SendHead(wire::kMagic, id, uint64_t{1} << 60); }},
    {"large-lie",
     [](uint64_t id) {
       SendHead(wire::kMagic, id, uint64_t{7} << 30);  // admitted, but never sent
       _exit(0);
     }},
    {"garbage", [](uint64_t id) { Send(id, std::string(500, '\xee')); }},
    {"missing-output", [](uint64_t id) { Send(id, Body("z")); }},
    {"unknown-type", [](uint64_t id) { Send(id, Body("y", 99)); }},
    {"wrong-shape", [](uint64_t id) { Send(id, Body("y", worker::kFloat32, 1000)); }},
    {"negative-shape", [](uint64_t id) { Send(id, Body("y", worker::kFloat32, -1)); }},
    {"overflowing-shape",
     [](uint64_t id) { Send(id, Body("y", worker::kFloat32, int64_t{1} << 62)); }},
    {"wrong-count", [](uint64_t id) { Send(id, Body("y", worker::kFloat32, 1, 1, 1000000)); }},
    {"bad-bool", [](uint64_t id) { Send(id, Body("y", worker::kBool, 4)); }},
    {"nan-time", [](uint64_t id) { Send(id, Body("y", worker::kFloat32, 1, std::nan(""))); }},
    {"trailing", [](uint64_t id) { Send(id, Body() + "more"); }},
    {"twice",
     [](uint64_t id) {
       Send(id, Body());
       usleep(2000);  // late enough not to be part of this case
       Send(id, Body());
     }},
    {"closed",
     [](uint64_t) {
       close(kSocket);
       IgnoreSignals();
       SleepForever();
     }},
    {"child",
     [](uint64_t) {
       LeaveChild(false);
       _exit(1);
     }},
    {"child-of-another-group",
     [](uint64_t) {
       LeaveChild(true);
       _exit(1);
     }},
    {"files",
     [](uint64_t id) {
       std::ofstream("left-behind.txt") << "litter";
       std::ofstream(std::string(std::getenv("TMPDIR")) + "/more.txt") << "litter";
       Send(id, Body());
     }},
    {"files-then-abort",
     [](uint64_t) {
       std::ofstream("left-behind.txt") << "litter";
       std::abort();
     }},
    {"no-core",
     [](uint64_t id) {
       rlimit limit{};
       getrlimit(RLIMIT_CORE, &limit);
       if (limit.rlim_max != 0) _exit(9);
       Send(id, Body());
     }},
    {"stdin",
     [](uint64_t id) {
       if (std::getchar() != EOF) _exit(9);
       Send(id, Body());
     }},
    {"device-lost", [](uint64_t id) { Send(id, LostDevice("failed")); }},
    {"device-lost-unsupported", [](uint64_t id) { Send(id, LostDevice("unsupported")); }},
    // When the program was started: the same in all of its copies.
    {"start-time",
     [](uint64_t id) {
       std::printf("%lld\n", started);
       std::fflush(stdout);
       Send(id, Body());
     }},
    // Damage that shows in somebody else's case.
    {"spoils",
     [](uint64_t id) {
       spoilt = true;
       Send(id, Body());
     }},
    {"victim",
     [](uint64_t id) {
       if (spoilt) std::abort();
       Send(id, Body());
     }},
    {"victim-on-device", [](uint64_t id) { Send(id, spoilt ? LostDevice("failed") : Body()); }},
};

void Greet(const char* problem, const std::vector<std::string_view>& tasks = {}) {
  wire::Writer hello;
  for (const char* text : {"hostile", "1.0", "cpu", problem}) hello.Text(text);
  if (!tasks.empty()) hello.Number(static_cast<uint32_t>(tasks.size()));
  for (const std::string_view task : tasks) hello.Text(task);
  wire::SendFrame(kSocket, wire::kHello, 0, hello);
}

void Copy(const std::string& start, const wire::Header& header,
          const worker::internal::CopyEnds& ends) {
  if (start == "copies") {
    if (worker::internal::MakeCopy(kSocket, header, ends)) Greet("");
    return;
  }
  // A number that is no child's.
  std::string body(header.bytes, ' ');
  wire::ReceiveAll(kSocket, body.data(), body.size());
  wire::Writer out;
  out.Number(int64_t{getppid()});
  wire::SendFrame(kSocket, wire::kCopied, header.id, out);
}

int ServeHostile(const std::string& start) {
  std::vector<char> body;
  wire::Header header;
  worker::internal::CopyEnds ends;
  while (worker::internal::ReceiveHead(kSocket, header, ends)) {
    if (header.kind == wire::kCopy) {
      Copy(start, header, ends);
      continue;
    }
    body.resize(header.bytes);
    if (!wire::ReceiveAll(kSocket, body.data(), body.size())) break;
    wire::Reader in(body.data(), body.size());
    in.Number<uint64_t>();
    const std::string mode(in.Text());
    const auto kind = kKinds.find(mode);
    if (kind == kKinds.end()) {
      std::fprintf(stderr, "no such kind: %s\n", mode.c_str());
      return 2;
    }
    Stage(3);
    kind->second(header.id);
  }
  return 0;
}

}  // namespace

// Arguments choose how it comes up: "" well, "mute" never says hello, "dies" at once, "unwell" with
// a problem, "copies" makes copies of itself, "lies" gives assay's own number for that of a copy;
// "list" prints the kinds.
int main(int argc, char** argv) {
  const std::string start = argc > 1 ? argv[1] : "";
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  started = now.tv_sec * 1'000'000'000LL + now.tv_nsec;
  if (start == "list") {
    for (const auto& [name, kind] : kKinds) std::puts(name.c_str());
    return 0;
  }
  if (start == "dies") {
    std::fputs("cannot import the framework\n", stderr);
    return 1;
  }
  if (start == "mute") SleepForever();
  if (start == "copies" || start == "lies")
    Greet("", {wire::kCopyTask});
  else
    Greet(start == "unwell" ? "no CUDA device" : "");
  return ServeHostile(start);
}
