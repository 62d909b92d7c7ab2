// A program of one framework written for another, by rules over its syntax tree: imports, calls,
// parameters, defaults, layouts, idioms. What no rule carries is left as it stands and reported.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/pairs/pair_base.h"
#include "mirror/direction.h"

namespace assay::mirror {

// An API of the source framework that a program uses.
struct ApiUse {
  std::string api;
  int line = 0;
  std::string twin;  // "" when it has none
  // What says so: rule (data/mirror), idiom (no call for a call: a tape for .backward(); "-":
  // nothing is needed), name or model (the pair base). Helpers of the twin program are named
  // without a dot.
  std::string by;
  // APIs of the other framework that do its work; one of them must have been called. ".name": a
  // method. None: an operator, an attribute, or nothing at all.
  std::vector<std::string> own;
  bool emulated = false;  // a helper stands in the place of an API, at least once
};

// A place that no rule carries.
struct Left {
  int line = 0;  // of the source
  std::string api, why;
};

struct Rewritten {
  std::string text;
  std::vector<Left> left;          // empty: carried completely
  std::vector<ApiUse> uses;        // what was used, and what it became
  std::vector<std::string> notes;  // differences that were made explicit: defaults, layouts
};

class Rewriter {
 public:
  // `use_model`: pairs of the similarity model count too (the ablation leaves them out). `pairs`
  // gives the pair base when it is first needed; without it the one kept on this machine whose
  // versions are nearest to the installed ones counts, or none.
  static Result<Rewriter> Open(const Direction& direction, bool use_model = true,
                               std::function<Result<knowledge::PairBase>()> pairs = nullptr);

  const Direction& direction() const;
  // Never fails: a broken text comes back with its errors in `left`.
  Rewritten Rewrite(const std::string& text) const;

 private:
  struct State;
  explicit Rewriter(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;  // never shared; its type may stay incomplete here
};

}  // namespace assay::mirror
