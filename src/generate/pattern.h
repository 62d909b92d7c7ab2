// Pattern: a small chain of operators that optimisers look for, written in one line of
// patterns.def.
//
//   d = Sub(x, ReduceMean(x, axes=[-1], keepdims=1)); Div(d, Sqrt(Add(ReduceMean(Mul(d, d)),
//   1e-5)))
//
// Statements are separated by ";"; the last one is what the pattern gives. A call is an operator
// with its operands in order, then attributes or further inputs by name (whichever the schema of
// the opset has: `axes` is an attribute of old reductions and an input of new ones).
//
//   Add|Sub(x, c)     one of several operators; $act stands for the class of that name
//   Conv?(x)          the operator proposes what is not given: attributes and constant inputs
//   a, b = Split?(x)  several results
//   x y z …           run-time values: one that the graph has, or a new input; other letters:
//   weights x[N C H W]        its shape: letters are sizes that are the same wherever they occur,
//   2C twice
//                     that, "." any leading axes. Without: any; of a later operand what broadcasts
//   x:int64  x+       its type ("int", "float", "any": one of those; "index": -1, 0 or 1); well
//   above
//                     zero
//   0.5  3:uint8      a constant of the other operand's type, or of that ("main": the type of x);
//                     2i an int64 scalar; [0 -1 2C] int64s
//   _                 an optional input that is left out; true, false; a=word, a='text'
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"

namespace assay::generate {

// `number` times the size that `letter` stands for; letter 0: the number itself; '.': any axes.
struct PatternDim {
  int64_t number = 1;
  char letter = 0;
};

struct PatternLeaf {
  std::string name;
  bool data = false;      // a run-time value, not a weight
  bool shaped = false;    // `dims` says which shape
  bool positive = false;  // well above zero
  std::string type = "";  // "": that of its neighbours
  std::vector<PatternDim> dims = {};
  std::optional<double> value = {};  // all its elements
};

struct PatternArg {
  enum class Kind { kAbsent, kLeaf, kResult, kNumber, kIndex, kInts, kWord };
  Kind kind = Kind::kAbsent;
  std::string name = "";  // of an attribute or input; "": by position
  int index = 0;          // of the leaf, or of the call
  int output = 0;         // of the call
  double number = 0;
  bool wide = false;    // a number of more axes than its neighbour has
  bool uneven = false;  // a number of its neighbour's shape, one element of which differs
  std::vector<PatternDim> ints = {};
  std::string word = "";  // of a number: its type
};

struct PatternCall {
  std::vector<std::string> ops;  // one of them
  bool proposes = false;
  std::vector<PatternArg> args = {};
  int outputs = 1;
};

struct Pattern {
  std::string name;
  std::string optimisers;  // which have a rewrite of it
  std::vector<PatternLeaf> leaves;
  std::vector<PatternCall> calls;  // in an order in which they can run
  int also_output = -1;            // the result of that call is an output besides
};

// A pattern that a graph has, or something close to it.
struct PatternUse {
  std::string_view name;
  bool near_miss;
};

// The error names the pattern and the place.
Result<Pattern> ParsePattern(std::string_view name, std::string_view text,
                             std::string_view optimisers);

// All of patterns.def, in its order.
std::span<const Pattern> AllPatterns();

// The pattern with one thing changed, so that a rewrite of it would be wrong or needs care: a
// constant, an axis, a type, an operator, the order of operands, something in between, somebody
// else who takes an intermediate result. Nothing in it may be legal any more.
Pattern NearMiss(const Pattern& pattern, Rng& rng);

}  // namespace assay::generate
