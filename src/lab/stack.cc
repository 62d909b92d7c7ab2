#include "lab/stack.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/strings.h"

namespace assay::lab {
namespace {

constexpr int kSeconds = 10;         // a debugger reads symbols of large libraries
constexpr size_t kFrames = 12;       // of one thread
constexpr size_t kLines = 48;        // in all
constexpr size_t kLineLength = 160;  // templates make names without end
// Where a Python worker writes its frames on SIGUSR1 (workers/python/assay_worker.py), and how long
// that may take.
constexpr const char* kFramesFile = "assay-stack.txt";
constexpr int kFramesTries = 20;
constexpr useconds_t kFramesPause = 50 * 1000;

bool Installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : Split(path == nullptr ? "" : path, ':'))
    if (access(StrCat(folder, "/", program).c_str(), X_OK) == 0) return true;
  return false;
}

std::string OutputOf(const std::string& command) {
  std::string out;
  FILE* pipe = popen(command.c_str(), "re");
  if (pipe == nullptr) return out;
  char buffer[4096];
  while (const size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) out.append(buffer, got);
  pclose(pipe);
  return out;
}

std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// "thread 12 (python3): S in hrtimer_nanosleep"
std::string FromKernel(pid_t pid) {
  const std::string folder = StrCat("/proc/", pid, "/task");
  std::string out;
  DIR* threads = opendir(folder.c_str());
  if (threads == nullptr) return "the process is gone";
  while (const dirent* entry = readdir(threads)) {
    if (entry->d_name[0] == '.') continue;
    const std::string thread = StrCat(folder, "/", entry->d_name);
    const std::string stat = FirstLine(thread + "/stat");
    const size_t name = stat.rfind(')');
    const std::string where = FirstLine(thread + "/wchan");
    out += StrCat("thread ", entry->d_name, " (", FirstLine(thread + "/comm"),
                  "): ", name == std::string::npos ? "?" : stat.substr(name + 2, 1),
                  where.empty() || where == "0" ? "" : " in " + where, "\n");
  }
  closedir(threads);
  return out.empty() ? "the process is gone" : out;
}

// Whether the process has a handler for the signal: without one it would end the process.
bool Catches(pid_t pid, int signal) {
  std::ifstream file(StrCat("/proc/", pid, "/status"));
  constexpr std::string_view kKey = "SigCgt:";
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(kKey))
      return (std::strtoull(line.c_str() + kKey.size(), nullptr, 16) >> (signal - 1) & 1) != 0;
  return false;
}

// The frames of a Python worker as it tells them itself; "" when it does not.
std::string FromPythonWorker(pid_t pid) {
  const std::string path = StrCat("/proc/", pid, "/cwd/", kFramesFile);
  struct stat before{};
  if (stat(path.c_str(), &before) != 0 || !Catches(pid, SIGUSR1) || kill(pid, SIGUSR1) != 0)
    return "";
  off_t size = before.st_size;
  for (int i = 0; i < kFramesTries; ++i) {
    usleep(kFramesPause);
    struct stat now{};
    if (stat(path.c_str(), &now) != 0) return "";
    // All of it is there when it has not grown since the last look.
    if (now.st_size > before.st_size && now.st_size == size) break;
    size = now.st_size;
  }
  std::ifstream file(path);
  file.seekg(before.st_size);
  std::ostringstream text;
  text << file.rdbuf();
  return TidyStack(text.str());
}

// "#3  0x00007f12 in run_loop (n=5) at loop.c:12" becomes "#3 run_loop (n=5) at loop.c:12".
std::string WithoutAddress(const std::string& line) {
  const size_t address = line.find("0x"), in = line.find(" in ");
  if (line.empty() || line[0] != '#' || in == std::string::npos || address > in) return line;
  return line.substr(0, line.find(' ')) + " " + line.substr(in + 4);
}

}  // namespace

std::string TidyStack(const std::string& text) {
  std::string out;
  size_t frames = 0, lines = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line) && lines < kLines;) {
    const size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos) continue;
    const bool thread = line.starts_with("Thread ") || line.starts_with("Current thread ");
    const bool frame = line[start] == '#' || (start > 0 && !thread);
    if (thread) frames = 0;
    if (!thread && (!frame || ++frames > kFrames)) continue;
    out += WithoutAddress(line.substr(start)).substr(0, kLineLength) + "\n";
    ++lines;
  }
  return out;
}

std::string StackOf(pid_t pid) {
  const std::string limit = StrCat("timeout -k 1 ", kSeconds, " ");
  std::string told;
  if (FirstLine(StrCat("/proc/", pid, "/comm")).starts_with("python")) {
    if (Installed("py-spy"))
      told =
          TidyStack(OutputOf(StrCat(limit, "py-spy dump --pid ", pid, " 2>/dev/null </dev/null")));
    if (told.empty()) told = FromPythonWorker(pid);
  }
  if (Installed("gdb")) {
    const std::string stack = TidyStack(OutputOf(StrCat(
        limit, "gdb -nx -batch -p ", pid, " -ex 'set pagination off' -ex 'thread apply all bt ",
        kFrames, "' 2>/dev/null </dev/null")));
    if (stack.find('#') != std::string::npos) return told + stack;
  }
  return told.empty() ? FromKernel(pid) : told;
}

}  // namespace assay::lab
