// Numbers at the edges of what single precision has, and of what functions are defined for.
#pragma once

#include <span>

namespace assay::mirror::pairs {

struct SpecialNumberName {
  const char* kind;
  double value;
};
std::span<const SpecialNumberName> SpecialNumbers();

}  // namespace assay::mirror::pairs
