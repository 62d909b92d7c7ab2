// A test for pytest as a plain program that does the same when it is run.
#pragma once

#include <string>

namespace assay::mirror {

// Test functions without parameters become statements of the whole program, or calls where they
// return early; `with pytest.raises(…):` gives way to what stands in it, so that the error itself
// is the symptom; pytest.fail becomes a failed assertion. A text without tests stays as it is, but
// for an import of pytest that nothing needs.
std::string PlainTest(const std::string& text);

}  // namespace assay::mirror
