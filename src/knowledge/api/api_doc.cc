#include "knowledge/api/api_doc.h"

#include <algorithm>
#include <array>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

constexpr std::array kKinds = {"function", "class", "method", "property"};
constexpr std::array kParameterKinds = {"positional-only", "positional", "keyword-only",
                                        "var-positional", "var-keyword"};

json ParameterJson(const Parameter& parameter) {
  json constraints = json::array();
  for (const Constraint& c : parameter.constraints)
    constraints.push_back(ASSAY_FIELDS(c, kind, parameter, value, normal, sentence, source));
  return With(ASSAY_FIELDS(parameter, name, type, optional, kind, description),
              {{"default", parameter.default_value ? json(*parameter.default_value) : json()},
               {"constraints", constraints}});
}

// Reads members of one object; the first problem is kept, with its place.
class DocReader {
 public:
  DocReader(const json& object, std::string place) : object_(object), place_(std::move(place)) {
    if (!object.is_object())
      problem_ = StrCat(place_.empty() ? "the entry" : place_, " is not an object");
  }

  std::string Text(const char* key, bool needed = false) {
    const json* value = Find(key);
    if (value == nullptr || value->is_null()) {
      if (needed) Complain(key, "is missing");
      return "";
    }
    if (!value->is_string()) {
      Complain(key, "is not a string");
      return "";
    }
    return value->get<std::string>();
  }

  std::vector<std::string> Texts(const char* key) {
    std::vector<std::string> out;
    const json* value = Find(key);
    if (value == nullptr || value->is_null()) return out;
    const bool texts =
        value->is_array() &&
        std::all_of(value->begin(), value->end(), [](const json& v) { return v.is_string(); });
    if (!texts)
      Complain(key, "is not a list of strings");
    else
      out = value->get<std::vector<std::string>>();
    return out;
  }

  bool Flag(const char* key) {
    const json* value = Find(key);
    if (value == nullptr || value->is_null()) return false;
    if (!value->is_boolean()) Complain(key, "is neither true nor false");
    return value->is_boolean() && value->get<bool>();
  }

  template <size_t kCount>
  void OneOf(const char* key, const std::string& value,
             const std::array<const char*, kCount>& known) {
    if (std::ranges::find(known, value) == known.end())
      Complain(key, StrCat("is '", value, "', none of ", Join(known, ", ")));
  }

  const json* List(const char* key) {
    const json* value = Find(key);
    if (value == nullptr || value->is_null()) return nullptr;
    if (!value->is_array()) Complain(key, "is not a list");
    return value->is_array() ? value : nullptr;
  }

  std::string Place(const char* key) const {
    return place_.empty() ? key : StrCat(place_, ".", key);
  }
  const std::string& problem() const { return problem_; }

 private:
  const json* Find(const char* key) const {
    return object_.is_object() && object_.contains(key) ? &object_[key] : nullptr;
  }
  void Complain(const char* key, const std::string& what) {
    if (problem_.empty()) problem_ = StrCat(Place(key), " ", what);
  }

  const json& object_;
  const std::string place_;
  std::string problem_;
};

Result<Constraint> ReadConstraint(const json& object, const std::string& place,
                                  const std::string& parameter) {
  DocReader reader(object, place);
  Constraint out{reader.Text("kind", true), reader.Text("parameter"), reader.Text("value"),
                 reader.Text("normal"), reader.Text("sentence")};
  if (out.parameter.empty()) out.parameter = parameter;
  if (const std::string source = reader.Text("source"); !source.empty()) out.source = source;
  if (!reader.problem().empty()) return Invalid(reader.problem());
  return out;
}

Result<Parameter> ReadParameter(const json& object, const std::string& place) {
  DocReader reader(object, place);
  Parameter out;
  out.name = reader.Text("name", true);
  out.type = reader.Text("type");
  if (object.is_object() && object.contains("default") && !object["default"].is_null())
    out.default_value = reader.Text("default");
  out.optional = reader.Flag("optional") || out.default_value.has_value();
  const std::string kind = reader.Text("kind");
  if (!kind.empty()) {
    reader.OneOf("kind", kind, kParameterKinds);
    out.kind = kind;
  }
  out.description = reader.Text("description");
  if (const json* list = reader.List("constraints"))
    for (size_t i = 0; i < list->size(); ++i) {
      ASSAY_ASSIGN(
          out.constraints.emplace_back(),
          ReadConstraint((*list)[i], StrCat(reader.Place("constraints"), "[", i, "]"), out.name));
    }
  if (!reader.problem().empty()) return Invalid(reader.problem());
  return out;
}

}  // namespace

json ApiDocJson(const ApiDoc& doc) {
  json parameters = json::array();
  for (const Parameter& parameter : doc.parameters) parameters.push_back(ParameterJson(parameter));
  return With(ASSAY_FIELDS(doc, name, kind, framework, version, signature, returns, raises, notes,
                           examples, deprecated, source, aliases),
              {{"parameters", parameters},
               {"description", doc.text},
               {"documented", doc.source != "undocumented"}});
}

Result<ApiDoc> ReadApiDoc(const json& object) {
  DocReader reader(object, "");
  ApiDoc out;
  out.name = reader.Text("name", true);
  const std::string kind = reader.Text("kind");
  if (!kind.empty()) {
    reader.OneOf("kind", kind, kKinds);
    out.kind = kind;
  }
  out.framework = reader.Text("framework");
  out.version = reader.Text("version");
  out.signature = reader.Text("signature");
  out.returns = reader.Text("returns");
  out.raises = reader.Texts("raises");
  out.notes = reader.Texts("notes");
  out.examples = reader.Texts("examples");
  out.deprecated = reader.Text("deprecated");
  out.source = reader.Text("source");
  out.aliases = reader.Texts("aliases");
  out.text = reader.Text("description");
  if (const json* list = reader.List("parameters"))
    for (size_t i = 0; i < list->size(); ++i) {
      ASSAY_ASSIGN(out.parameters.emplace_back(),
                   ReadParameter((*list)[i], StrCat("parameters[", i, "]")));
    }
  if (!reader.problem().empty()) return Invalid(reader.problem());
  return out;
}

const Parameter* FindParameter(const ApiDoc& doc, const std::string& name) {
  for (const Parameter& parameter : doc.parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

}  // namespace assay::knowledge
