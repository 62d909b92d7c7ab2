// Parts: what programs of one framework are put together from, as data/optbug/<framework> holds it.
//
// A model is a chain of layers, each of which takes one kind of value and gives one (vec, seq, img,
// …): every chain whose ends fit is a legal model. Values, ways to pass them in and to give results
// back, and twists (odd but legal orders of calls) are chosen on top of it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/toml.h"

namespace assay::optbug {

// Reading the tables of data/optbug.

// Whole file data/optbug/<framework>/<name>.
Result<std::string> ReadData(const std::string& framework, const std::string& name);
Result<Toml> ReadTable(const std::string& framework, const std::string& name);

// The text of a key without the line breaks around it, or the default.
std::string Text(const Toml& entry, std::string_view key, std::string_view otherwise = "");
std::set<std::string> WordSet(const Toml& entry, std::string_view key);

// Optimisations of models: one entry each in data/optbug/<framework>/optimisers.toml, with what the
// documentation promises of them and what it excludes.

// What may change of the results.
enum class Loss {
  kRounding,  // no more than rounding explains
  kGradient,  // the same, and of the gradients too
  kInt8,      // what eight bits explain
  kFloat16,   // what half precision explains
  kAutocast,  // the original under autocast, up to what autocast itself loses
  kMasked,    // nothing, once the masks are applied to a copy
};

struct Optimiser {
  std::string name, api, technique;
  std::string imports;               // further lines
  std::string prepare;               // before the claim: failing here accuses nobody
  std::string apply;                 // makes `optimised` of `model`
  std::string check;                 // further checks
  std::string expect;                // in place of the usual `expected` and `exact`
  std::string place;                 // folder of its code
  std::string sentence;              // the documentation's words
  std::string environment;           // "": the framework's own
  std::vector<std::string> preload;  // modules that a lab imports before
  // Of kInt8: "" compares with the model moved at random; "scales" holds every layer against its
  // own scales and zero points; "folded" does so too, but weights hold other layers' too.
  std::string bounds;
  Loss loss = Loss::kRounding;
  bool copies = false;  // the model itself must stay as it is
  bool slow = false;
  bool rare = false;  // so slow that even slow ones go before
  int runs = 1;
  std::set<std::string> only, one_of, refuses;  // layers, layers, tags
};

// In the order of the file. An error names the entry and what is wrong.
Result<std::vector<Optimiser>> LoadOptimisers(const std::string& framework);

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
  bool any_shape = false;  // takes a floating tensor of any shape and gives one of the same
};

struct Value {
  std::string name, make;
  std::string cast;  // what makes the model ready for it
  std::string category;
  std::set<std::string> kinds;  // empty: all floating ones
  int batch = 2;
  std::set<std::string> tags;
};

// A change of an input that another program brings: its shape stays, so that the model still takes
// it.
struct Variation {
  std::string name;
  std::string change;  // an expression over {v}
  std::string cast;    // what makes the model ready for it
  std::string type;    // the element type that comes of it; "" when it stays
  std::string category;
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
  std::string around;       // a model around one that was taken
  std::string evaluation;   // what takes a model out of training; "": nothing does
  std::string check;        // functions that programs judge with
  std::map<std::string, std::string> shapes;  // by kind
  std::vector<Layer> layers;
  std::vector<Value> values;
  std::vector<Variation> variations;
  std::vector<Passing> passings;
  std::vector<Giving> givings;
  std::vector<Twist> twists;
  std::vector<Optimiser> optimisers;
};

// The kind of value that is no number: indices of words.
inline constexpr std::string_view kTokens = "tok";

// Frameworks that programs can be made for.
const std::vector<std::string>& KnownFrameworks();
// Whose models a framework optimises: ONNX Runtime and OpenVINO take those that PyTorch exports.
const std::string& ModelsOf(const std::string& framework);

// An error names the file and the entry.
Result<Parts> LoadParts(const std::string& framework);

// The kind of value before position `at` of a chain; a layer of any shape hands on the one before.
const std::string& KindBefore(const Parts& parts, const std::vector<size_t>& chain, size_t at);
// Whether the layer can stand behind another one that gives `kind`.
bool Takes(const Layer& layer, const std::string& kind);

// Whether `kind` can be fed with the value.
bool Feeds(const Value& value, const std::string& kind);

// Form: one program that optimises a model, as choices among the parts, so that the parts of
// different programs can be exchanged; and its text.

// A model and its inputs from the text of another program, as parts that can be exchanged with
// those of a third one.
struct Taken {
  std::string origin;               // the program, or those that model and inputs come from
  std::string top;                  // imports, definitions and what else comes before
  std::string model;                // expression
  std::vector<std::string> inputs;  // expressions
  // The same statements apart: what the model needs, what the inputs need.
  std::string model_top, input_top;
  std::set<std::string> apis;  // that the model calls
  bool container = false;      // the model is a chain of modules and nothing else
  std::set<std::string> tags;
  // What a run told, one word per input: "float32", "int64", "object"; and of the result.
  std::vector<std::string> takes;
  std::string gives;

  std::string InputTuple() const;
  bool OnlyTensors() const;  // all inputs are; false before it was run
};

struct Form {
  std::string origin;           // "layers", or the program that model and inputs were taken from
  std::optional<Taken> taken;   // then `layers` follow its model, value and passing say nothing
  std::optional<Taken> beside;  // another model that runs beside it, on inputs of its own
  std::optional<size_t> variation;  // of the inputs of what was taken
  std::vector<size_t> layers;       // positions in Parts::layers
  size_t value = 0, passing = 0, giving = 0, optimiser = 0;
  std::optional<size_t> twist;
  bool nested = false;    // the chain is a module inside the model
  bool training = false;  // in training mode
  // What the program that the search came from is known for; "" for none.
  std::string category, exception;

  bool operator==(const Form& other) const;
};

// The tags of all that was chosen.
std::set<std::string> TagsOf(const Parts& parts, const Form& form);

// Whether the chain is legal, the value fits its start, and the optimiser is documented to take it.
bool Fits(const Parts& parts, const Form& form);

struct Written {
  std::string text;
  int claim_line = 0;   // what goes wrong before it is not about the optimisation
  std::string helpers;  // the part of the text that is ours
};

// Texts that a program prints on its way. Before the optimisation and before each run of the
// optimised model, which are the optimiser's; before what looks at the outcome, which is ours.
inline constexpr std::string_view kOptimiseMark = "-- optimise --";
inline constexpr std::string_view kRunMark = "-- run --";
inline constexpr std::string_view kCheckMark = "-- check --";
inline constexpr std::string_view kRanMark = "-- ran --";

// `cost`: the program also compares time and size of the optimised model with the original's.
Written Write(const Parts& parts, const Form& form, bool cost = false);

// The APIs of the modules that the named layers make: torch.nn.Linear of nn.Linear(8, 8).
std::set<std::string> ApisOfLayers(const Parts& parts, const std::set<std::string>& names);

// Whether the variation can be made of at least one input.
bool Varies(const Variation& variation, const Taken& taken);

// "linear+relu, value empty, passing list": what distinguishes the form; for signatures.
std::string Describe(const Parts& parts, const Form& form);

}  // namespace assay::optbug
