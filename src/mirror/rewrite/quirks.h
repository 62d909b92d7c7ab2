// What frameworks do differently with operations that are otherwise the same: one small function
// for each, in explicit lists (quirks.cc).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/written.h"

namespace assay::mirror {

// Where an operation is written.
struct QuirkContext {
  const Rules& rules;
  const std::string &from, &to;
  bool wide = false;         // 64-bit types are used
  bool in_function = false;  // of the program
  bool traced = false;       // in a function that is handed to a compiler
  bool autocast = false;
  std::function<std::string(const std::string&)> helper;    // a helper that is called
  std::function<std::string(const Written&)> type_written;  // an element type
};

// Changes what is in the slots: casts that one framework does by itself.
void ApplyTypeQuirks(const QuirkContext& context, Bound& bound);

// What is written in place of the operation's own spelling, or why nothing can be.
struct Instead {
  std::string why;  // "": written
  std::string text;
  std::optional<Value> value;  // none: what the operation gives
  bool tight = true;
};
// With the slots as they were given, and with those that are ready to be written.
std::optional<Instead> InsteadOfGiven(const QuirkContext& context, Bound& bound);
std::optional<Instead> InsteadOfReady(const QuirkContext& context, Bound& bound);

// Without the brackets around all of it: those of the call will do.
std::string Bare(const Written& written);
// With brackets where a dot would not bind.
std::string Tight(const Written& written);

}  // namespace assay::mirror
