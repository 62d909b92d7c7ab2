// What is known of an expression while a program is rewritten: enough to tell a tensor's method
// from a list's, and an integer from a number with a fraction.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace assay::mirror {

struct Value {
  enum class Kind {
    kUnknown,
    kTensor,
    kInteger,
    kFloat,
    kBool,
    kComplex,
    kText,
    kSequence,
    kDtype,
    kShape,
    kFunction,  // of the program: `functions`
    kPath,      // a module, class or function of a package: `path`
    kObject,    // of the class `path`, of a package or of the program
    kArray,     // of numpy
    kTape,
    kNone,
  };
  Kind kind = Kind::kUnknown;
  std::string path;
  std::string dtype;         // of tensors, and the one that a dtype is; "": not known
  std::vector<Value> items;  // of sequences, as far as known; of texts in a loop: all of them
  std::vector<std::string> choices;  // the texts that a name can stand for
  std::set<std::string> functions;
  bool leaf = false;           // gradients with respect to it are asked for
  bool scalar = false;         // surely has no axes
  int rank = -1;               // of tensors; -1: not known
  bool dense = false;          // surely lies in memory without gaps, in the order of its axes
  bool changes_input = false;  // an object that changes what it is called with
  bool loose = false;          // a number of Python here, a tensor there

  bool is(Kind other) const { return kind == other; }
  bool number() const {
    return is(Kind::kInteger) || is(Kind::kFloat) || is(Kind::kBool) || is(Kind::kComplex);
  }
};

inline Value Of(Value::Kind kind, std::string dtype = "") {
  Value out;
  out.kind = kind;
  out.dtype = std::move(dtype);
  return out;
}

// An item of what a loop runs over.
Value ElementOf(const Value& over);

// What is true of both; unknown where they differ.
Value Merge(const Value& a, const Value& b);

// The dtype of an operator's result by the rules that torch and jax share; "": not known.
std::string Promote(const std::string& a, const std::string& b);

bool IsFloating(const std::string& dtype);
bool IsComplexType(const std::string& dtype);
bool IsIntegral(const std::string& dtype);  // not bool

// The element types that Python values get when tensors are made of them.

// A number, or a list of nothing else.
bool IsNumeric(const Value& value);

// bool, int, float or complex; "": not known.
std::string NumericType(const Value& value);

}  // namespace assay::mirror
