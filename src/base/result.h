// Result<T>: a value or an Error. std::expected is C++23, so this small one is ours.
//
// Exceptions do not cross a folder boundary; a function that can fail says so in its return type.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace assay {

enum class ErrorKind {
  kRejected,      // a candidate that does not fit: normal in generation, counted, retried quietly
  kInvalid,       // the user's input breaks a rule: exit code 2 with the message
  kUnsupported,   // legal, but not covered here: said plainly, never blamed on anybody
  kUndetermined,  // the answer depends on rounding (a shape taken from an uncertain value, say)
};

struct Error {
  ErrorKind kind = ErrorKind::kInvalid;
  std::string message;
};

inline Error Invalid(std::string message) { return {ErrorKind::kInvalid, std::move(message)}; }
inline Error Reject(std::string message) { return {ErrorKind::kRejected, std::move(message)}; }
inline Error Unsupported(std::string message) {
  return {ErrorKind::kUnsupported, std::move(message)};
}
inline Error Undetermined(std::string message) {
  return {ErrorKind::kUndetermined, std::move(message)};
}

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return state_.index() == 0; }
  const Error& error() const { return std::get<1>(state_); }
  T& value() & {
    ASSAY_CHECK(ok()) << error().message;
    return std::get<0>(state_);
  }
  const T& value() const& {
    ASSAY_CHECK(ok()) << error().message;
    return std::get<0>(state_);
  }
  // By value, so that `for (x : F().value())` does not outlive what it walks over.
  T value() && {
    ASSAY_CHECK(ok()) << error().message;
    return std::get<0>(std::move(state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

// Success without a value, or an Error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose
  bool ok() const { return !error_.has_value(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

// Evaluates `expr` (a Result or Status) and returns its error from the enclosing function.
#define ASSAY_RETURN_IF_ERROR(expr)                      \
  do {                                                   \
    auto&& assay_status = (expr);                        \
    if (!assay_status.ok()) return assay_status.error(); \
  } while (false)

#define ASSAY_CONCAT_INNER(a, b) a##b
#define ASSAY_CONCAT(a, b) ASSAY_CONCAT_INNER(a, b)
// ASSAY_ASSIGN(auto x, F()): x gets the value of F(), or the enclosing function returns the error.
#define ASSAY_ASSIGN(lhs, expr) ASSAY_ASSIGN_IMPL(ASSAY_CONCAT(assay_result_, __LINE__), lhs, expr)
#define ASSAY_ASSIGN_IMPL(result, lhs, expr) \
  auto result = (expr);                      \
  if (!result.ok()) return result.error();   \
  lhs = std::move(result).value()

}  // namespace assay
