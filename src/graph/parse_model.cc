// Models and functions in the text form.
#include <algorithm>
#include <limits>

#include "base/strings.h"
#include "graph/text_parser.h"
#include "graph/text_tensor.h"

namespace assay {

Result<int> TextParser::ParseSmallInt(std::string_view what) {
  const Token at = in_.Peek();
  ASSAY_ASSIGN(const int64_t value, ParseInt(in_, what));
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
    return in_.FailAt(at, StrCat(what, " cannot be as large as ", at.text));
  return static_cast<int>(value);
}

// word="…"
Status TextParser::ParseTextProperty(std::string_view word, std::string& into) {
  ASSAY_RETURN_IF_ERROR(in_.Expect(word, "before a text"));
  ASSAY_RETURN_IF_ERROR(in_.Expect("=", StrCat("after '", word, "'")));
  ASSAY_ASSIGN(into, in_.TakeString("a text in quotes"));
  return {};
}

// opset=21, opset "some.domain"=3, or opset=none (no opset is imported)
Status TextParser::ParseOpset(Opsets& opsets) {
  in_.Take();
  const Token at = in_.Peek();
  std::string domain;
  if (!in_.Is("=")) {
    ASSAY_ASSIGN(domain, in_.TakeName("'=' or a domain after 'opset'"));
  }
  ASSAY_RETURN_IF_ERROR(in_.Expect("=", "before the version of an opset"));
  if (in_.Accept("none")) return {};
  if (opsets.contains(domain))
    return in_.FailAt(at, StrCat("the opset of domain '", domain, "' is given twice"));
  ASSAY_ASSIGN(opsets[domain], ParseSmallInt("the version of an opset"));
  return {};
}

Result<bool> TextParser::ParseProperty(Model& model) {
  const std::pair<std::string_view, std::string*> texts[] = {
      {"producer", &model.producer_name},
      {"producer_version", &model.producer_version},
      {"domain", &model.domain},
      {"doc", &model.doc}};
  for (const auto& [word, text] : texts) {
    if (!in_.Is(word)) continue;
    ASSAY_RETURN_IF_ERROR(ParseTextProperty(word, *text));
    return true;
  }
  if (in_.Accept("ir")) {
    ASSAY_RETURN_IF_ERROR(in_.Expect("=", "after 'ir'"));
    ASSAY_ASSIGN(model.ir_version, ParseSmallInt("the IR version"));
  } else if (in_.Accept("version")) {
    ASSAY_RETURN_IF_ERROR(in_.Expect("=", "after 'version'"));
    ASSAY_ASSIGN(model.model_version, ParseInt(in_, "the version of the model"));
  } else if (in_.Accept("meta")) {
    const Token at = in_.Peek();
    ASSAY_ASSIGN(const std::string key, in_.TakeName("a key after 'meta'"));
    if (model.metadata.contains(key)) return in_.FailAt(at, StrCat("'", key, "' is given twice"));
    ASSAY_RETURN_IF_ERROR(in_.Expect("=", "after the key"));
    ASSAY_ASSIGN(model.metadata[key], in_.TakeString("a text in quotes"));
  } else {
    return false;
  }
  return true;
}

Status TextParser::ParseHeader(Model& model) {
  bool opsets_given = false;
  if (in_.Accept("model")) {
    while (true) {
      if (in_.Is("opset")) {
        ASSAY_RETURN_IF_ERROR(ParseOpset(model.opsets));
        opsets_given = true;
        continue;
      }
      ASSAY_ASSIGN(const bool more, ParseProperty(model));
      if (!more) break;
    }
  }
  if (!opsets_given) model.opsets[""] = kDefaultOpset;
  return {};
}

Result<Model> TextParser::ParseWholeModel() {
  Model model;
  model.ir_version = kDefaultIrVersion;
  ASSAY_RETURN_IF_ERROR(ParseHeader(model));
  bool has_graph = false;
  while (!in_.AtEnd()) {
    if (in_.Is("function")) {
      ASSAY_RETURN_IF_ERROR(ParseFunction(model));
    } else if (in_.Is("graph") && !has_graph) {
      ASSAY_ASSIGN(model.graph, ParseGraph(nullptr, false));
      has_graph = true;
    } else {
      return in_.Expected(has_graph ? "'function' or the end" : "'model', 'graph' or 'function'");
    }
  }
  if (!has_graph) return in_.Expected("'graph'");
  return model;
}

Result<Graph> TextParser::ParseWholeGraph() {
  ASSAY_ASSIGN(Graph graph, ParseGraph(nullptr, true));
  if (!in_.AtEnd()) return in_.Expected("the end after the graph");
  return graph;
}

// function [domain::]Name[:overload]<attributes>(inputs) -> (outputs) properties { statements }
Status TextParser::ParseFunction(Model& model) {
  in_.Take();
  Function function;
  ASSAY_RETURN_IF_ERROR(ParseOpName(function.domain, function.name, function.overload));
  ASSAY_RETURN_IF_ERROR(ParseFunctionAttributes(function));
  Scope scope;
  scope.graph.name = function.name;
  ASSAY_RETURN_IF_ERROR(ParseSignature(scope));
  ASSAY_RETURN_IF_ERROR(ParseFunctionProperties(function, scope.graph, model.opsets));
  ASSAY_RETURN_IF_ERROR(ParseBody(scope));
  function.body = std::move(scope.graph);
  model.functions.push_back(std::move(function));
  return {};
}

// <without_default, with_default=1.0>
Status TextParser::ParseFunctionAttributes(Function& function) {
  if (!in_.Accept("<")) return {};
  Scope nothing_around;
  for (bool first = true; !in_.Is(">"); first = false) {
    if (!first) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or '>' after an attribute"));
    const Token at = in_.Peek();
    auto& plain = function.attributes;
    if (plain.size() + function.attribute_defaults.size() >= kMaxTextAttributes)
      return in_.Expected(StrCat("at most ", kMaxTextAttributes, " attributes"));
    ASSAY_ASSIGN(std::string name, in_.TakeName("an attribute name"));
    if (function.attribute_defaults.Has(name) ||
        std::find(plain.begin(), plain.end(), name) != plain.end())
      return in_.FailAt(at, StrCat("attribute '", name, "' is listed twice"));
    if (in_.Accept("=")) {
      ASSAY_ASSIGN(Attr value, ParseAttr(nothing_around));
      function.attribute_defaults.Set(name, std::move(value));
    } else {
      plain.push_back(std::move(name));
    }
  }
  in_.Take();
  return {};
}

Status TextParser::ParseFunctionProperties(Function& function, Graph& body,
                                           const Opsets& inherited) {
  bool opsets_given = false;
  while (true) {
    if (in_.Is("opset")) {
      ASSAY_RETURN_IF_ERROR(ParseOpset(function.opsets));
      opsets_given = true;
    } else if (in_.Is("doc")) {
      ASSAY_RETURN_IF_ERROR(ParseTextProperty("doc", function.doc));
    } else if (in_.Is("body")) {
      ASSAY_RETURN_IF_ERROR(ParseTextProperty("body", body.name));
    } else if (in_.Is("body_doc")) {
      ASSAY_RETURN_IF_ERROR(ParseTextProperty("body_doc", body.doc));
    } else {
      break;
    }
  }
  if (!opsets_given) function.opsets = inherited;
  return {};
}

Result<Model> ParseModelText(std::string_view text) { return TextParser(text).ParseWholeModel(); }
Result<Graph> ParseGraphText(std::string_view text) { return TextParser(text).ParseWholeGraph(); }

}  // namespace assay
