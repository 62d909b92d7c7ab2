// Examples that the help of each command shows, one line each in examples.def.
#pragma once

#include <span>
#include <string_view>

namespace assay::cli {

struct Example {
  std::string_view command, words, meaning;
};

std::span<const Example> AllExamples();

}  // namespace assay::cli
