// Form: one program that optimises a model, as choices among the parts, so that the parts of
// different programs can be exchanged; and its text.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "optbug/forms/parts.h"

namespace assay::optbug {

// A model and its inputs from the text of another program, taken as they are.
struct Taken {
  std::string top;     // imports, definitions and what else comes before
  std::string model;   // expression
  std::string inputs;  // tuple
  std::set<std::string> tags;
};

struct Form {
  std::string origin;          // "layers", or the program that model and inputs were taken from
  std::optional<Taken> taken;  // then layers, value and passing say nothing
  std::vector<size_t> layers;  // positions in Parts::layers
  size_t value = 0, passing = 0, giving = 0, optimiser = 0;
  std::optional<size_t> twist;
  bool nested = false;    // the chain is a module inside the model
  bool training = false;  // in training mode
  // What the program that the search came from is known for; "" for none.
  std::string category, exception;

  bool operator==(const Form& other) const;
};

// The tags of all that was chosen.
std::set<std::string> TagsOf(const Parts& parts, const Form& form);

// Whether the chain is legal, the value fits its start, and the optimiser is documented to take it.
bool Fits(const Parts& parts, const Form& form);

struct Written {
  std::string text;
  int claim_line = 0;   // what goes wrong before it is not about the optimisation
  std::string helpers;  // the part of the text that is ours
};

// Texts that a program prints on its way. Before the optimisation and before each run of the
// optimised model, which are the optimiser's; before what looks at the outcome, which is ours.
inline constexpr std::string_view kOptimiseMark = "-- optimise --";
inline constexpr std::string_view kRunMark = "-- run --";
inline constexpr std::string_view kCheckMark = "-- check --";
inline constexpr std::string_view kRanMark = "-- ran --";

Written Write(const Parts& parts, const Form& form);

// "linear+relu, value empty, passing list": what distinguishes the form; for signatures.
std::string Describe(const Parts& parts, const Form& form);

}  // namespace assay::optbug
