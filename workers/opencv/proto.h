// Just enough of protocol buffers' wire format to look into an ONNX file: a message is a list of
// fields, each a tag (number and kind) with a number or bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::opencv {

class Message {
 public:
  explicit Message(std::string_view bytes) : rest_(bytes) {}

  // Steps to the next field; false at the end or where the bytes make no sense.
  bool Next() {
    if (rest_.empty()) return false;
    const std::string_view start = rest_;
    const uint64_t tag = Varint();
    field_ = static_cast<int>(tag >> 3);
    bytes_ = {};
    const bool known = ReadContent(tag & 7);
    raw_ = start.substr(0, start.size() - rest_.size());
    return known;
  }
  int field() const { return field_; }
  uint64_t number() const { return number_; }
  std::string_view bytes() const { return bytes_; }
  // The field with its tag, to be copied.
  std::string_view raw() const { return raw_; }

  // The next number of a list that is packed into the bytes of one field.
  bool NextPacked() {
    if (rest_.empty()) return false;
    number_ = Varint();
    return true;
  }

 private:
  bool ReadContent(uint64_t kind) {
    switch (kind) {
      case 0:
        number_ = Varint();
        return true;
      case 1:
        bytes_ = Take(8);
        return true;
      case 2:
        bytes_ = Take(Varint());
        return true;
      case 5:
        bytes_ = Take(4);
        return true;
      default:
        return false;
    }
  }
  uint64_t Varint() {
    uint64_t out = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<uint8_t>(Take(1)[0]);
      out |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    return out;
  }
  std::string_view Take(uint64_t count) {
    const std::string_view out = rest_.substr(0, count);
    rest_.remove_prefix(std::min<uint64_t>(count, rest_.size()));
    return out;
  }

  std::string_view rest_, bytes_, raw_;
  int field_ = 0;
  uint64_t number_ = 0;
};

inline void AppendVarint(std::string& out, uint64_t value) {
  for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
  out += static_cast<char>(value);
}
inline void AppendNumber(std::string& out, int field, uint64_t value) {
  AppendVarint(out, static_cast<uint64_t>(field) << 3);
  AppendVarint(out, value);
}
inline void AppendBytes(std::string& out, int field, std::string_view bytes) {
  AppendVarint(out, static_cast<uint64_t>(field) << 3 | 2);
  AppendVarint(out, bytes.size());
  out += bytes;
}

}  // namespace assay::opencv
