// ApiDoc: what is documented of one function, class or method of a framework.
//
// The JSON form is what `assay docs show --json` prints and what `assay docs import` reads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace assay::knowledge {

// One thing that the documentation demands or promises of a parameter, with the words it came from.
struct Constraint {
  std::string kind;       // a name of constraints/rules.def: type, range, enum, shape, …
  std::string parameter;  // whom it is about
  std::string value;      // as it is written: "greater than 0"
  std::string normal;     // for machines: "(0, inf)"; docs/guide/judge-an-api.md lists the forms
  std::string sentence;   // where it stands
  std::string source = "rule";  // who found it: "rule" or "model"
};

struct Parameter {
  std::string name;
  std::string type;                          // as documented, otherwise the annotation; "": unknown
  std::optional<std::string> default_value;  // Python text
  bool optional = false;                     // may be left out
  // positional-only, positional, keyword-only, var-positional, var-keyword
  std::string kind = "positional";
  std::string description;
  std::vector<Constraint> constraints;
};

struct ApiDoc {
  std::string name;                // torch.nn.functional.relu, tf.math.add
  std::string kind = "function";   // function, class, method or property
  std::string framework, version;  // whose
  std::string signature;           // one line per overload
  std::vector<Parameter> parameters;
  std::string returns;
  std::vector<std::string> raises, notes, examples;
  std::string deprecated;  // what is said about it; "": it is not
  std::string source;      // introspection, crawl or import
  std::vector<std::string> aliases;
  std::string text;  // the description itself, markup removed
  // Whether the documentation speaks of parameters at all: it has a section for them or a signature
  // that names one. Not kept in JSON.
  bool documents_parameters = false;
};

nlohmann::json ApiDocJson(const ApiDoc& doc);

// Errors name the key: "parameters[2].name is missing".
Result<ApiDoc> ReadApiDoc(const nlohmann::json& json);

// The parameter of that name; null when there is none.
const Parameter* FindParameter(const ApiDoc& doc, const std::string& name);

}  // namespace assay::knowledge
