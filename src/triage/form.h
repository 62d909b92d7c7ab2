// The form of a reduced case as far as it tells one bug from another.
//
// Written from reduce::Canonical. The reducer leaves plain element types (float32, int64, bool, …)
// where they do not matter, so only others count, like attributes; how many constants an operator
// has, and which, is chance. Attributes and types are kept apart: a case that needs fewer of them
// explains one that has more.
#pragma once

#include <set>
#include <string>

namespace assay::triage {

struct Form {
  std::string skeleton;  // operators and how they are connected
  // What is not plain about the operators: "0.dilations", "0.float16" of the first.
  std::set<std::string> attributes;

  std::string Text() const;
  // Whether what this form needs is there in `other`, too.
  bool Explains(const Form& other) const;
  bool operator==(const Form&) const = default;
};

Form FormOf(const std::string& canonical);

// A message without the names of operators, which the form has.
std::string WithoutOperators(const std::string& message);

}  // namespace assay::triage
