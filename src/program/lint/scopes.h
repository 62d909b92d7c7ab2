// Which names a program uses without anything having bound them.
#pragma once

#include <string>
#include <vector>

#include "program/parse/syntax.h"

namespace assay::program {

struct UndefinedName {
  std::string name;
  int line = 0, column = 0;
};

// Flow is not followed: a name that is bound anywhere in a scope that the use can see counts as
// defined.
std::vector<UndefinedName> UndefinedNames(const SyntaxTree& tree);

}  // namespace assay::program
