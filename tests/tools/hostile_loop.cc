// Runs N requests of all hostile kinds mixed on one lab, then looks for what was left behind.
//
//   hostile_loop N [SEED]
//
// Prints one JSON object; the test reads it.
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/rng.h"
#include "tests/fakes/hostile.h"

namespace {

using namespace assay;
using namespace assay::lab;

size_t OpenDescriptors() {
  size_t count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

// Processes below this one, and processes of sessions that its workers led.
size_t Children() {
  size_t count = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream in(task.path() / "children");
    for (int pid; in >> pid;) ++count;
  }
  return count;
}

// Workers of this loop that outlived it, and what they started: whoever has its folder in the
// environment. Those of another tree are not ours.
size_t Orphans() {
  const std::string mark = "/assay-lab-" + std::to_string(getpid()) + "-";
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "environ", std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    if (text.find(mark) != std::string::npos) ++count;
  }
  return count;
}

size_t ScratchFolders() {
  const char* folder = std::getenv("TMPDIR");
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder == nullptr ? "/tmp" : folder))
    if (entry.path().filename().string().starts_with("assay-lab-" + std::to_string(getpid())))
      ++count;
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  Rng rng(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  std::vector<std::pair<std::string, Ending>> kinds(HostileKinds().begin(), HostileKinds().end());
  const size_t before = OpenDescriptors();
  int surprises = 0, started = 0;
  {
    LabOptions options;
    options.spares = 1;
    options.wall_s = 0.03;  // the hangs are many
    options.limits.output_bytes = 1 << 20;
    Lab lab(options);
    for (int i = 0; i < n; ++i) {
      const auto& [mode, expected] = kinds[rng.Next() % kinds.size()];
      const Observation seen = lab.Run(HostileTarget(mode), HostileRequest());
      // A busy machine may make any of them miss the short time limit.
      const bool late = seen.ending == Ending::kHang && expected != Ending::kHang;
      // Two replies may come in one piece, and then belong to one case.
      const bool at_once = mode == "twice" && seen.ending == Ending::kProtocol;
      if (seen.ending != expected && !late && !at_once) {
        ++surprises;
        std::fprintf(stderr, "%s: %s, expected %s: %s\n", mode.c_str(),
                     std::string(EndingName(seen.ending)).c_str(),
                     std::string(EndingName(expected)).c_str(), seen.message.c_str());
      }
    }
    started = lab.started();
  }
  std::printf(
      "{\"cases\": %d, \"surprises\": %d, \"started\": %d, \"descriptors\": %d, \"children\": %zu, "
      "\"orphans\": %zu, \"folders\": %zu}\n",
      n, surprises, started, static_cast<int>(OpenDescriptors()) - static_cast<int>(before),
      Children(), Orphans(), ScratchFolders());
  return 0;
}
