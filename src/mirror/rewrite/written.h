// What the writer passes around: texts with what is known of their values, calls bound to
// operations, statements of a block, names that share memory.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mirror/rewrite/rewriter.h"
#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/value.h"
#include "program/parse/syntax.h"

namespace assay::mirror {

// Marks in a text that is not finished.
inline constexpr char kImportsHere[] = "\x03", kHelpersHere[] = "\x04";

struct Written {
  std::string text;
  Value value;
  bool tight = false;  // needs no brackets before a dot
};

// An operation with values in its slots.
struct Bound {
  const Operation* operation = nullptr;
  const Spelling* spelling = nullptr;  // the source's
  std::map<std::string, Written> slots;
};

using NameSet = std::set<std::string, std::less<>>;

// What the passes before have learnt.
struct Memory {
  std::map<std::string, std::vector<Value>> parameters;       // of functions, by place
  std::map<std::string, std::map<std::string, Value>> named;  // of functions, by name
  std::map<std::string, Value> returns;
  std::map<std::string, Value> attributes;  // Class.name
  NameSet leaves;                           // names whose gradient is asked for
  NameSet accumulating;                     // leaves whose gradients of several rounds add up
  std::set<std::string> compiled;  // functions of the program that are handed to a compiler
  bool wide = false;               // 64-bit types are used
  // Gradients by the weights of layers are asked for, and kept by a helper of the twin.
  bool trains_layers = false;
  // Parameters that a function changes in their place, with their numbers.
  std::map<std::string, std::map<std::string, size_t>> changes;
};

// A twin from the pair base for an API without a rule.
struct PairTwin {
  std::string twin, by;
  Operation operation;
};
using FindTwin = std::function<const PairTwin*(const std::string& api)>;

// An argument of a call, written for the other framework.
struct CallArgument {
  std::string keyword;
  Written written;
  program::Node node;
  bool spread = false;

  program::Node value() const { return keyword.empty() || spread ? node : node.field("value"); }
};
// A call of a method.
struct MethodCall {
  const program::Node& node;
  const Written& object;
  const std::string& name;
  const std::vector<CallArgument>& arguments;
};
// A statement of a block.
struct BlockItem {
  std::string gap, text;
  program::Node node;
  bool dropped = false;
  std::set<std::string> changed;  // names beside those that stand in the statement itself
};
// How a gradient is written: statements before it, and the expression.
struct GradientText {
  std::string before, text;
};

// What is told of a program while it is written.
struct WriteLog {
  // An API of the source, and what it became.
  void Use(std::string_view api, const program::Node& node, std::string_view twin,
           std::string_view by, const TwinApis& apis = {});
  // `twin` is an API itself, unless `apis` says more.
  void Idiom(std::string_view api, const program::Node& node, std::string_view twin);
  void Idiom(std::string_view api, const program::Node& node, std::string_view twin,
             const TwinApis& apis) {
    Use(api, node, twin, "idiom", apis);
  }
  // A place that is left as it stands; gives `written` back.
  Written Leave(const program::Node& node, Written written, const std::string& api,
                const std::string& why);
  // The same for one that is used here.
  Written Lacks(const program::Node& node, Written written, const std::string& api,
                const std::string& why) {
    Use(api, node, "", "");
    return Leave(node, std::move(written), api, why);
  }
  void Note(const std::string& text);
  // The name of a helper that is called.
  std::string Helper(const std::string& name);

  std::vector<Left> left;
  std::vector<ApiUse> uses;
  std::vector<std::string> notes;
  std::set<std::string> helpers;
};

}  // namespace assay::mirror
