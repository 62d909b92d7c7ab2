// Operators that implementations usually share the code of.
//
// Two lone operators that are both wrong are two bugs, unless they share code: then one condition
// makes both of them fail. How much they share depends on the condition. What an operand looks like
// (empty, a scalar, broadcast) is handled before the operators part; an attribute by those that
// read it; what is computed by few.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace assay::triage {

// Whether an operator may stand for another when both fail on the same operands in the same way:
// reductions, poolings, functions of one operand, …
bool SameFamily(std::string_view a, std::string_view b);

// Whether operands of `op` are brought to one shape before they meet element by element.
bool IsElementwise(std::string_view op);
// Whether it multiplies or divides by scales.
bool IsQuantisation(std::string_view op);
// Whether it takes any number of operands of one kind.
bool IsVariadic(std::string_view op);

// Operators that only say where elements lie.
inline const std::string kLayout = "layout";
// What an operator is to a node that is taken away beside it: one of a kind, such as kLayout, or
// itself.
std::string SurroundingsOf(const std::string& op);

// The name of the operators that `op` shares the code for these conditions with; its own where
// there are none. `attributes`: those it fails with; `needs`: see Cause.
std::string KinOf(const std::string& op, const std::set<std::string>& attributes,
                  const std::set<std::string>& needs);

}  // namespace assay::triage
