// What a bug is about, in the words of paper 003, section 4.4.
#pragma once

#include <string>

namespace assay::mirror {

// "assertion" of wrong values as well, "crash" of every other end.
std::string TaxonomySymptom(const std::string& symptom);

// By what the program uses and says: a cause of data/mirror/paper.toml.
std::string CauseOf(const std::string& symptom, const std::string& program,
                    const std::string& message);

}  // namespace assay::mirror
