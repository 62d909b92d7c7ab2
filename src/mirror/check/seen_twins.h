// Which APIs of a source have their twin in the other framework, as both programs ran.
#pragma once

#include <string>
#include <vector>

#include "mirror/check/runner.h"
#include "mirror/rewrite/rewriter.h"

namespace assay::mirror {

struct SeenTwins {
  std::vector<std::string> found;     // APIs of the source whose twin was called
  std::vector<std::string> missing;   // those whose twin was not, the emulated ones included
  std::vector<std::string> emulated;  // those whose work a helper of ours does
  std::string why;                    // "": none is missing; else one line
};

// Only what the source calls counts: an API that its run does not reach has no role in it. Where a
// program was not watched, or ended before its end, the text of the twin speaks for what its run
// could not show.
SeenTwins SeeTwins(const std::vector<ApiUse>& uses, const Recording& source, const Recording& twin,
                   const std::string& twin_text);

}  // namespace assay::mirror
