#include "knowledge/api/introspect.h"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/api/assemble.h"
#include "knowledge/api/signature.h"
#include "knowledge/text.h"
#include "lab/process.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// TensorFlow takes half a minute on a busy machine; ten times that is a hang.
constexpr double kWallSeconds = 600;
constexpr int kPollMs = 100;
constexpr size_t kKeptOutput = 16 << 10;

// A folder that goes away with the object.
struct Scratch {
  std::string path = (fs::temp_directory_path() / "assay-docs-XXXXXX").string();
  Scratch() {
    ASSAY_CHECK(mkdtemp(path.data()) != nullptr) << "no folder for temporary files: " << path;
  }
  Scratch(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

// "progress torch.nn 812" of the output as it comes.
void TellLines(const std::string& output, size_t& told, const TellProgress& tell) {
  for (size_t end; (end = output.find('\n', told)) != std::string::npos; told = end + 1) {
    const std::vector<std::string> words = Split(output.substr(told, end - told), ' ');
    if (words.size() == 3 && words[0] == "progress")
      tell(StrCat(words[1], ", ", words[2], " APIs"));
  }
}

// The only place where the framework's code is started.
Status RunPython(const lab::Target& target, const std::vector<std::string>& words,
                 const std::string& folder, const TellProgress& tell) {
  lab::Command command{words, target.command.variables, folder};
  command.variables["PATH"] = "/usr/bin:/bin";
  command.variables["HOME"] = folder;
  command.variables["TF_CPP_MIN_LOG_LEVEL"] = "3";
  command.variables["CUDA_VISIBLE_DEVICES"] = "";
  ASSAY_ASSIGN(lab::Process process, lab::Process::Start(command, {}));
  const auto start = std::chrono::steady_clock::now();
  std::string output;
  size_t told = 0;
  lab::Exit exit;
  for (bool ended = false; !ended;) {
    ended = process.Ended(exit);
    pollfd wait{process.output(), POLLIN, 0};
    poll(&wait, 1, ended ? 0 : kPollMs);
    char buffer[4096];
    for (ssize_t got; (got = read(process.output(), buffer, sizeof buffer)) > 0;)
      output.append(buffer, static_cast<size_t>(got));
    TellLines(output, told, tell);
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >
        kWallSeconds)
      return Invalid(
          StrCat("asking ", target.name, " for its APIs took more than ", kWallSeconds, " s"));
  }
  if (!exit.signalled && exit.number == 0) return {};
  if (output.size() > kKeptOutput) output.erase(0, output.size() - kKeptOutput);
  return Invalid(StrCat("asking ", target.name, " for its APIs failed (", lab::ExitText(exit),
                        "); `assay doctor` says whether it works at all. It printed:\n", output));
}

std::string PythonOf(const lab::Target& target) {
  // The worker's own command begins with the environment's Python.
  for (const std::string& word : target.command.words)
    if (word.ends_with("/bin/python")) return word;
  return "";
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
  return doc;
}

}  // namespace

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

Result<ApiBase> Introspect(const Roots& roots, const lab::Target& target, const std::string& home,
                           const TellProgress& tell) {
  if (!target.ready)
    return Invalid(StrCat(target.name, " is not ready: ", target.reason, "; try: ", target.fix));
  const std::string python = PythonOf(target);
  if (python.empty())
    return Invalid(StrCat(target.name, " has no Python environment that could be asked"));
  const Scratch scratch;
  const std::string request = scratch.path + "/request.json", answer = scratch.path + "/apis.jsonl";
  const json asked = {{"modules", roots.modules},
                      {"methods_of", roots.methods_of},
                      {"owners", roots.owners},
                      {"name_of", roots.names},
                      {"annotations", roots.annotations}};
  ASSAY_RETURN_IF_ERROR(WriteFile(request, asked.dump()));
  tell(StrCat("importing ", roots.framework));
  ASSAY_RETURN_IF_ERROR(
      RunPython(target, {python, home + "/workers/python/introspect_api.py", request, answer},
                scratch.path, tell));
  ASSAY_ASSIGN(const std::string lines, ReadFile(answer));
  tell("reading the docstrings");
  ApiBase out{roots.framework, target.version, "introspection", {}};
  ASSAY_ASSIGN(out.docs, ReadIntrospection(lines));
  Stamp(out);
  return out;
}

}  // namespace assay::knowledge
