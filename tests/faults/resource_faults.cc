// Faults that waste time or memory: the results stay right.
#include <atomic>
#include <bit>
#include <chrono>
#include <thread>

#include "kernel.h"
#include "reply.h"

namespace assay::faults {
namespace {

constexpr size_t kLeak = size_t{1} << 20;
constexpr std::chrono::milliseconds kNap(30);
constexpr int64_t kThrashSteps = 40'000'000;  // about 30 ms

int64_t LastSize(const Kernel& kernel) {
  return kernel.HasResult() && kernel.out().rank() > 0 ? kernel.out().shape().back() : 0;
}

// Work that no compiler takes away.
void Spin(int64_t steps) {
  static std::atomic<uint64_t> sink{0};
  uint64_t x = sink.load(std::memory_order_relaxed);
  for (int64_t i = 0; i < steps; ++i) x = x * 6364136223846793005u + 1442695040888963407u;
  sink.store(x, std::memory_order_relaxed);
}

}  // namespace

void SleepsAtOddWidth(Kernel& kernel) {
  const int64_t width = LastSize(kernel);
  if (kernel.Is({"Relu", "Sigmoid", "Tanh", "Add", "Mul", "Sub"}) && width > 1 && width % 2 == 1)
    std::this_thread::sleep_for(kNap);
}

// Rows that fall on the same lines of the cache.
void ThrashesAtPowerOfTwo(Kernel& kernel) {
  const int64_t width = LastSize(kernel);
  if (!kernel.Is({"Transpose", "Softmax", "Relu", "Add", "Mul"}) || width < 8 || width > 32 ||
      !std::has_single_bit(static_cast<uint64_t>(width)))
    return;
  Spin(kThrashSteps);
}

void QuadraticLoop(Kernel& kernel) {
  if (!kernel.IsReduction() && !kernel.Is({"Softmax", "Concat", "ArgMax"})) return;
  if (!kernel.HasTensor(0) || kernel.in(0).rank() == 0) return;
  Spin(kernel.in(0).count() * kernel.in(0).shape().back());
}

void SleepsInsteadOfComputing(Kernel& kernel) {
  if (kernel.Is({"MatMul", "Gemm", "Conv"})) std::this_thread::sleep_for(kNap);
}

// A fusion that evaluates the common part once for each of its users.
void OptComputesTwice(Kernel& kernel) {
  if (!kernel.Is({"MatMul", "Gemm", "Conv", "Sigmoid", "Tanh", "Exp", "Relu", "Add", "Mul"}))
    return;
  kernel.Try(kernel.node());
  kernel.Try(kernel.node());
}

void LeaksPerRun(Reply& reply) { reply.session.leaked.emplace_back(kLeak, 1); }

void HoldsIntermediates(Kernel& kernel) {
  static uint64_t run = 0;
  Session& session = kernel.session();
  if (run != session.runs) session.held.clear();
  run = session.runs;
  for (size_t i = 0; kernel.HasResult(i); ++i) session.held.emplace_back(kernel.out(i));
}

}  // namespace assay::faults
