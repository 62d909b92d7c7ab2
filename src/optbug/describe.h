// The error description of a snippet by rules: title, exception, location, reason, category.
//
// Exception and location come from the error that is told; without one, from what the program
// itself does (an assertion that fails), from the tracker's labels, and at last from the
// optimiser's own module. The reason is what the fix says, then the title. Categories:
// knowledge/issues/classify.h.
#pragma once

#include "knowledge/issues/parts.h"
#include "knowledge/pool/pool.h"
#include "optbug/snippet.h"

namespace assay::optbug {

void DescribePool(const knowledge::PoolProgram& program, Snippet& snippet);
// A file without a report: its documentation string and its comments are all there is.
void DescribeProgram(Snippet& snippet);
void DescribeIssue(const knowledge::Issue& issue, const knowledge::Parts& parts, Snippet& snippet);

// The module of a file of a framework: "torch.jit.frontend" of torch/jit/frontend.py; "" when the
// file belongs to none.
std::string ModuleOfFile(const std::string& file, const std::string& framework);

// The module of the innermost frame that lies in the framework; "" without one.
std::string LocationOf(const knowledge::ReportedError& error, const std::string& framework);

// The module that an optimiser belongs to: "torch.jit" of torch.jit.script; "torch.compile" itself,
// as the whole framework would say nothing.
std::string ModuleOfOptimiser(const std::string& api);

// What a fix's title says of the reason: "[JIT] fix common_expression_hoisting (#1)" tells
// "common_expression_hoisting". The whole title where it does not say fix.
std::string ReasonOfTitle(const std::string& title);

}  // namespace assay::optbug
