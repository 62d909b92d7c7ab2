#include "triage/locate/cure.h"

#include <algorithm>

namespace assay::triage::locate {
namespace {

class Search {
 public:
  Search(const TryWithout& try_without, Cure& cure) : try_without_(try_without), cure_(cure) {}

  Result<Answer> Try(const Names& off) {
    ++cure_.tries;
    return try_without_(off);
  }

  // Delta debugging: parts of the set, then what is left without a part, then smaller parts.
  Result<Names> Thin(Names set) {
    for (size_t parts = 2; set.size() > 1;) {
      ASSAY_ASSIGN(const Names smaller, Smaller(set, parts));
      if (!smaller.empty()) {
        parts = smaller.size() * 2 <= set.size() ? 2 : std::max<size_t>(parts - 1, 2);
        set = smaller;
      } else if (parts >= set.size()) {
        break;
      } else {
        parts = std::min(parts * 2, set.size());
      }
    }
    return set;
  }

 private:
  // A proper subset that cures, out of cutting `set` in `parts`; empty when there is none.
  Result<Names> Smaller(const Names& set, size_t parts) {
    for (const bool without : {false, true}) {
      if (without && parts == 2) break;  // the same sets again
      for (size_t k = 0; k < parts; ++k) {
        const auto begin = set.begin() + static_cast<std::ptrdiff_t>(k * set.size() / parts);
        const auto end = set.begin() + static_cast<std::ptrdiff_t>((k + 1) * set.size() / parts);
        Names chosen(begin, end);
        if (without) {
          chosen.assign(set.begin(), begin);
          chosen.insert(chosen.end(), end, set.end());
        }
        if (chosen.empty()) continue;
        ASSAY_ASSIGN(const Answer answer, Try(chosen));
        if (answer == Answer::kRight) return chosen;
      }
    }
    return Names();
  }

  const TryWithout& try_without_;
  Cure& cure_;
};

}  // namespace

Result<Cure> FindCure(const Names& names, bool each, const TryWithout& try_without) {
  Cure cure;
  Search search(try_without, cure);
  ASSAY_ASSIGN(cure.all, search.Try(names));
  if (cure.all == Answer::kShows) return cure;
  if (cure.all == Answer::kRight) {
    ASSAY_ASSIGN(cure.minimal, search.Thin(names));
    if (cure.minimal.size() == 1) cure.alone = cure.minimal;
    // When it takes several together, none of them is enough; another one may be.
    if (!each) return cure;
  }
  cure.alone.clear();
  for (const std::string& name : names) {
    if (cure.minimal.size() == 1 && name == cure.minimal[0]) {
      cure.alone.push_back(name);
      continue;
    }
    ASSAY_ASSIGN(const Answer answer, search.Try({name}));
    if (answer == Answer::kRight) cure.alone.push_back(name);
  }
  if (cure.minimal.empty() && !cure.alone.empty()) cure.minimal = {cure.alone.front()};
  return cure;
}

}  // namespace assay::triage::locate
