// objects.inv: Sphinx's own list of what is documented where (version 2).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::knowledge {

struct Inventory {
  std::string project, version;
  std::vector<std::string>
      pages;  // that document Python functions, classes or methods; each once, in order
};

Result<Inventory> ReadInventory(std::string_view file);

}  // namespace assay::knowledge
