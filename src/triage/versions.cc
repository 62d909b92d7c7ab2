#include "triage/versions.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace assay::triage {
namespace {

// One piece of a version: a number, or a word that places it before or behind its release.
struct Piece {
  int rank = 0;  // of a word: below 0 before the release, above 0 behind it
  long long number = 0;
};

int RankOf(const std::string& word) {
  if (word == "dev") return -4;
  if (word == "a" || word == "alpha") return -3;
  if (word == "b" || word == "beta") return -2;
  if (word == "rc" || word == "c") return -1;
  return 1;  // post, r and whatever else is appended to a release
}

// Numbers longer than this are dates with a time, which still fit into 64 bits.
constexpr size_t kMaxDigits = 18;

std::vector<Piece> Pieces(const std::string& version) {
  std::vector<Piece> out;
  for (size_t i = 0; i < version.size();) {
    size_t end = i;
    if (std::isdigit(static_cast<unsigned char>(version[i])) != 0) {
      while (end < version.size() && std::isdigit(static_cast<unsigned char>(version[end])) != 0)
        ++end;
      const std::string digits = version.substr(i, std::min(end - i, kMaxDigits));
      out.push_back({0, std::stoll(digits)});
    } else if (std::isalpha(static_cast<unsigned char>(version[i])) != 0) {
      while (end < version.size() && std::isalpha(static_cast<unsigned char>(version[end])) != 0)
        ++end;
      out.push_back({RankOf(version.substr(i, end - i)), 0});
    } else {
      end = i + 1;
    }
    i = end;
  }
  return out;
}

}  // namespace

std::string ReleasedPart(const std::string& version) {
  return version.substr(0, version.find('+'));
}

int CompareVersions(const std::string& a, const std::string& b) {
  const std::vector<Piece> left = Pieces(ReleasedPart(a));
  const std::vector<Piece> right = Pieces(ReleasedPart(b));
  // What is missing counts as 0: 1.31 and 1.31.0 are the same release.
  for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const Piece x = i < left.size() ? left[i] : Piece{};
    const Piece y = i < right.size() ? right[i] : Piece{};
    if (x.rank != y.rank) return x.rank < y.rank ? -1 : 1;
    if (x.number != y.number) return x.number < y.number ? -1 : 1;
  }
  return 0;
}

}  // namespace assay::triage
