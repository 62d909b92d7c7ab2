#include "campaign/cpu_time.h"

#include <dirent.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace assay::campaign {
namespace {

double Seconds(const rusage& usage) {
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double Usage(int who) {
  rusage usage;
  return getrusage(who, &usage) == 0 ? Seconds(usage) : 0;
}

// Time of process `pid` and its ended children when its parent is this process, else 0.
double TimeOfChild(const char* pid) {
  const std::string path = std::string("/proc/") + pid + "/stat";
  FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) return 0;
  char text[1024];
  const size_t size = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  text[size] = 0;
  // The name in brackets may hold anything; the fields are counted from its end.
  const char* rest = std::strrchr(text, ')');
  if (rest == nullptr) return 0;
  int parent = 0;
  unsigned long user = 0, system = 0;
  long child_user = 0, child_system = 0;
  if (std::sscanf(rest + 2, "%*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &parent,
                  &user, &system, &child_user, &child_system) != 5 ||
      parent != getpid())
    return 0;
  return (static_cast<double>(user + system) + static_cast<double>(child_user + child_system)) /
         static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

double OwnCpuSeconds() { return Usage(RUSAGE_SELF); }

double ThreadCpuSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double ChildrenCpuSeconds() {
  double total = Usage(RUSAGE_CHILDREN);
  DIR* folder = opendir("/proc");
  if (folder == nullptr) return total;
  while (const dirent* entry = readdir(folder))
    if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') total += TimeOfChild(entry->d_name);
  closedir(folder);
  return total;
}

double ResidentMb() {
  FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  long pages = 0;
  const int read = std::fscanf(file, "%*d %ld", &pages);
  std::fclose(file);
  return read == 1 ? static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6
                   : 0;
}

}  // namespace assay::campaign
