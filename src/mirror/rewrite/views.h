// Views: expressions whose value shares its memory with a variable, in a framework whose tensors
// change in their place. One step leads from `x.view(-1)[0]` to `x.view(-1)`, the next one to `x`.
#pragma once

#include <string>
#include <string_view>

#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/scopes.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

class Views {
 public:
  using Node = program::Node;

  // All are borrowed.
  Views(const Rules& rules, const Framework& reads, const Scopes& names)
      : rules_(rules), reads_(reads), names_(names) {}

  // x.add_(1), torch.relu_(x), F.relu(x, inplace=True), torch.add(x, y, out=z).
  bool IsInPlaceCall(const Node& call) const;
  // The tensor that such a call changes.
  Node ChangedBy(const Node& call) const;
  // The object of a view: `x` of `x[0]`, `x.t()`, `torch.t(x)`, `x.data`, `x.add_(1)`. Nothing when
  // the expression makes something new.
  Node ViewedObject(const Node& node) const;
  // How it was made of its object, a subscript aside.
  ViewStep StepOf(const Node& view) const;
  // The variable below all views, or an attribute of one (self.buffer); "" where there is none.
  std::string RootName(const Node& node) const;
  // Whether a view is one for certain: some calls give a copy where they must.
  bool SurelyView(const Node& node) const;

 private:
  using Kind = Value::Kind;

  ViewStep FunctionStep(const std::string& path) const;

  const Rules& rules_;
  const Framework& reads_;
  const Scopes& names_;
};

// The value of a keyword argument; nothing where it is not given.
program::Node KeywordValue(const program::Node& arguments, std::string_view keyword);

}  // namespace assay::mirror
