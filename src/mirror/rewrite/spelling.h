// How one framework writes an operation, as the tables of data/mirror/rules say it:
//
//   "torch.sum(x, dim|axis=axis?, dtype=dtype?)"   a call; parameter=slot, or one word for both;
//                                                  a bar between names that mean the same
//   "@topk(x, k, axis?-1)"                         a call of a helper of data/mirror/helpers
//   ".reshape(*shape)"  ".real"                    a method or an attribute of `x`
//   "tf.fill({shape}, tf.constant({value}))"       a template, for writing only; what begins with
//                                                  a square bracket or `lambda` is one, too
//   "jnp.pi"                                       a constant
//   "tf.math.reduce_variance(x) ; correction=0"    what it does without being told
//
// `slot?` may be absent; `slot?value` stands for that value then; `*slot` takes all places that
// follow, and all behind a bare `*` are given by name only. A slot that begins with `_` means
// nothing elsewhere and is dropped.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::mirror {

struct Parameter {
  std::vector<std::string> names;  // the first one is written
  std::string slot;
  bool optional = false, variadic = false;
  bool named = false;                   // by its name only: all behind a bare `*`
  std::optional<std::string> standard;  // what it is when it is absent
};

struct Spelling {
  enum class Form { kCall, kMethod, kAttribute, kTemplate, kConstant };
  Form form = Form::kCall;
  std::string callee;  // torch.sum; the helper's, method's or attribute's name; of a template ""
  bool helper = false;
  std::vector<Parameter> parameters;  // of methods without `x`
  std::string text;                   // of a template
  std::set<std::string> slots;        // all that it can express
  std::map<std::string, std::string> fixed;

  const Parameter* Find(std::string_view slot) const;
  // What a reader of reports is shown.
  std::string Shown() const;
};

Result<Spelling> ParseSpelling(std::string_view text);

}  // namespace assay::mirror
