// Where the boxes of a drawing go: rows from top to bottom in the order of data, few crossings.
//
// A box is placed in the row after the last of its sources. Lines that pass a row get a place of
// their own there, so that they do not run through boxes. Order within a row: barycentres of
// neighbours, a few sweeps; positions: pulled towards neighbours, kept apart; parts that do not
// hang together side by side. Plain and good enough for the few dozen boxes that a report draws.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "report/drawing/drawing.h"

namespace assay::report {

struct Box {
  enum class Kind { kInput, kNode, kOutput, kBend };  // kBend: a place that a line passes
  Kind kind = Kind::kNode;
  std::string title;
  std::vector<std::string> lines;  // below the title
  bool wrong = false;
  int row = 0;
  double width = 0, height = 0;
  double x = 0, y = 0;  // centre, top
};

struct Layout {
  std::vector<Box> boxes;
  std::vector<std::pair<size_t, size_t>> lines;  // from box to box, each to the next row
  double width = 0, height = 0;
};

Layout LayOut(const Graph& graph, const Marks& marks);

}  // namespace assay::report
