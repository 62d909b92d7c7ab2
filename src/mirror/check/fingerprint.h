// What the result of a program depends on besides its text.
#pragma once

#include <string>

namespace assay::mirror {

// Of an environment's folder: which packages in which versions it has, when it last got or lost
// one, the processor, and the files that run programs in it. Equal as long as nothing of these
// changes; a file of a package that is edited in its place is not seen.
std::string FingerprintOf(const std::string& environment_folder);

}  // namespace assay::mirror
