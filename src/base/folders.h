// Where things of one user lie, by the rules that desktop programs share (the XDG variables).
#pragma once

#include <string>

namespace assay {

// Can be made again: environments, models, pages. The same as assay_cache in scripts/lib.sh.
std::string CacheFolder();
// Cannot be made again for nothing: answers that were paid for.
std::string DataFolder();
// What the user wrote.
std::string ConfigFolder();

}  // namespace assay
