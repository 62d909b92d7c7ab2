#include "knowledge/api/introspect.h"

#include "base/json.h"
#include "base/strings.h"
#include "base/toml.h"
#include "knowledge/api/ask_framework.h"
#include "knowledge/api/assemble.h"
#include "knowledge/api/signature.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

std::map<std::string, std::string> Pairs(const Toml& table) {
  std::map<std::string, std::string> out;
  for (const Toml& entry : table.entries()) out[entry.key()] = entry.Text();
  return out;
}

std::string FirstPart(const std::string& name) { return name.substr(0, name.find('.')); }

constexpr size_t kKeptOutput = 16 << 10;

Result<std::string> IntrospectionLines(const lab::Target& target, const std::string& home,
                                       const std::string& input, const TellProgress& tell) {
  ASSAY_ASSIGN(program::SandboxOutcome outcome,
               AskFramework(target, home, "introspect_api.py", input, tell));
  if (EndedWell(outcome)) return std::move(outcome.out);
  if (outcome.err.size() > kKeptOutput) outcome.err.erase(0, outcome.err.size() - kKeptOutput);
  return Invalid(StrCat("asking ", target.name, " for its APIs failed (", EndingOf(outcome),
                        "); `assay doctor` says whether it works at all. It printed:\n",
                        outcome.err));
}

Signature DeclaredSignature(const json& record) {
  Signature out;
  out.returns = record.value("returns", "");
  for (const json& p : record["parameters"]) {
    Parameter parameter;
    parameter.name = p.value("name", "");
    parameter.kind = p.value("kind", "positional");
    parameter.type = p.value("annotation", "");
    if (p.contains("default")) parameter.default_value = p["default"].get<std::string>();
    parameter.optional = parameter.default_value.has_value() || parameter.kind.starts_with("var-");
    out.parameters.push_back(std::move(parameter));
  }
  return out;
}

// A signature that takes anything says nothing; then the docstring's own lines count.
bool SaysNothing(const Signature& signature) {
  for (const Parameter& parameter : signature.parameters)
    if (!parameter.kind.starts_with("var-")) return false;
  return !signature.parameters.empty();
}

// A signature from elsewhere (torch's own tests) says what must be passed, in which order; names,
// defaults and further parameters are not promised to anybody, so nothing may be held against them.
void MakeUndocumented(ApiDoc& doc) {
  doc.source = kUndocumented;
  std::erase_if(doc.parameters, [](const Parameter& p) { return p.optional || p.default_value; });
  for (Parameter& parameter : doc.parameters) {
    parameter.kind = "positional-only";
    parameter.constraints.clear();
  }
  doc.returns.clear();
  doc.signature =
      doc.parameters.empty() ? "" : SignatureText(LastPart(doc.name), doc.parameters, "");
}

ApiDoc ReadRecord(const json& record) {
  ApiDoc doc;
  doc.name = record.value("name", "");
  doc.kind = record.value("kind", "function");
  doc.aliases = record.value("aliases", std::vector<std::string>());
  Docstring docstring = ParseDocstring(record.value("doc", ""), doc.name);
  if (record.contains("init_doc")) {
    Docstring init = ParseDocstring(record["init_doc"].get<std::string>(), doc.name);
    docstring.has_parameter_section |= init.has_parameter_section;
    for (Entry& entry : init.parameters) docstring.parameters.push_back(std::move(entry));
    for (std::string& raised : init.raises) docstring.raises.push_back(std::move(raised));
  }
  std::vector<Signature> signatures;
  if (record.contains("parameters")) signatures.push_back(DeclaredSignature(record));
  if ((signatures.empty() || SaysNothing(signatures[0])) && !docstring.headers.empty()) {
    signatures.clear();
    for (const std::string& header : docstring.headers)
      if (auto signature = ParseSignature(header); signature.ok())
        signatures.push_back(std::move(signature).value());
  }
  Assemble(signatures, docstring, doc);
  doc.source = "introspection";
  if (record.value("undocumented", false)) MakeUndocumented(doc);
  return doc;
}

}  // namespace

Result<std::vector<Roots>> LoadRoots(const std::string& path) {
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  std::vector<Roots> out;
  for (const Toml& table : file.entries()) {
    if (!table.IsTable()) return Invalid(StrCat(path, ": ", table.key(), " is not a table"));
    Roots roots;
    roots.framework = table.key();
    roots.environment = table["environment"].Text(roots.framework);
    roots.owners = table["owners"].Texts();
    roots.modules = table["modules"].Texts();
    roots.methods_of = table["methods_of"].Texts();
    roots.properties_of = table["properties_of"].Texts();
    roots.annotations = table["annotations"].Texts();
    roots.signatures = table["signatures"].Text();
    roots.names = Pairs(table["names"]);
    roots.spoken = Pairs(table["spoken"]);
    if (roots.modules.empty() || roots.owners.empty())
      return Invalid(StrCat(path, ": ", roots.framework, " needs owners and modules"));
    out.push_back(std::move(roots));
  }
  return out;
}

std::string WrittenName(const Roots& roots, const std::string& name) {
  const std::string first = FirstPart(name);
  const auto found = roots.spoken.find(first);
  return found == roots.spoken.end() ? name : found->second + name.substr(first.size());
}

const Roots* FrameworkOfName(const std::vector<Roots>& all, const std::string& name) {
  const std::string first = FirstPart(name);
  for (const Roots& roots : all) {
    if (roots.framework == first || roots.spoken.contains(first)) return &roots;
    for (const auto& [package, written] : roots.names)
      if (first == package || first == written) return &roots;
  }
  return nullptr;
}

Result<std::vector<ApiDoc>> ReadIntrospection(const std::string& lines) {
  std::vector<ApiDoc> out;
  size_t number = 0;
  for (const std::string& line : Split(lines, '\n')) {
    if (++number == 1 || line.empty()) continue;  // the first line tells of the run itself
    try {
      out.push_back(ReadRecord(json::parse(line)));
    } catch (const json::exception& error) {
      return Invalid(
          StrCat("line ", number, " of the introspection cannot be read: ", error.what()));
    }
  }
  FollowReferences(out);
  return out;
}

Result<Members> ReadMembersLine(const std::string& lines) {
  const json first = json::parse(lines.substr(0, lines.find('\n')), nullptr, false);
  if (!first.is_object()) return Invalid("line 1 of the introspection cannot be read");
  return Members::FromJson(first.value("members", json::object()));
}

Result<Introspection> Introspect(const Roots& roots, const lab::Target& target,
                                 const std::string& home, const TellProgress& tell) {
  if (!target.ready)
    return Invalid(StrCat(target.name, " is not ready: ", target.reason, "; try: ", target.fix));
  const json asked =
      With(ASSAY_FIELDS(roots, modules, methods_of, properties_of, owners, annotations, signatures),
           {{"name_of", roots.names}});
  tell(StrCat("importing ", roots.framework));
  ASSAY_ASSIGN(const std::string lines, IntrospectionLines(target, home, asked.dump(), tell));
  tell("reading the docstrings");
  ASSAY_ASSIGN(std::vector<ApiDoc> docs, ReadIntrospection(lines));
  Introspection out;
  out.base = {roots.framework, target.version, "introspection", {}};
  out.undocumented = {roots.framework, target.version, kUndocumented, {}};
  for (ApiDoc& doc : docs)
    (doc.source == kUndocumented ? out.undocumented : out.base).docs.push_back(std::move(doc));
  ASSAY_ASSIGN(out.members, ReadMembersLine(lines));
  Stamp(out.base);
  Stamp(out.undocumented);
  return out;
}

}  // namespace assay::knowledge
