#include "knowledge/issues/gitee.h"

#include <array>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

constexpr const char* kPublicGitee = "https://gitee.com/api/v5";
constexpr size_t kMaxPulls = 30;

// By the value of "priority"; 0 says nothing.
constexpr std::array<const char*, 5> kPriorities = {"", "priority/unimportant", "priority/minor",
                                                    "priority/main", "priority/serious"};

void AddPriority(const json& entry, json& out) {
  const int64_t priority = IntAt(entry, "priority");
  if (priority <= 0 || priority >= static_cast<int64_t>(kPriorities.size())) return;
  json labels = ArrayAt(entry, "labels");
  if (!labels.is_array()) labels = json::array();
  labels.push_back({{"name", kPriorities[static_cast<size_t>(priority)]}});
  out["labels"] = std::move(labels);
}

}  // namespace

GitHubOptions DefaultGiteeOptions() {
  GitHubOptions out = DefaultGitHubOptions();
  const char* base = std::getenv("ASSAY_GITEE_API");
  out.base = base == nullptr || *base == '\0' ? kPublicGitee : base;
  while (out.base.ends_with('/')) out.base.pop_back();
  // GitHub's is nobody's business there.
  const char* token = std::getenv("GITEE_TOKEN");
  out.token = token == nullptr ? "" : Trim(token);
  out.token_name = "GITEE_TOKEN";
  return out;
}

std::string InUtc(const std::string& time) {
  int year = 0, hours = 0, minutes = 0, seconds = 0, zone_hours = 0, zone_minutes = 0, end = 0;
  unsigned month = 0, day = 0;
  char sign = 0;
  // NOLINTNEXTLINE(cert-err34-c): the ranges are checked below
  if (std::sscanf(time.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d%n", &year, &month, &day, &hours, &minutes,
                  &seconds, &end) != 6)
    return time;
  // Fractions of a second may follow.
  size_t zone = static_cast<size_t>(end);
  while (zone < time.size() &&
         (time[zone] == '.' || std::isdigit(static_cast<unsigned char>(time[zone])) != 0))
    ++zone;
  // NOLINTNEXTLINE(cert-err34-c)
  if (std::sscanf(time.c_str() + zone, "%c%2d:%2d", &sign, &zone_hours, &zone_minutes) != 3 ||
      (sign != '+' && sign != '-'))
    return time;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!date.ok()) return time;
  const auto offset = std::chrono::hours(zone_hours) + std::chrono::minutes(zone_minutes);
  auto moment = std::chrono::sys_days(date) + std::chrono::hours(hours) +
                std::chrono::minutes(minutes) + std::chrono::seconds(seconds);
  moment += sign == '+' ? -offset : offset;
  const auto days = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day utc(days);
  const std::chrono::hh_mm_ss clock(moment - days);
  std::array<char, 40> out{};
  std::snprintf(out.data(), out.size(), "%04d-%02u-%02uT%02ld:%02ld:%02ldZ",
                static_cast<int>(utc.year()), static_cast<unsigned>(utc.month()),
                static_cast<unsigned>(utc.day()), static_cast<long>(clock.hours().count()),
                static_cast<long>(clock.minutes().count()),
                static_cast<long>(clock.seconds().count()));
  return out.data();
}

json FromGitee(const json& entry) {
  if (!entry.is_object()) return entry;
  json out = entry;
  const std::string state = TextAt(entry, "state");
  out["state"] = state == "closed" || state == "rejected" ? "closed" : "open";
  if (state == "closed") out["state_reason"] = "completed";
  if (state == "rejected") out["state_reason"] = "not_planned";
  for (const char* key : {"created_at", "updated_at"}) out[key] = InUtc(TextAt(entry, key));
  out["closed_at"] = InUtc(TextAt(entry, "finished_at"));
  AddPriority(entry, out);
  // Where a company owns the repository, "url" and "repository_url" name the company alone.
  const std::string repo = TextAt(ObjectAt(entry, "repository"), "full_name");
  if (!repo.empty()) out["repo"] = repo;
  out.erase("repository_url");
  return out;
}

Result<std::vector<Fix>> FetchGiteeFixes(GitHub& gitee, const Issue& issue) {
  const std::vector<std::string> names = Split(issue.repo, '/');
  if (names.size() != 2) return std::vector<Fix>();
  const auto pulls =
      gitee.List(StrCat("/repos/", names[0], "/issues/", IssueNumberText(issue.number),
                        "/pull_requests?repo=", UrlEncode(names[1])),
                 kMaxPulls);
  if (!pulls.ok()) {
    if (pulls.error().kind == ErrorKind::kRejected) return std::vector<Fix>();
    return pulls.error();
  }
  std::vector<Fix> out;
  for (const json& pull : *pulls) {
    if (!pull.is_object()) continue;
    if (TextAt(pull, "state") != "merged" && TextAt(pull, "merged_at").empty()) continue;
    Fix fix;
    fix.kind = "pull";
    fix.id = StrCat(NumberOf(pull, "number"));
    fix.title = TextAt(pull, "title");
    fix.body = TextAt(pull, "body");
    out.push_back(std::move(fix));
  }
  return out;
}

}  // namespace assay::knowledge
