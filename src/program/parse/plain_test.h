// A test for pytest as a plain program that does the same when it is run.
#pragma once

#include <string>

namespace assay::program {

// Test functions without parameters become statements of the whole program, or calls where they
// return early; `with pytest.raises(…):` gives way to what stands in it, so that the error itself
// is the symptom; pytest.fail becomes a failed assertion. A text without tests stays as it is, but
// for an import of pytest that nothing needs.
std::string PlainTest(const std::string& text);

// Why a plain program would not run the tests that it holds: they are methods of a class, or take
// what only pytest gives them. "": it runs them, or holds none.
std::string TestsThatDoNotRun(const std::string& plain);

}  // namespace assay::program
