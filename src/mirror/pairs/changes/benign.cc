// Numbers by chance from ranges where nothing special happens: whoever differs here does something
// else. Several ranges, since functions are defined on some only (acosh, atanh).
#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

struct Range {
  double from, to;
};
constexpr Range kRanges[] = {{-0.9, 0.9}, {0.1, 0.9}, {1.1, 3.0}, {-5.0, 5.0}};

json Drawn(const json& arguments, const Range& range, Rng& rng) {
  json out = arguments;
  const auto real = [&] { return Single(rng.Real(range.from, range.to)); };
  for (const Place& place : TensorsOf(out)) {
    if (IsFloat(*place.fact)) Renew(*place.fact, [&] { return json(real()); });
    if (IsComplex(*place.fact))
      Renew(*place.fact, [&] {
        const double first = real();
        return json::array({first, real()});
      });
  }
  return out;
}

}  // namespace

void MakeBenign(const json& arguments, Rng& rng, std::vector<Change>& out) {
  out.push_back({"the call as it is", std::string(kBenign), "", arguments});
  for (const Range& range : kRanges)
    out.push_back({StrCat("numbers from ", range.from, " to ", range.to), std::string(kBenign), "",
                   Drawn(arguments, range, rng)});
}

}  // namespace assay::mirror::pairs
