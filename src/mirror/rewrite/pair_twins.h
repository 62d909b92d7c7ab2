// Twins from the pair base, as operations that the writer can bind and emit.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "knowledge/pairs/pair_base.h"
#include "mirror/direction.h"
#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {

// Gives the pair base; called at most once, when an API without a rule turns up.
using PairSource = std::function<Result<knowledge::PairBase>()>;

class PairTwins {
 public:
  PairTwins(Direction direction, PairSource source, bool use_model)
      : direction_(std::move(direction)), source_(std::move(source)), use_model_(use_model) {}

  // Null: none, or a false friend. What it gives lives as long as this.
  const PairTwin* Find(const std::string& api, const Rules& rules);

 private:
  Direction direction_;
  PairSource source_;
  bool use_model_, loaded_ = false;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  knowledge::PairBase base_;
  std::map<std::string, std::unique_ptr<PairTwin>> made_;
};

// The pair base of a direction among those that were kept on this machine: one file per pair of
// versions, of which several may be there.
struct Versions {
  std::string from, to;
};

// Of the files of a folder (by their names) the one for these versions, or the nearest to them; a
// version that is not known ("") is met best by the newest. "": none is of that direction.
std::string NearestPairFile(const std::vector<std::string>& names, const Direction& direction,
                            const Versions& installed);

// What the environments hold; "" for a framework that is not there.
Versions InstalledVersions(const Direction& direction);

Result<knowledge::PairBase> KeptPairs(const Direction& direction);

// "torch 2.13.0 and jax 0.4.18 (0.10.2 is installed; …)"; without the brackets where they fit.
std::string DescribePairs(const knowledge::PairBase& base, const Versions& installed);

}  // namespace assay::mirror
