// Bytes that grow without being cleared first: replies may be large.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace assay::lab {

class ByteBuffer {
 public:
  ByteBuffer() = default;
  ByteBuffer(ByteBuffer&& other) noexcept { *this = std::move(other); }
  ByteBuffer& operator=(ByteBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    std::swap(size, other.size);
    return *this;
  }
  ~ByteBuffer() { std::free(data_); }

  void Reserve(size_t wanted) {
    if (wanted <= capacity_) return;
    void* grown = std::realloc(data_, wanted);
    if (grown == nullptr) throw std::bad_alloc();
    data_ = grown;
    capacity_ = wanted;
  }
  // Gives memory beyond `limit` back.
  void Trim(size_t limit) {
    if (capacity_ <= limit) return;
    std::free(std::exchange(data_, nullptr));
    capacity_ = size = 0;
  }
  char* data() { return static_cast<char*>(data_); }
  size_t capacity() const { return capacity_; }
  size_t size = 0;

 private:
  void* data_ = nullptr;
  size_t capacity_ = 0;
};

}  // namespace assay::lab
