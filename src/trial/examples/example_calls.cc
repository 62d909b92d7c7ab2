#include "trial/examples/example_calls.h"

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "knowledge/text.h"
#include "program/parse/program.h"
#include "trial/examples/slice.h"

namespace assay::trial {
namespace {

using knowledge::ApiDoc;
using knowledge::LastPart;
using program::Call;
using program::IsBuiltin;
using program::Node;
using program::Span;

bool Within(const Span& inner, const Span& outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

// Names as programs resolve them: tensorflow.math.add for tf.math.add and keras.ops.add for
// tf.keras.ops.add.
std::vector<std::string> ProgramNames(const ApiDoc& doc) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& name) {
    if (name.starts_with("tf.keras.")) out.push_back(name.substr(3));
    out.push_back(name.starts_with("tf.") ? "tensorflow." + name.substr(3) : name);
  };
  add(doc.name);
  for (const std::string& alias : doc.aliases) add(alias);
  return out;
}

class Finder {
 public:
  Finder(const std::string& text, const ApiDoc& doc, const Dialect& dialect, const CallBook& book,
         const std::string& source)
      : doc_(doc),
        dialect_(dialect),
        book_(book),
        source_(source),
        names_(ProgramNames(doc)),
        program_(program::ReadProgram(Header(text) + text)),
        statements_(TopStatements(program_)) {}

  std::vector<ApiCall> Find() const {
    std::vector<ApiCall> out;
    if (!program_.errors().empty()) return out;
    const std::vector<Span> inner = InnerScopes();
    for (const Call& call : program_.calls) {
      const auto around = [&](const Span& scope) { return Within(call.span, scope); };
      if (!IsWanted(call) || std::ranges::any_of(inner, around)) continue;
      const size_t at = StatementOf(call.span);
      if (at == statements_.size() || statements_[at].block) continue;
      if (auto made = Make(call, at)) out.push_back(std::move(*made));
    }
    return out;
  }

 private:
  // Imports that examples take for granted, so that F.relu has a full name. Names that the program
  // binds itself come later and win.
  std::string Header(const std::string& text) const {
    std::string out = StrCat(dialect_.imports, "\n");
    for (const auto& [name, statement] : book_.names)
      if (statement.find("import ") != std::string::npos && text.find(name) != std::string::npos)
        out += statement + "\n";
    return out;
  }

  // Lambdas and comprehensions: their names mean nothing outside.
  std::vector<Span> InnerScopes() const {
    std::vector<Span> out;
    program_.tree.Walk([&](const Node& node) {
      if (node.is("lambda") || node.type().ends_with("_comprehension") ||
          node.is("generator_expression"))
        out.push_back(node.span());
      return true;
    });
    return out;
  }

  bool IsWanted(const Call& call) const {
    if (call.decorator || !call.inside.empty()) return false;
    if (std::ranges::find(names_, call.api) != names_.end()) return true;
    // A receiver of unknown type: the method's own documentation will not speak of another's.
    return doc_.kind == "method" && call.api.empty() &&
           call.written.ends_with(StrCat(".", LastPart(doc_.name)));
  }

  size_t StatementOf(const Span& span) const {
    for (size_t i = 0; i < statements_.size(); ++i)
      if (Within(span, statements_[i].span)) return i;
    return statements_.size();
  }

  // The call of the object that `made` makes: m(x) after m = Made(…), or Made(…)(x).
  const Call* CallOfObject(const Call& made) const {
    for (const Call& call : program_.calls) {
      if (!call.inside.empty() || call.decorator) continue;
      const bool directly = call.callee == made.span;
      const bool later = !made.assigned.empty() && call.written == made.assigned &&
                         call.span.begin > made.span.end;
      if (directly || later) return &call;
    }
    return nullptr;
  }

  void AddNames(const Span& span, std::set<std::string>& out) const {
    program_.tree.Walk([&](const Node& node) {
      if (!Within(node.span(), span)) return true;
      out.merge(NamesUsed(node));
      return false;
    });
  }

  void AddNames(const Call& call, std::set<std::string>& out) const {
    for (const program::Argument& argument : call.arguments) AddNames(argument.span, out);
  }

  std::optional<ApiCall> Make(const Call& call, size_t at) const {
    ApiCall out{.source = source_};
    std::set<std::string> needed;
    AddNames(call, needed);
    if (doc_.kind == "method") {
      out.receiver = call.written.substr(0, call.written.rfind('.'));
      AddNames({call.callee.begin, call.callee.begin + static_cast<uint32_t>(out.receiver.size())},
               needed);
    }
    out.arguments = BindArguments(call.arguments, doc_);
    size_t end = at;
    if (const Call* then = doc_.kind == "class" ? CallOfObject(call) : nullptr) {
      out.is_called = true;
      out.then_called_with = NameArguments(then->arguments);
      AddNames(*then, needed);
      end = std::max(end, StatementOf(then->span));
    }
    if (!Prepare(end, at, needed, out)) return std::nullopt;
    return out;
  }

  // Fills `setup`; false when a name has no meaning.
  bool Prepare(size_t end, size_t own, std::set<std::string>& needed, ApiCall& out) const {
    const std::vector<size_t> slice = SliceFor(statements_, end, own, needed);
    std::vector<std::string> setup;
    // Random numbers of the setup are the same each time, too.
    const std::string seed = SeedFor(dialect_, doc_.name);
    if (!seed.empty()) setup.push_back(seed);
    for (const std::string& name : needed) {
      if (IsBuiltin(name) || dialect_.imports.ends_with(" " + name)) continue;
      const auto known = book_.names.find(name);
      if (known == book_.names.end()) return false;
      setup.push_back(known->second);
    }
    for (const size_t i : slice)
      if (std::ranges::find(setup, statements_[i].text) == setup.end() &&
          dialect_.imports.find(statements_[i].text) == std::string_view::npos)
        setup.push_back(statements_[i].text);
    const bool numpy = std::ranges::any_of(
        setup, [](const std::string& text) { return text.find("np.random") != std::string::npos; });
    if (numpy) setup.insert(setup.begin(), "import numpy as np\nnp.random.seed(0)");
    out.setup = std::move(setup);
    return true;
  }

  const ApiDoc& doc_;
  const Dialect& dialect_;
  const CallBook& book_;
  const std::string& source_;
  const std::vector<std::string> names_;
  const program::Program program_;
  const std::vector<Statement> statements_;
};

// The statement behind a prompt; a space may follow it.
bool Prompted(std::string_view line, std::string_view prompt, std::string& out) {
  const std::string_view text = line.substr(std::min(line.size(), knowledge::IndentOf(line)));
  if (!text.starts_with(prompt)) return false;
  std::string_view rest = text.substr(prompt.size());
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  out = rest;
  return true;
}

std::string CodeOf(const std::string& example) {
  std::string prompted, plain, statement;
  bool open = false;  // a statement that may go on
  for (const std::string& line : Split(example, '\n')) {
    if (Trim(line).starts_with("```")) continue;
    plain += line + "\n";
    open = Prompted(line, ">>>", statement) || (open && Prompted(line, "...", statement));
    if (open) prompted += statement + "\n";
  }
  return prompted.empty() ? plain : prompted;
}

}  // namespace

std::vector<ApiCall> CallsIn(const std::string& text, const ApiDoc& doc, const Dialect& dialect,
                             const CallBook& book, const std::string& source) {
  // Most texts do not even mention it; this saves reading them.
  if (text.find(LastPart(doc.name)) == std::string::npos) return {};
  return Finder(text, doc, dialect, book, source).Find();
}

std::vector<std::string> ExamplePrograms(const knowledge::ApiDoc& doc) {
  std::vector<std::string> out;
  std::string all;
  for (const std::string& example : doc.examples) {
    out.push_back(CodeOf(example));
    all += out.back();
  }
  if (out.size() > 1) out.push_back(all);
  return out;
}

}  // namespace assay::trial
