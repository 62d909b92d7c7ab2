// The types of the paper, whatever the case and the typing errors.
#include "base/strings.h"
#include "bugs/database/bug.h"
#include "bugs/database/text.h"

namespace assay::bugs {
namespace {

constexpr std::string_view kTypes[] = {
#define MANIFESTATION(name) name,
#include "bugs/database/manifestation.def"
#undef MANIFESTATION
};
// "Runtime Error" and "Runtime Warning" lie much further apart than a slip of the fingers.
constexpr int kMostSlips = 2;

}  // namespace

std::span<const std::string_view> ManifestationTypes() { return kTypes; }

std::string_view ManifestationType(std::string_view written) {
  const std::string letters = LettersOf(written);
  if (letters.empty()) return "";
  for (const std::string_view type : kTypes)
    if (LettersOf(type) == letters) return type;
  for (const std::string_view type : kTypes)
    if (EditDistance(LettersOf(type), letters) <= kMostSlips) return type;
  return "";
}

}  // namespace assay::bugs
