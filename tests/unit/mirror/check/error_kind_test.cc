#include <gtest/gtest.h>

#include "mirror/check/assess.h"

namespace assay::mirror {
namespace {

Assessment Failing(bool valid, const std::string& exception) {
  Assessment out;
  out.valid = valid;
  out.symptom = exception.empty() ? "" : "exception";
  out.twin_outcome.run.exception = exception;
  return out;
}

std::string Kinds(const Roles& roles, Assessment a) {
  NameError(roles, a);
  return a.error_kind + " " + a.transfer_error;
}

TEST(ErrorKind, PreservingOnesHaveNone) {
  Assessment a = Failing(true, "");
  a.preserving = true;
  EXPECT_EQ(Kinds({}, a), " ");
}

TEST(ErrorKind, AreThoseOfThePaper) {
  Roles empty;
  empty.empty = true;
  EXPECT_EQ(Kinds(empty, Failing(true, "")), "empty incomplete-code");
  EXPECT_EQ(Kinds({}, Failing(false, "SyntaxError")), "empty incomplete-code");
  EXPECT_EQ(Kinds({}, Failing(false, "AttributeError")), "untargeted nonexistent-api");
  EXPECT_EQ(Kinds({}, Failing(true, "TypeError")), "wrong-args wrong-args");
  EXPECT_EQ(Kinds({}, Failing(true, "")), "untargeted behaviour-not-followed");
}

TEST(ErrorKind, AnErrorThatTheSourceRaisesAsWellIsNoMisuse) {
  Assessment a = Failing(true, "ValueError");
  a.source_symptom = "exception";
  EXPECT_EQ(Kinds({}, a), "untargeted behaviour-not-followed");
}

}  // namespace
}  // namespace assay::mirror
