// What detectors share: predictions of all cells in one list, default boxes, decoding.
#pragma once

#include <vector>

#include "zoo/layers.h"

namespace assay::zoo {

// Centre, then size, as shares of the image: y, x, h, w.
struct Anchor {
  float y, x, h, w;
};

// Boxes of the given heights and widths around the centre of each of grid x grid cells, in the
// order of CellList: cell by cell, shape by shape.
struct BoxShape {
  double h, w;
};
std::vector<Anchor> GridAnchors(int64_t grid_h, int64_t grid_w,
                                const std::vector<BoxShape>& shapes);

// [1, anchors * values, h, w] as [1, h * w * anchors, values].
ValueId CellList(Builder& b, std::string_view layer, ValueId x, int64_t values);

// Corners y1, x1, y2, x2 from offsets [1, N, 4] to the anchors, as SSD codes them (scales 10 and
// 5).
ValueId DecodeBoxes(Builder& b, std::string_view layer, ValueId offsets,
                    const std::vector<Anchor>& anchors);

}  // namespace assay::zoo
