// Parts: what programs of one framework are put together from, as data/optbug/<framework> holds it.
//
// A model is a chain of layers, each of which takes one kind of value and gives one (vec, seq, img,
// …): every chain whose ends fit is a legal model. Values, ways to pass them in and to give results
// back, and twists (odd but legal orders of calls) are chosen on top of it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "optbug/optimisers.h"

namespace assay::optbug {

struct Layer {
  std::string name, from, to;  // kinds of values
  std::string top;             // definitions before the model
  std::string init;            // what makes the module; "": none is kept
  std::string setup;           // further statements of __init__
  std::string call;            // statements of forward
  std::string kind;            // api, desugar or illogical
  std::string exception;       // what mistakes with the construct usually end in
  std::string category;        // of the five root causes
  std::set<std::string> tags;
};

struct Value {
  std::string name, make;
  std::string cast;  // what makes the model ready for it
  std::string category;
  std::set<std::string> kinds;  // empty: all floating ones
  int batch = 2;
  std::set<std::string> tags;
};

struct Passing {
  std::string name;
  std::string sign;      // parameters of forward
  std::string first;     // its first statements
  std::string pass;      // a tuple of arguments
  std::string keywords;  // a dictionary of them
  std::string category;
  std::set<std::string> tags;
};

struct Giving {
  std::string name, give;
  std::set<std::string> tags;
};

struct Twist {
  std::string name;
  std::string before, after;      // statements before and after the optimisation
  std::set<std::string> refuses;  // tags, techniques and names of optimisers
  std::set<std::string> only;     // techniques or names of optimisers; empty: all
};

struct Parts {
  std::string framework;    // whose optimisers these are
  std::string environment;  // of the program lab
  std::string layout;       // of a program
  std::string outer;        // a model around another one
  std::string evaluation;   // what takes a model out of training; "": nothing does
  std::string check;        // functions that programs judge with
  std::map<std::string, std::string> shapes;  // by kind
  std::vector<Layer> layers;
  std::vector<Value> values;
  std::vector<Passing> passings;
  std::vector<Giving> givings;
  std::vector<Twist> twists;
  std::vector<Optimiser> optimisers;
};

// The kind of value that is no number: indices of words.
inline constexpr std::string_view kTokens = "tok";

// Frameworks that programs can be made for.
const std::vector<std::string>& KnownFrameworks();

// An error names the file and the entry.
Result<Parts> LoadParts(const std::string& framework);

// Whether `kind` can be fed with the value.
bool Feeds(const Value& value, const std::string& kind);

}  // namespace assay::optbug
