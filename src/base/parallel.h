// Work that several threads share.
#pragma once

#include <cstddef>
#include <functional>

namespace assay {

// Runs `work` in `jobs` threads at once, the caller's among them; returns when all have ended.
// Fewer than one is one.
void InParallel(size_t jobs, const std::function<void()>& work);

// `work` for every index below `count`, each once, by at most `jobs` threads. Who is free takes the
// next one.
void ForEachIndex(size_t count, size_t jobs, const std::function<void(size_t)>& work);

}  // namespace assay
