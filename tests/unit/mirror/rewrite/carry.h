// One program carried by the rules alone, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "mirror/rewrite/rewriter.h"

namespace assay::mirror {

inline Rewritten Carried(const std::string& from, const std::string& to, const std::string& text) {
  const auto rewriter = Rewriter::Open(
      {from, to}, false, [] { return Result<knowledge::PairBase>(knowledge::PairBase{}); });
  EXPECT_TRUE(rewriter.ok()) << rewriter.error().message;
  return rewriter->Rewrite(text);
}

}  // namespace assay::mirror
