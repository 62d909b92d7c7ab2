// A node by its operator and attributes alone, for tests that call parts of an operator directly.
#pragma once

#include <string>

#include "graph/graph.h"

namespace assay::ops {

inline Node NodeOf(std::string op, Attrs attrs = {}) {
  Node node;
  node.op = std::move(op);
  node.attrs = std::move(attrs);
  return node;
}

}  // namespace assay::ops
