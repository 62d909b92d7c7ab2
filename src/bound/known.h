// Known: what the reference knows of a value: a bounded tensor, a sequence, an optional or a map of
// such, nothing at all.
#pragma once

#include <vector>

#include "bound/bounded.h"
#include "tensor/datum.h"

namespace assay {

struct Known {
  enum class Kind {
    kNothing,  // an optional input that is left out
    kTensor,
    kSequence,
    kOptional,      // items holds none or one
    kMap,           // tensor holds the keys, items the mapped values
    kUndetermined,  // even shape or length depend on rounding: nobody can be judged on it
  };

  Kind kind = Kind::kNothing;
  Bounded tensor;
  std::vector<Known> items;

  Known() = default;
  Known(Bounded value)
      : kind(Kind::kTensor), tensor(std::move(value)) {}  // NOLINT: implicit on purpose
  static Known Sequence(std::vector<Known> elements);
  static Known Optional();
  static Known Optional(Known content);
  static Known Undetermined();

  static Result<Known> From(const Datum& datum, const Rules& rules);
  // The values, without bounds. Needs a kind other than kNothing and kUndetermined.
  Datum ToDatum() const;

  bool present() const { return kind != Kind::kNothing; }
  bool is_tensor() const { return kind == Kind::kTensor; }
};

}  // namespace assay
