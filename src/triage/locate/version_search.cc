#include "triage/locate/version_search.h"

#include <algorithm>

#include "triage/versions.h"

namespace assay::triage::locate {
namespace {

// After this many old versions that could not run the model it is not worth paying for more.
constexpr int kMaxSilent = 3;

struct Part {
  int64_t number = -1;  // -1: letters
  std::string text;
};

std::vector<Part> PartsOf(const std::string& version) {
  std::vector<Part> out;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (size_t i = 0; i < version.size();) {
    size_t end = i;
    while (end < version.size() && version[end] != '.' && digit(version[end]) == digit(version[i]))
      ++end;
    constexpr size_t kMaxDigits = 18;
    const std::string text = version.substr(i, end - i);
    if (end > i)
      out.push_back(digit(version[i]) && text.size() <= kMaxDigits ? Part{std::stoll(text), ""}
                                                                   : Part{-1, text});
    i = end + (end < version.size() && version[end] == '.' ? 1 : 0);
  }
  return out;
}

const TriedVersion* Find(const std::vector<TriedVersion>& tried, const std::string& version) {
  for (const TriedVersion& one : tried)
    if (ReleasedPart(one.version) == ReleasedPart(version)) return &one;
  return nullptr;
}

}  // namespace

bool VersionLess(const std::string& a, const std::string& b) {
  // A local label such as +cpu makes no other release.
  const auto x = PartsOf(ReleasedPart(a)), y = PartsOf(ReleasedPart(b));
  for (size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    // 1.0 comes behind 1.0rc1 and before 1.0.1 and 1.0.post1.
    const Part none{0, ""};
    const Part &p = i < x.size() ? x[i] : none, &q = i < y.size() ? y[i] : none;
    const bool post_p = p.text == "post", post_q = q.text == "post";
    if (post_p != post_q) return post_q;
    if (p.number != q.number) return p.number < q.number;
    if (p.text != q.text) return p.text < q.text;
  }
  return false;
}

VersionRange RangeOf(const std::vector<TriedVersion>& tried, const std::string& known_bad) {
  std::vector<TriedVersion> older;
  for (const TriedVersion& one : tried)
    if (VersionLess(one.version, known_bad)) older.push_back(one);
  std::sort(older.begin(), older.end(), [](const TriedVersion& a, const TriedVersion& b) {
    return VersionLess(b.version, a.version);
  });
  VersionRange out{known_bad, "", known_bad, ""};
  for (const TriedVersion& one : older) {
    if (one.answer == Answer::kShows) out.first_bad = one.version;
    if (one.answer != Answer::kRight) continue;
    out.last_good = one.version;
    break;
  }
  for (const TriedVersion& one : tried)
    if (one.answer == Answer::kShows && VersionLess(out.newest_bad, one.version))
      out.newest_bad = one.version;
  for (const TriedVersion& one : tried)
    if (one.answer == Answer::kRight && VersionLess(out.newest_bad, one.version) &&
        (out.mended.empty() || VersionLess(one.version, out.mended)))
      out.mended = one.version;
  return out;
}

std::optional<std::string> NextVersion(const std::vector<std::string>& released,
                                       const std::vector<TriedVersion>& tried,
                                       const std::string& known_bad) {
  const VersionRange range = RangeOf(tried, known_bad);
  const auto silent = std::count_if(tried.begin(), tried.end(), [](const TriedVersion& one) {
    return one.answer == Answer::kNone || one.answer == Answer::kOther;
  });
  std::vector<std::string> open;
  for (const std::string& version : released)
    if (VersionLess(version, range.first_bad) && Find(tried, version) == nullptr &&
        (range.last_good.empty() || VersionLess(range.last_good, version)))
      open.push_back(version);
  if (open.empty()) return std::nullopt;
  if (!range.last_good.empty()) return open[open.size() / 2];
  if (silent == 0) return open.front();
  return silent > kMaxSilent ? std::nullopt : std::optional(open[open.size() / 2]);
}

int MostTries(size_t count) {
  int out = count > 0 ? 1 : 0;  // the oldest
  for (; count > 1; count = (count + 1) / 2) ++out;
  return out;
}

}  // namespace assay::triage::locate
