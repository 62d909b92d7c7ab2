// Any text gives a program: no crash, places inside the text, and a key that layout does not
// change.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "program/lint/lint.h"
#include "program/parse/decompose.h"
#include "program/parse/edit.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay::program;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Program program = ReadProgram(text);
  for (const Call& call : program.calls) {
    ASSAY_CHECK(call.span.begin <= call.span.end && call.span.end <= text.size());
    ASSAY_CHECK(call.line >= 1);
    for (const Argument& argument : call.arguments) ASSAY_CHECK(argument.span.end <= text.size());
  }
  const Decomposition parts = Decompose(program);
  for (const OptimiserPart& part : parts.optimisers) ASSAY_CHECK(part.call < program.calls.size());
  (void)Lint(program, {});
  std::vector<Edit> edits;
  for (const Literal& literal : Literals(program.tree))
    edits.push_back({literal.span, literal.text});
  const auto same = ApplyEdits(text, edits);
  ASSAY_CHECK(same.ok() && *same == text);
  ASSAY_CHECK(DedupKey(program.tree).size() == 32);
  return 0;
}
