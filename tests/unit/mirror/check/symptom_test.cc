#include "mirror/check/symptom.h"

#include <gtest/gtest.h>

namespace assay::mirror {
namespace {

using program::ProgramOutcome;
using program::ProgramStatus;

ProgramOutcome Raised(const std::string& exception, const std::string& message) {
  ProgramOutcome out;
  out.status = ProgramStatus::kException;
  out.run.exception = exception;
  out.run.message = message;
  return out;
}

TEST(Symptom, FailedAssertionsAndErrorsAreTwoThings) {
  EXPECT_EQ(SymptomOf(Raised("AssertionError", "")), "assertion");
  EXPECT_EQ(SymptomOf(Raised("ValueError", "bad")), "exception");
  EXPECT_EQ(SymptomOf({}), "");
}

TEST(Symptom, PythonsOwnErrorsAreNoRefusals) {
  EXPECT_TRUE(IsOwnMistake(Raised("IndexError", "tuple index out of range").run));
  EXPECT_TRUE(
      IsOwnMistake(Raised("ValueError", "not enough values to unpack (expected 4, got 3)").run));
  EXPECT_TRUE(
      IsOwnMistake(Raised("AttributeError", "'float' object has no attribute 'astype'").run));
  EXPECT_FALSE(IsOwnMistake(Raised("IndexError", "index 5 is out of bounds for axis 0").run));
  EXPECT_FALSE(IsOwnMistake(Raised("RuntimeError", "shape mismatch").run));
}

TEST(Symptom, AStatedLimitIsNoFault) {
  EXPECT_TRUE(
      IsStatedLimit("InvalidArgumentError",
                    "Value for attr 'T' of int8 is not in the list of allowed values: half"));
  EXPECT_TRUE(IsStatedLimit("NotImplementedError", ""));
  EXPECT_FALSE(IsStatedLimit("ValueError", "shapes do not match"));
  EXPECT_FALSE(IsStatedLimit("InternalError", "unsupported type; please file a bug"));
}

TEST(Symptom, NumpysLimitsAreNoRefusalsOfAFramework) {
  EXPECT_TRUE(IsNumpysLimit(
      Raised("ValueError", "array is too big; `arr.size * arr.dtype.itemsize` is larger than")
          .run));
  EXPECT_FALSE(IsNumpysLimit(Raised("RuntimeError", "numel: integer overflow").run));
}

TEST(Symptom, ABusyMachineIsNoHang) {
  ProgramOutcome out;
  out.status = ProgramStatus::kHangs;
  out.run.limit = "wall";
  out.run.seconds = 60;
  out.run.busy = 1;
  out.run.cpu_seconds = 58;  // an endless loop
  EXPECT_EQ(SymptomOf(out), "hangs");
  out.run.cpu_seconds = 5;  // wanted to work, and was not let
  EXPECT_EQ(SymptomOf(out), "limit");
  out.run.busy = 0.01, out.run.cpu_seconds = 0.1;  // a deadlock
  EXPECT_EQ(SymptomOf(out), "hangs");
}

TEST(Symptom, LimitsAccuseNobody) {
  EXPECT_EQ(SymptomOf(Raised("MemoryError", "")), "limit");
  ProgramOutcome out = Raised("LimitExceeded", "took more");
  out.run.limit = "memory";
  EXPECT_EQ(SymptomOf(out), "limit");
}

TEST(Symptom, AMemberThatAModuleDoesNotHaveIsInvalidCode) {
  EXPECT_TRUE(IsInvalid(Raised("AttributeError", "module 'jax.numpy' has no attribute 'foo'").run));
  EXPECT_FALSE(IsInvalid(Raised("AttributeError", "'Array' object has no attribute 'foo'").run));
}

TEST(Symptom, FrameworksSayThatTheyAreBroken) {
  EXPECT_TRUE(IsInternalError("RuntimeError", "x INTERNAL ASSERT FAILED at y"));
  EXPECT_FALSE(IsInternalError("ValueError", "shapes do not match"));
}

TEST(Symptom, LibrariesBelowAreNamed) {
  EXPECT_EQ(UpstreamOf("oneDNN primitive failed"), "oneDNN");
  EXPECT_EQ(UpstreamOf("shapes do not match"), "");
}

}  // namespace
}  // namespace assay::mirror
