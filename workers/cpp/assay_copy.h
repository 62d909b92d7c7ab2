// Copies of a worker that has served nothing yet: what a framework does at its start is done once,
// and a clean process costs a millisecond. docs/reference/protocol.md describes how it is asked
// for.
#pragma once

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

#include "assay_wire.h"

namespace assay::worker::internal {

// Socket, stage page, output: what the copy gets in place of its model's.
using CopyEnds = std::array<int, 3>;

// Only the thread that makes a copy goes on in it: a process with others cannot be copied.
inline bool HasOneThread() {
  DIR* folder = opendir("/proc/self/task");
  if (folder == nullptr) return false;
  int threads = 0;
  while (const dirent* entry = readdir(folder)) threads += entry->d_name[0] != '.' ? 1 : 0;
  closedir(folder);
  return threads == 1;
}

// The head of a frame, with the descriptors that came along with it. False when the other side is
// gone.
inline bool ReceiveHead(int socket, wire::Header& header, CopyEnds& ends) {
  ends = {-1, -1, -1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof ends)];
  iovec piece{&header, sizeof header};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got = 0;
  do {
    got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return false;
  for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one))
    if (one->cmsg_type == SCM_RIGHTS && one->cmsg_len == CMSG_LEN(sizeof ends))
      std::memcpy(ends.data(), CMSG_DATA(one), sizeof ends);
  const auto have = static_cast<size_t>(got);
  return wire::ReceiveAll(socket, reinterpret_cast<char*>(&header) + have, sizeof header - have);
}

// In the copy: a session, descriptors and a folder of its own.
inline bool Settle(int socket, const CopyEnds& ends, const std::string& folder) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const char* descriptor = std::getenv("ASSAY_STAGE_FD");
  const int stage = descriptor == nullptr ? -1 : std::atoi(descriptor);
  if (dup2(ends[0], socket) < 0 || dup2(ends[2], 1) < 0 || dup2(ends[2], 2) < 0 ||
      (stage >= 0 && dup2(ends[1], stage) < 0))
    return false;
  for (const int end : ends)
    if (end != stage) close(end);
  setenv("HOME", folder.c_str(), 1);
  setenv("TMPDIR", folder.c_str(), 1);
  return chdir(folder.c_str()) == 0;
}

// Answers a request for a copy. True in the copy; nothing else has changed there.
inline bool MakeCopy(int socket, const wire::Header& header, const CopyEnds& ends) {
  std::string body(header.bytes, '\0');
  int64_t copy = -1;
  if (wire::ReceiveAll(socket, body.data(), body.size()) && ends[0] >= 0 && HasOneThread()) {
    wire::Reader in(body);
    const std::string folder(in.Text());
    // A child of assay, which ends and reaps it as it does with this one.
    copy = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (copy == 0) {
      if (!Settle(socket, ends, folder)) _exit(3);
      return true;
    }
  }
  for (const int end : ends)
    if (end >= 0) close(end);
  wire::Writer out;
  out.Number(copy);
  wire::SendFrame(socket, wire::kCopied, header.id, out);
  return false;
}

}  // namespace assay::worker::internal
