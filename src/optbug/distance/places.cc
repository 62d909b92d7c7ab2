#include "optbug/distance/places.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::optbug {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kScript = "/data/optbug/places.py";
constexpr std::string_view kMark = "PLACES ";
// TensorFlow loads most of itself for a question, on a busy machine.
constexpr double kWallSeconds = 120;

// A raw text in Python: JSON's own strings are Python's too.
std::string Literal(const std::string& text) { return json(text).dump(); }

Places Read(const json& told) {
  Places out;
  if (!told.is_object()) return out;
  const json folders = told.value("folders", json::object());
  const json parents_of = told.value("parents", json::object());
  for (const auto& [name, folder] : folders.items())
    out.folders[name] = folder.is_string() ? folder.get<std::string>() : "";
  for (const auto& [name, parents] : parents_of.items())
    if (parents.is_array()) out.parents[name] = parents.get<std::vector<std::string>>();
  return out;
}

void Add(const Places& from, Places& to) {
  to.folders.insert(from.folders.begin(), from.folders.end());
  to.parents.insert(from.parents.begin(), from.parents.end());
}

Result<Places> Ask(const std::string& framework, const std::string& script, const json& apis,
                   const json& types, program::ProgramLab& lab) {
  const json asked = {{"package", framework}, {"apis", apis}, {"types", types}};
  program::ProgramRequest request;
  request.name = "places.py";
  request.text = StrCat(script, "\nanswer(", Literal(asked.dump()), ")\n");
  request.limits.wall_s = kWallSeconds;
  ASSAY_ASSIGN(const program::ProgramOutcome outcome, lab.Run(request));
  for (const std::string& line : Split(outcome.run.out, '\n'))
    if (line.starts_with(kMark)) return Read(ParseJson(line.substr(kMark.size())));
  return Invalid(StrCat("asking ", framework, " where its APIs are defined failed (",
                        program::ProgramStatusName(outcome.status), " ", outcome.run.exception, " ",
                        outcome.run.message, "); `assay doctor` says whether it works at all"));
}

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

bool Places::Has(const std::string& api) const {
  const auto found = folders.find(api);
  return found != folders.end() && !found->second.empty();
}

std::string Places::FolderOf(const std::string& api) const {
  if (Has(api)) return folders.at(api);
  std::string out = api.substr(0, api.rfind('.'));
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

std::vector<std::string> Places::ParentsOf(const std::string& type) const {
  const auto found = parents.find(type);
  return found == parents.end() ? std::vector<std::string>{type} : found->second;
}

Result<Places> FindPlaces(const PlaceQuestion& question, const OpenLab& open,
                          const std::string& cache) {
  ASSAY_ASSIGN(const std::string script, ReadFile(lab::HomeFolder() + kScript));
  // Another script may answer otherwise.
  const std::string path =
      StrCat(cache, "/optbug/places-", question.framework, "-", question.version, "-", std::hex,
             HashBytes(script) & 0xffffffff, ".json");
  Places out;
  if (const auto kept = ReadFile(path); kept.ok()) out = Read(ParseJson(*kept));
  json apis = json::array(), types = json::array();
  for (const std::string& api : question.apis)
    if (!out.folders.contains(api)) apis.push_back(api);
  for (const std::string& type : question.types)
    if (!out.parents.contains(type)) types.push_back(type);
  if (apis.empty() && types.empty()) return out;
  ASSAY_ASSIGN(program::ProgramLab* const lab, open());
  ASSAY_ASSIGN(const Places told, Ask(question.framework, script, apis, types, *lab));
  Add(told, out);
  std::error_code ignored;  // a cache that cannot be written costs only time
  fs::create_directories(fs::path(path).parent_path(), ignored);
  (void)WriteFile(path, json{{"folders", out.folders}, {"parents", out.parents}}.dump(1));
  return out;
}

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
