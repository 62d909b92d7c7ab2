#include "optbug/distance/distance.h"

#include <algorithm>
#include <limits>

#include "base/strings.h"

namespace assay::optbug {
namespace {

template <typename Cost>
int Between(const std::vector<std::string>& a, const std::vector<std::string>& b, Cost cost) {
  std::vector<std::vector<int>> matrix(a.size(), std::vector<int>(b.size()));
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j) matrix[i][j] = a[i] == b[j] ? 0 : cost(a[i], b[j]);
  return MatchingCost(matrix, a.size(), b.size());
}

std::vector<std::string> Levels(const std::string& path) {
  return path.empty() ? std::vector<std::string>() : Split(path, '/');
}

// The Hungarian method with potentials, one row after the other, on `rows` <= `columns`. Positions
// count from one, zero means none.
class Assignment {
 public:
  Assignment(const std::vector<std::vector<int>>& cost, size_t rows, size_t columns, bool turned)
      : cost_(cost),
        turned_(turned),
        columns_(columns),
        row_potential_(rows + 1),
        column_potential_(columns + 1),
        row_of_(columns + 1) {
    for (size_t row = 1; row <= rows; ++row) Insert(row);
  }

  int Cost() const {
    int sum = 0;
    for (size_t column = 1; column <= columns_; ++column)
      if (row_of_[column] != 0) sum += At(row_of_[column], column);
    return sum;
  }

 private:
  int At(size_t row, size_t column) const {
    return turned_ ? cost_[column - 1][row - 1] : cost_[row - 1][column - 1];
  }

  // Finds the cheapest chain of exchanges that gives `row` a column.
  void Insert(size_t row) {
    constexpr int kFar = std::numeric_limits<int>::max();
    std::vector<int> slack(columns_ + 1, kFar);
    std::vector<size_t> before(columns_ + 1, 0);
    std::vector<bool> used(columns_ + 1, false);
    row_of_[0] = row;
    size_t at = 0;
    do {
      used[at] = true;
      size_t next = 0;
      int least = kFar;
      for (size_t column = 1; column <= columns_; ++column) {
        if (used[column]) continue;
        const int reduced =
            At(row_of_[at], column) - row_potential_[row_of_[at]] - column_potential_[column];
        if (reduced < slack[column]) slack[column] = reduced, before[column] = at;
        if (slack[column] < least) least = slack[column], next = column;
      }
      for (size_t column = 0; column <= columns_; ++column) {
        if (used[column]) {
          row_potential_[row_of_[column]] += least;
          column_potential_[column] -= least;
        } else {
          slack[column] -= least;
        }
      }
      at = next;
    } while (row_of_[at] != 0);
    for (; at != 0; at = before[at]) row_of_[at] = row_of_[before[at]];
  }

  const std::vector<std::vector<int>>& cost_;
  const bool turned_;
  const size_t columns_;
  std::vector<int> row_potential_, column_potential_;
  std::vector<size_t> row_of_;  // of each column
};

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

int TypeDistance(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const size_t levels = std::min(a.size(), b.size());
  size_t level = 0;
  while (level < levels && a[level] != b[level]) ++level;
  return static_cast<int>(level);
}

int DirectoryDistance(const std::string& a, const std::string& b) {
  const std::vector<std::string> left = Levels(a), right = Levels(b);
  size_t common = 0;
  while (common < std::min(left.size(), right.size()) && left[common] == right[common]) ++common;
  return static_cast<int>(std::max(left.size(), right.size()) - common);
}

int MatchingCost(const std::vector<std::vector<int>>& cost, size_t rows, size_t columns) {
  const size_t shorter = std::min(rows, columns), longer = std::max(rows, columns);
  const int left_over = static_cast<int>(longer - shorter) * kUnmatched;
  if (shorter == 0) return left_over;
  return Assignment(cost, shorter, longer, rows > columns).Cost() + left_over;
}

}  // namespace assay::optbug
