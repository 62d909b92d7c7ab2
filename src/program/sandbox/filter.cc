// Allows everything but denied_calls.def and a few calls by their arguments. An allow list would be
// stricter, but every new framework version would break it, and a broken program would be blamed on
// the framework.
#include "program/sandbox/filter.h"

#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "base/strings.h"

namespace assay::program {
namespace {

constexpr const char* kDenied[] = {
#define DENIED(name) #name,
#include "program/sandbox/denied_calls.def"
#undef DENIED
};

// Flags of clone that make namespaces.
constexpr uint64_t kNamespaceFlags = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

class Builder {
 public:
  Builder() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {
    // Calls by the numbers of another architecture (32 bits on 64) fail, too; the library's own way
    // is a signal, which would look like a crash.
    if (context_ != nullptr)
      Note(seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)));
  }

  void Deny(const char* name, uint32_t action = SCMP_ACT_ERRNO(EPERM)) {
    const int number = seccomp_syscall_resolve_name(name);
    // Calls that this architecture or the library's version does not know cannot be made by name
    // either.
    if (number == __NR_SCMP_ERROR) return;
    Note(seccomp_rule_add(context_.get(), action, number, 0));
  }
  void DenyIf(const char* name, const scmp_arg_cmp& argument, int reason = EPERM) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    Note(seccomp_rule_add_array(context_.get(), SCMP_ACT_ERRNO(reason), number, 1, &argument));
  }
  Result<std::string> Export() {
    if (context_ == nullptr || failed_ != 0)
      return Invalid(StrCat("cannot make the filter of system calls: ", std::strerror(-failed_)));
    const int file = memfd_create("assay-filter", MFD_CLOEXEC);
    if (file < 0 || seccomp_export_bpf(context_.get(), file) != 0) {
      if (file >= 0) close(file);
      return Invalid("cannot export the filter of system calls");
    }
    std::string out(static_cast<size_t>(lseek(file, 0, SEEK_END)), '\0');
    const bool read_all =
        pread(file, out.data(), out.size(), 0) == static_cast<ssize_t>(out.size());
    close(file);
    if (!read_all || out.empty()) return Invalid("cannot read back the filter of system calls");
    return out;
  }

 private:
  void Note(int result) {
    if (result < 0) failed_ = result;
  }
  std::unique_ptr<void, void (*)(void*)> context_;
  int failed_ = 0;
};

// One rule per flag: a call is refused as soon as it asks for any namespace. clone3 hides its flags
// behind a pointer; without it the C library falls back to clone.
void DenyNamespaces(Builder& filter) {
  for (uint64_t bit = 1; bit <= kNamespaceFlags; bit <<= 1)
    if ((kNamespaceFlags & bit) != 0) filter.DenyIf("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
  filter.Deny("clone3", SCMP_ACT_ERRNO(ENOSYS));
}

// Within a network namespace: local sockets and the internet, of which nothing is there.
void DenyUnusualSockets(Builder& filter) {
  for (int family = 0; family <= AF_MAX; ++family)
    if (family != AF_UNIX && family != AF_INET && family != AF_INET6)
      filter.DenyIf("socket", SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(family)),
                    EAFNOSUPPORT);
  filter.DenyIf("socket", SCMP_A0(SCMP_CMP_GT, AF_MAX), EAFNOSUPPORT);
}

// Without one, a local socket reaches the services of the user (a container engine, a desktop bus),
// and file rules do not hold it back. What stays are pairs that are connected to each other; those
// that carry datagrams could be given another address.
void DenyAllSockets(Builder& filter) {
  filter.Deny("socket", SCMP_ACT_ERRNO(EAFNOSUPPORT));
  filter.Deny("connect");
  constexpr scmp_datum_t kKindBits = 0xf;
  for (const int kind : {SOCK_DGRAM, SOCK_RAW})
    filter.DenyIf("socketpair",
                  SCMP_A1(SCMP_CMP_MASKED_EQ, kKindBits, static_cast<scmp_datum_t>(kind)),
                  EAFNOSUPPORT);
}

}  // namespace

Result<std::string> MakeFilter(const FilterOptions& options) {
  Builder filter;
  for (const char* name : kDenied) filter.Deny(name);
  DenyNamespaces(filter);
  if (options.no_sockets)
    DenyAllSockets(filter);
  else
    DenyUnusualSockets(filter);
  // Typing into somebody's terminal.
  for (const unsigned request : {TIOCSTI, TIOCLINUX})
    filter.DenyIf("ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, request));
  // Hiding its memory from those who watch over how much it takes.
  filter.DenyIf("prctl", SCMP_A0(SCMP_CMP_EQ, PR_SET_DUMPABLE));
  if (options.no_signals)
    for (const char* name : {"kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open",
                             "pidfd_send_signal"})
      filter.Deny(name);
  if (options.no_processes) {
    filter.Deny("fork");
    filter.Deny("vfork");
    filter.DenyIf("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  }
  return filter.Export();
}

}  // namespace assay::program
