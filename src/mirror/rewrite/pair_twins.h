// Twins from the pair base, as operations that the writer can bind and emit.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

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

}  // namespace assay::mirror
