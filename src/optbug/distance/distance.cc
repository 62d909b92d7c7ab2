#include "optbug/distance/distance.h"

#include "optbug/distance/directory_distance.h"
#include "optbug/distance/matching.h"
#include "optbug/distance/type_distance.h"

namespace assay::optbug {
namespace {

template <typename Cost>
int Between(const std::vector<std::string>& a, const std::vector<std::string>& b, Cost cost) {
  std::vector<std::vector<int>> matrix(a.size(), std::vector<int>(b.size()));
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j) matrix[i][j] = a[i] == b[j] ? 0 : cost(a[i], b[j]);
  return MatchingCost(matrix, a.size(), b.size());
}

}  // namespace

Distance DistanceOf(const Snippet& a, const Snippet& b, const Places& places) {
  Distance out;
  out.category = a.category == b.category && !a.category.empty() ? 0 : 1;
  out.apis = Between(a.apis(), b.apis(), [&](const std::string& x, const std::string& y) {
    return DirectoryDistance(places.FolderOf(x), places.FolderOf(y));
  });
  out.types =
      Between(a.all_types(), b.all_types(), [&](const std::string& x, const std::string& y) {
        return TypeDistance(places.ParentsOf(x), places.ParentsOf(y));
      });
  return out;
}

}  // namespace assay::optbug
