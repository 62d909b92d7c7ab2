// The version: bisection over released versions, those at hand first.
#include <algorithm>

#include "base/strings.h"
#include "triage/locate/question.h"
#include "triage/locate/version_search.h"

namespace assay::triage::locate {
namespace {

Result<TriedVersion> TryVersion(const Inquiry& inquiry, const std::string& version) {
  inquiry.progress(StrCat("versions: ", version));
  ASSAY_ASSIGN(const lab::Target target, inquiry.versions.get(version));
  ASSAY_ASSIGN(const Trial trial, inquiry.trier.Run(target));
  Answer answer = trial.answer;
  // Messages are worded anew from version to version: the same kind of failure is taken for it.
  if (answer == Answer::kOther && trial.status == CaseStatusName(inquiry.seen.result.status))
    answer = Answer::kShows;
  return TriedVersion{version, answer, trial.status};
}

std::string Sentence(const VersionRange& range, const std::vector<TriedVersion>& tried) {
  const std::string mended = range.mended.empty() ? "" : StrCat("; mended in ", range.mended);
  if (!range.last_good.empty())
    return StrCat("since ", range.first_bad, "; ", range.last_good, " is right", mended);
  const auto shown = std::count_if(tried.begin(), tried.end(), [](const TriedVersion& one) {
    return one.answer == Answer::kShows;
  });
  if (shown < 2)
    return StrCat("shown by ", range.first_bad,
                  mended.empty() ? "; no other version gave an answer" : mended);
  const std::string all = static_cast<size_t>(shown) == tried.size()
                              ? StrCat("all ", tried.size(), " tried")
                              : StrCat(shown, " of ", tried.size(), " tried",
                                       mended.empty() ? "; none is right" : mended);
  return StrCat("shown by ", range.first_bad, " … ", range.newest_bad, ", ", all);
}

void Keep(std::vector<TriedVersion> tried, const std::string& known_bad, nlohmann::json& location) {
  std::sort(tried.begin(), tried.end(), [](const TriedVersion& a, const TriedVersion& b) {
    return VersionLess(a.version, b.version);
  });
  const VersionRange range = RangeOf(tried, known_bad);
  nlohmann::json rows = nlohmann::json::array();
  for (const TriedVersion& one : tried)
    rows.push_back({{"version", one.version},
                    {"status", one.status},
                    {"shows", one.answer == Answer::kShows}});
  location["versions"] = {{"first_bad", range.first_bad},
                          {"last_good", range.last_good},
                          {"mended", range.mended},
                          {"summary", Sentence(range, tried)},
                          {"tried", std::move(rows)}};
}

}  // namespace

Status AskVersions(const Inquiry& inquiry, nlohmann::json& location) {
  const Versions& versions = inquiry.versions;
  std::vector<TriedVersion> tried;
  Status ended;
  const auto try_one = [&](const std::string& version) {
    auto one = TryVersion(inquiry, version);
    if (one.ok())
      tried.push_back(std::move(one).value());
    else
      ended = one.error();
    Keep(tried, versions.known_bad, location);
    return ended.ok();
  };
  for (const std::string& version : versions.at_hand)
    if (!try_one(version)) return ended;
  while (const auto next = NextVersion(versions.released, tried, versions.known_bad))
    if (!try_one(*next)) return ended;
  return ended;
}

}  // namespace assay::triage::locate
