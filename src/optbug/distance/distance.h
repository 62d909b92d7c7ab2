// How far two snippets are from each other: D = sum |Ca - Cb| over <category, APIs, types>.
#pragma once

#include "optbug/distance/places.h"
#include "optbug/snippet.h"

namespace assay::optbug {

struct Distance {
  int category = 0, apis = 0, types = 0;
  int sum() const { return category + apis + types; }
};

// A category that nobody knows differs from all others and from itself.
Distance DistanceOf(const Snippet& a, const Snippet& b, const Places& places);

}  // namespace assay::optbug
