#include "program/lab/one_line.h"

namespace assay::program {
namespace {

constexpr size_t kMost = 400;

}  // namespace

std::string OneLine(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (out.size() >= kMost && (c & 0xc0) != 0x80) break;  // not within a character
    if (c != '\n' && c != '\t' && c != '\r')
      out += c;
    else if (!out.ends_with(' '))
      out += ' ';
  }
  return out;
}

}  // namespace assay::program
