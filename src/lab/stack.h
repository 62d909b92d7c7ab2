// Where a stuck process is: the innermost frames of its threads.
#pragma once

#include <sys/types.h>

#include <string>

namespace assay::lab {

// A Python process first: by py-spy when it is installed, otherwise as our Python workers tell it
// themselves. Then native frames by gdb when it is installed. When all that says nothing, what the
// kernel tells of each thread (running, sleeping in which call). Takes up to twenty seconds; the
// process goes on as before. Never empty.
std::string StackOf(pid_t pid);

// The frames of gdb's or py-spy's output, one line each, without addresses, at most a few per
// thread.
std::string TidyStack(const std::string& text);

}  // namespace assay::lab
