// assay docs show: all that is documented of one API.
#include "cli/command.h"
#include "cli/docs/ask.h"
#include "knowledge/api/documentation.h"

namespace assay::cli::docs {
namespace {

using knowledge::ApiDoc;

struct ShowFlags {
  std::string name, framework, version;
  LlmFlags llm;
  bool json = false;
};

void PrintIndented(const std::string& text, const std::string& indent) {
  for (const std::string& line : Split(text, '\n')) std::cout << indent << line << "\n";
}

void PrintPart(const char* title, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  std::cout << "\n" << title << "\n";
  for (const std::string& text : texts) {
    PrintIndented(text, "  ");
    if (texts.size() > 1 && text.find('\n') != std::string::npos) std::cout << "\n";
  }
}

void PrintParameter(const knowledge::Parameter& parameter) {
  std::cout << "  " << parameter.name;
  if (!parameter.type.empty()) std::cout << " (" << parameter.type << ")";
  if (parameter.default_value) std::cout << " = " << *parameter.default_value;
  if (parameter.kind != "positional") std::cout << ", " << parameter.kind;
  std::cout << "\n";
  if (!parameter.description.empty()) PrintIndented(parameter.description, "      ");
  for (const knowledge::Constraint& c : parameter.constraints)
    if (c.kind != "default" && c.kind != "required")
      std::cout << "      [" << c.kind << "] " << c.normal
                << (c.source == "rule" ? "" : " (by a " + c.source + ")") << "\n";
}

void Print(const ApiDoc& doc) {
  std::cout << doc.name << "  (" << doc.kind << ", " << doc.framework << " " << doc.version << ", "
            << doc.source << ")\n";
  if (!doc.aliases.empty()) std::cout << "also " << Join(doc.aliases, ", ") << "\n";
  if (!doc.deprecated.empty()) std::cout << "deprecated: " << doc.deprecated << "\n";
  if (!doc.signature.empty()) std::cout << "\n" << doc.signature << "\n";
  if (!doc.text.empty()) std::cout << "\n" << doc.text << "\n";
  if (!doc.parameters.empty()) std::cout << "\nParameters\n";
  for (const knowledge::Parameter& parameter : doc.parameters) PrintParameter(parameter);
  if (!doc.returns.empty()) PrintPart("Returns", {doc.returns});
  PrintPart("Raises", doc.raises);
  PrintPart("Notes", doc.notes);
  PrintPart("Examples", doc.examples);
}

Result<int> RunShow(const ShowFlags& flags) {
  std::string name = flags.name;
  ASSAY_ASSIGN(const auto subject, knowledge::FrameworkOfApi(name, flags.framework, flags.version));
  ASSAY_ASSIGN(const auto base, knowledge::DocumentationOf(subject));
  ASSAY_ASSIGN(const auto found, knowledge::FindApi(subject, base, name));
  ApiDoc doc = found;
  ASSAY_ASSIGN(const auto asked, AskConstraints({&doc}, flags.llm, 0));
  if (flags.json)
    PrintJson(knowledge::ApiDocJson(doc));
  else
    Print(doc);
  if (!flags.json && asked.asked > 0) std::cout << "\n" << Summary(asked) << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupShow(App& app) {
  const auto flags = std::make_shared<ShowFlags>();
  app.AddOption("api", flags->name,
                "full name: torch.addmm, tf.math.add, jax.numpy.sum (also jnp.sum)")
      .Required();
  app.AddOption("--framework", flags->framework, "its framework, if its name does not say it");
  app.AddOption("--version", flags->version, "another version than the installed one");
  AddLlmFlags(app, flags->llm);
  app.AddFlag("--json", flags->json, "print JSON; `assay docs import` reads it");
  return [flags] { return ExitCode(RunShow(*flags)); };
}

}  // namespace assay::cli::docs
