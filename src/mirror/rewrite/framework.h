// What carrying a program has to know of one framework, as the one it comes from and as the one it
// goes to. One file for each: frameworks/torch.cc, tensorflow.cc, jax.cc, listed in framework.cc.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mirror/rewrite/quirks.h"
#include "mirror/rewrite/written.h"

namespace assay::mirror {

struct FrameworkFacts {
  std::string_view name;
  // As a source.
  std::vector<std::string_view> roots;  // its packages
  // Modules, and what the tables call them: tensorflow is tf.
  std::vector<std::pair<std::string_view, std::string_view>> brief;
  std::vector<std::string_view> spelled;          // what names of the tables begin with
  std::vector<std::string_view> prefixes;         // modules that have the same functions
  std::vector<std::string_view> tensor_keywords;  // names of the tensor that is worked on
  std::string_view tensor;                        // its class
  std::string_view functions;  // the module of functions that are methods, too; "": none are
  std::string_view operators;  // functions by their overloads: torch.ops.aten.add.Tensor; "": none
  std::string_view model;      // the class of networks
  std::vector<std::string_view> networks;   // all of them
  std::vector<std::string_view> compilers;  // functions that compile others
  std::vector<std::string_view> autocasts;  // blocks that compute in a narrow type
  std::string_view keys;                    // the module of random keys
  std::string_view setting;                 // the function that settings are made by,
  std::vector<std::string_view> harmless;   // those that change nothing of what programs give,
  std::string_view wide_setting;            // and the one that asks for 64-bit types
  // As a target.
  std::string_view module;          // that arrays and plain functions are in: "jnp."
  std::string_view like_numpy;      // functions that follow numpy
  std::string_view gradient, leaf;  // what takes gradients, and marks what they are taken by
  std::string_view cast, update;    // what casts, and changes elements
  std::string_view set_variable;    // what changes a variable; "-": an assignment
  std::string_view layer;           // the class below own layers; without a dot: a helper
  // Either.
  bool changes_in_place = false;  // tensors change, and all that share them
  bool variables = false;         // what gradients are taken by are objects with methods to change
  bool promotes = true;           // element types of operands
  bool follows_numpy = false;     // names, parameters and their order
  bool only_tensors = false;      // functions take no numbers of Python
  bool wide_on_request = false;   // 64-bit types are there only where a setting asks for them
  bool numpy_types = true;        // element types are numpy's as well
  bool subtracts_truths = true;
  bool keras = false;           // layers, models and optimisers of Keras
  bool named_results = false;   // what gives several tensors gives them names
  bool at_updates = false;      // x.at[i].set(v)
  bool callable_types = false;  // an element type that is called makes a tensor
  bool array_indices = true;    // of tensors
  bool compiles_objects = true, compiled_take_texts = true;
  std::string_view abbreviated;  // a module that twins import as F; "": none
};

// An element, or several, of a tensor.
struct ItemOf {
  const Written& owner;
  std::string index;                                    // as it is written
  bool mask = false, places = false, reversed = false;  // all of the index is that
  bool backwards = false;                               // a part of it steps so
  bool arrays = false;                                  // a part of it is one
};

// A gradient that is asked for.
struct GradientOf {
  std::string of;     // a value, or a function of what it is taken by
  std::string by;     // a name, or a list of several
  std::string names;  // the same without the brackets
  size_t count = 1;   // of them
  std::string seed;   // that it begins with; "": ones
  std::string tape;   // that has seen how the value was computed
  bool several = false, jacobian = false;
  bool lacking = false, zeros = false;  // what it does not depend on gives nothing; zeros
  bool derived = false, kept = false;   // it is itself derived; more are asked for
};

// How a method or an attribute of a tensor shares the memory of its object.
struct ViewStep {
  // How the object gets its new value from the view's.
  enum class Back { kNoView, kSame, kReshaped, kTransposed, kSwapped, kNone };
  Back back = Back::kNoView;
  bool perhaps = false;   // gives a copy where it must,
  bool layout = false;    // and asks for no more than an order without gaps
  std::string_view type;  // that it casts to
  bool wraps = false;     // as a function: of what is no tensor yet

  bool shares() const { return back != Back::kNoView; }
};

// What gets a text with a value in it asks for the text of an element type, too: `type` is written
// in the framework's own way.
class Framework {
 public:
  virtual ~Framework() = default;
  virtual const FrameworkFacts& facts() const = 0;

  // What methods and attributes of its tensors look at.
  virtual ViewStep View(std::string_view) const { return {}; }
  // Places of arguments that a call changes without its name telling so.
  virtual std::vector<size_t> ChangedArguments(const std::string&,
                                               const std::vector<CallArgument>&) const {
    return {};
  }
  // The element type that a number of Python (int, float, complex, bool) gets by itself. `wide`: in
  // a program with 64-bit types.
  virtual std::string StandardType(const std::string& number, bool wide) const = 0;

  virtual std::string Cast(const Written& x, const std::string& type) const = 0;
  // An element type by its name, which the variable `text` holds; "": the text itself will do.
  virtual std::string TypeByName(const std::string& text) const = 0;
  // Numbers, and lists of them, where a tensor is asked for; `type`: one that must be told, or "".
  virtual std::string TensorOf(const Written& numbers, const std::string& type) const = 0;
  // The same for an array of numpy.
  virtual std::string OfNumpy(const std::string& array) const = 0;
  // A number, or a list of them, where a tensor is needed for its methods or its type; `type` may
  // be "".
  virtual std::string Scalar(const std::string& number, const std::string& type = "") const = 0;
  // What may be a tensor already; `type` may be "".
  virtual std::string Converted(const Written& x, const std::string& type) const = 0;
  // A number whose methods are called; "": it has them.
  virtual std::string Receiver(const std::string&, const std::string&) const { return ""; }
  // An operator between two values, or before one, where Python's own does not do; "": it does.
  virtual std::string Binary(const QuirkContext&, const std::string&, const Written&,
                             const Written&) const {
    return "";
  }
  virtual std::string Negative(const Written&) const { return ""; }
  // owner[index] where Python's own does not do; "": it does.
  virtual std::string Item(const QuirkContext&, const ItemOf&) const { return ""; }
  virtual std::string ListAsIndex(const std::string& list) const { return list; }
  // The tensor with one place changed.
  virtual std::string WithItem(const QuirkContext& context, const Written& owner,
                               const std::string& index, bool simple,
                               const std::string& value) const;
  // The same with an operator (x[i] += v); "": nothing for it.
  virtual std::string WithChange(const Written&, const std::string&, const std::string&,
                                 const std::string&) const {
    return "";
  }
  // name = value, or with an operator between, where the name is a variable.
  virtual std::string SetVariable(const QuirkContext& context, const std::string& name,
                                  const std::string& sign, const Written& value) const = 0;
  // What an element type tells about itself; nothing where Python's own will do.
  virtual std::optional<Written> TypeMember(const QuirkContext&, const Written&,
                                            const std::string&) const {
    return std::nullopt;
  }
  // What stands before a block whose gradients will be asked for; "": nothing.
  virtual std::string TapeHead(const std::string&) const { return ""; }
  virtual std::string Gradient(const QuirkContext& context, const GradientOf& asked) const = 0;
  // One number.
  virtual std::string Sum(const Written& x) const;
  // An element type that numpy is given; `neutral`: its name, where it is known.
  virtual std::string NumpyType(const QuirkContext&, const Written& type,
                                const std::string& neutral) const = 0;
  // Behind the imports of a program with 64-bit types.
  virtual std::string WideSetting() const { return ""; }
  // The imports of a twin program with this text.
  virtual std::vector<std::string> Imports(const std::string& text) const = 0;
};

inline bool IsIn(const std::vector<std::string_view>& all, std::string_view name) {
  return std::ranges::find(all, name) != all.end();
}
// In the order of the tables.
std::span<const Framework* const> AllFrameworks();
template <typename Test>
bool AnyFramework(const Test& test) {
  return std::ranges::any_of(AllFrameworks(), [&](const Framework* f) { return test(f->facts()); });
}
// Must be known.
const Framework& FrameworkNamed(std::string_view name);

// The frameworks that programs are carried between: one line for each.
const Framework& Torch();
const Framework& Tensorflow();
const Framework& Jax();

// Helpers: small functions of data/mirror/helpers/ that say what one call cannot, in a folder for
// each framework and one for what all of them share. Only those that a program uses, and what they
// use themselves, come into it.
class Helpers {
 public:
  // `richer`: the environment with more packages, whose own helpers come in the place of those of
  // the same name; "": none.
  static Result<Helpers> Load(const std::string& framework, const std::string& richer);

  // The definitions of `names` and of all that they use, each behind what it is derived from.
  std::vector<std::string> Needed(const std::set<std::string>& names) const;
  const std::string& Text(const std::string& name) const { return texts_.at(name); }

 private:
  Status Read(const std::string& path, const std::set<std::string>& taken);
  void PutBasesFirst();

  std::vector<std::string> order_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::string> bases_;  // of classes
  std::map<std::string, std::set<std::string>> needs_;
};

// `text` with each whole word `from` as `to`.
std::string ReplaceWord(const std::string& text, const std::string& from, const std::string& to);
bool HasWord(const std::string& text, const std::string& word);

}  // namespace assay::mirror
