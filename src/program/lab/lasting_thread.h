// Work that belongs to a thread which lives as long as the program does.
#pragma once

#include <functional>

namespace assay::program {

// Runs `work` there and waits for it. The kernel ends a process with the *thread* that started it
// (PR_SET_PDEATHSIG): what several threads share must not end with one of them, and still has to
// end with the program.
void OnLastingThread(const std::function<void()>& work);

}  // namespace assay::program
