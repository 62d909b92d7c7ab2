// Other findings of the same bug, and of the same operator or API.
#include <set>

#include "web/finding/parts.h"

namespace assay::web::finding {
namespace {

using nlohmann::json;

constexpr int64_t kMostOfBug = 50;  // findings of the same bug
constexpr int64_t kMostAlike = 10;  // findings that only look alike

class Related {
 public:
  explicit Related(const Parts& parts) : parts_(parts) { seen_.insert(parts.material.row.id); }

  Status Add(const store::FindingFilter& filter, int64_t limit, const std::string& why) {
    // One more, as the finding itself is among them.
    ASSAY_ASSIGN(const auto found, parts_.sources.WithLists([&](const store::Store& lists) {
      return lists.List(filter, {}, limit + 1, 0);
    }));
    for (const store::ListedFinding& one : found)
      if (seen_.insert(one.row.id).second)
        out_.push_back(With(
            ASSAY_FIELDS(one.row, id, target, kind, state),
            {{"title", one.row.title.empty() ? report::Quote(one.row.message, 160) : one.row.title},
             {"why", why}}));
    return {};
  }

  json Done() { return std::move(out_); }

 private:
  const Parts& parts_;
  std::set<std::string> seen_;
  json out_ = json::array();
};

}  // namespace

Result<json> RelatedJson(const Parts& parts) {
  const store::FindingRow& row = parts.material.row;
  Related out(parts);
  if (!row.grouping.empty()) {
    store::FindingFilter same;
    same.grouping = row.grouping;
    ASSAY_RETURN_IF_ERROR(out.Add(same, kMostOfBug, "the same bug"));
  }
  // Of a program the API is what titles and messages name, of a model the operator.
  const std::string about = parts.material.record.contains("api")
                                ? TextAt(parts.material.record, "api")
                                : report::BlamedOp(parts.material);
  if (about.empty()) return out.Done();
  store::FindingFilter alike;
  alike.text = about;
  alike.facets["framework"] = row.framework;
  ASSAY_RETURN_IF_ERROR(out.Add(alike, kMostAlike, StrCat("also about ", about)));
  return out.Done();
}

}  // namespace assay::web::finding
