#include "small_blocks.h"

#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

// glibc's own, by the names that a replacement does not take away.
extern "C" {
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* block, size_t bytes);
void __libc_free(void* block);
}

namespace assay::worker {
namespace {

constexpr size_t kUnit = 16;  // blocks are multiples of it, and aligned to it
constexpr size_t kLargest = 1024;
constexpr size_t kSizes = kLargest / kUnit + 1;  // a size is counted in units
constexpr size_t kSpan = 64 * 1024;              // all blocks of a span have one size
// A session of a small model takes 2 MiB; what exceeds this is glibc's.
constexpr size_t kRegion = size_t{256} << 20;

struct Free {
  uintptr_t next;  // mingled with the secret, so that it is noticed when somebody writes over it
  uintptr_t mark;  // the secret: it is free
};

// Set once, before the first small block.
char* region = nullptr;
uintptr_t secret = 0;
uint8_t span_sizes[kRegion / kSpan];

// 2^32 / size, rounded up: dividing by multiplying is exact for the units of a span, and a division
// takes longer than all the rest of free().
constexpr auto kReciprocals = [] {
  std::array<uint64_t, kSizes> out{};
  for (size_t size = 1; size < kSizes; ++size) out[size] = ((uint64_t{1} << 32) + size - 1) / size;
  return out;
}();

// Of the one thread that uses small blocks.
thread_local bool here = false;
size_t used = 0;      // bytes of the region
Free* lists[kSizes];  // by size

// Blocks that other threads freed.
std::atomic<Free*> foreign = nullptr;

[[noreturn, gnu::cold]] void Damaged(std::string_view what) {
  const ssize_t ignored = write(STDERR_FILENO, what.data(), what.size());
  static_cast<void>(ignored);
  std::abort();
}

bool Ours(const void* block) {
  return reinterpret_cast<uintptr_t>(block) - reinterpret_cast<uintptr_t>(region) < kRegion &&
         region != nullptr;
}

size_t Offset(const void* block) {
  return static_cast<size_t>(static_cast<const char*>(block) - region);
}

// Whether a block of this size begins `offset` bytes behind the beginning of the region.
bool BeginsBlock(size_t offset, size_t size) {
  const size_t unit = offset % kSpan / kUnit;
  return size != 0 && offset % kUnit == 0 && (unit * kReciprocals[size] >> 32) * size == unit;
}

// Of a block that is ours.
size_t SizeOf(const void* block) { return span_sizes[Offset(block) / kSpan]; }

Free* Next(const Free* block) {
  auto* const next = reinterpret_cast<Free*>(block->next ^ secret);
  if (next != nullptr && (!Ours(next) || reinterpret_cast<uintptr_t>(next) % kUnit != 0))
    Damaged("malloc(): a free block was written to\n");
  return next;
}

void SetNext(Free* block, const Free* next) {
  block->next = reinterpret_cast<uintptr_t>(next) ^ secret;
}

void Push(Free* block, size_t size) {
  SetNext(block, lists[size]);
  lists[size] = block;
}

// Blocks of this size: those that came back from other threads, or a new span. False when there is
// no room.
[[gnu::noinline]] bool Refill(size_t size) {
  Free* back = foreign.exchange(nullptr, std::memory_order_acquire);
  while (back != nullptr) {
    Free* const next = Next(back);
    Push(back, SizeOf(back));
    back = next;
  }
  if (lists[size] != nullptr) return true;
  if (used == kRegion) return false;
  char* const span = region + used;
  span_sizes[used / kSpan] = static_cast<uint8_t>(size);
  used += kSpan;
  const size_t bytes = size * kUnit;
  for (size_t i = kSpan / bytes; i-- > 0;) {  // so that they are handed out in their order
    auto* const block = reinterpret_cast<Free*>(span + i * bytes);
    block->mark = secret;
    Push(block, size);
  }
  return true;
}

inline void* Take(size_t bytes) {
  if (bytes > kLargest || !here) return __libc_malloc(bytes);
  const size_t size = bytes == 0 ? 1 : (bytes + kUnit - 1) / kUnit;
  Free* block = lists[size];
  if (block == nullptr) {
    if (!Refill(size)) return __libc_malloc(bytes);
    block = lists[size];
  }
  lists[size] = Next(block);
  if (block->mark != secret) Damaged("malloc(): a free block was written to\n");
  block->mark = 0;
  return block;
}

inline void GiveBack(void* pointer) {
  if (!Ours(pointer)) return __libc_free(pointer);
  const size_t offset = Offset(pointer), size = span_sizes[offset / kSpan];
  if (!BeginsBlock(offset, size)) Damaged("free(): invalid pointer\n");
  auto* const block = static_cast<Free*>(pointer);
  // Who stores the secret in a block by chance does so once in 2^64.
  if (block->mark == secret) Damaged("free(): double free detected\n");
  block->mark = secret;
  if (here) return Push(block, size);
  Free* head = foreign.load(std::memory_order_relaxed);
  do {
    SetNext(block, head);
  } while (!foreign.compare_exchange_weak(head, block, std::memory_order_release,
                                          std::memory_order_relaxed));
}

bool GlibcIsWanted() {
  for (const char* name : {"MALLOC_CHECK_", "MALLOC_PERTURB_", "GLIBC_TUNABLES"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

// Room for the region; false without it.
bool Prepare() {
  if (region != nullptr) return true;
  void* const room = mmap(nullptr, kRegion, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  if (const auto* random = reinterpret_cast<const void*>(getauxval(AT_RANDOM)); random != nullptr)
    std::memcpy(&secret, random, sizeof secret);
  secret |= 1;  // never the mark of a block in use, nor an address
  region = static_cast<char*>(room);
  return true;
}

void* TakeOrThrow(size_t bytes) {
  while (true) {
    if (void* const block = Take(bytes); block != nullptr) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

void UseSmallBlocks(bool use) { here = use && !GlibcIsWanted() && Prepare(); }

}  // namespace assay::worker

using assay::worker::GiveBack;
using assay::worker::Ours;
using assay::worker::Take;

extern "C" {

void* malloc(size_t bytes) noexcept { return Take(bytes); }

void free(void* block) noexcept {
  if (block != nullptr) GiveBack(block);
}

void* calloc(size_t count, size_t bytes) noexcept {
  size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all) || all > assay::worker::kLargest)
    return __libc_calloc(count, bytes);
  void* const block = Take(all);
  return block == nullptr ? nullptr : std::memset(block, 0, all);
}

void* realloc(void* block, size_t bytes) noexcept {
  if (block == nullptr) return Take(bytes);
  if (!Ours(block)) return __libc_realloc(block, bytes);
  if (bytes == 0) {
    GiveBack(block);
    return nullptr;
  }
  const size_t had = assay::worker::SizeOf(block) * assay::worker::kUnit;
  if (bytes <= had) return block;
  void* const larger = Take(bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, block, had);
  GiveBack(block);
  return larger;
}

size_t malloc_usable_size(void* block) noexcept {
  static const auto glibc =
      reinterpret_cast<size_t (*)(void*)>(dlsym(RTLD_NEXT, "malloc_usable_size"));
  if (block == nullptr) return 0;
  return Ours(block) ? assay::worker::SizeOf(block) * assay::worker::kUnit : glibc(block);
}

}  // extern "C"

void* operator new(size_t bytes) { return assay::worker::TakeOrThrow(bytes); }
void operator delete(void* block) noexcept { free(block); }
void operator delete(void* block, size_t) noexcept { free(block); }
