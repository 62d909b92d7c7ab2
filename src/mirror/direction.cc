#include "mirror/direction.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "program/lab/program_lab.h"
#include "program/parse/program.h"

namespace assay::mirror {

const std::vector<std::string>& KnownFrameworks() {
  static const std::vector<std::string> kKnown = {"torch", "tensorflow", "jax"};
  return kKnown;
}

std::string FrameworkOf(const std::string& text) {
  const program::Program read = program::ReadProgram(text);
  std::map<std::string, int> imports, calls;
  const auto name = [](const std::string& api) {
    const std::string root = program::RootOf(api);
    return root == "keras" ? std::string("tensorflow") : root;
  };
  for (const program::Import& import : read.imports) ++imports[name(import.full)];
  for (const program::Call& call : read.calls) ++calls[name(call.api)];
  std::string best;
  for (const std::string& one : KnownFrameworks()) {
    if (imports[one] == 0) continue;
    const auto weight = [&](const std::string& which) {
      return std::pair(calls[which], imports[which]);
    };
    if (best.empty() || weight(one) > weight(best)) best = one;
  }
  return best;
}

namespace {

struct Richer {
  std::string_view framework, environment;
  std::vector<std::string_view> packages;
};

const std::vector<Richer>& AllRicher() {
  static const std::vector<Richer> kAll = {{"jax", "jax-flax", {"flax", "optax"}}};
  return kAll;
}

// Frameworks that the paper or the issue trackers name, and what carrying programs would take.
std::string NotCarried(const std::string& framework) {
  if (framework != "mindspore") return "";
  return program::FindEnvironment(framework).ok()
             ? "mindspore is installed, but there are no rules, helpers and API pairs for it yet "
               "(data/mirror/rules, data/mirror/helpers, assay pairs build)"
             : "mindspore is not installed: there is no environment `mindspore` with a "
               "mindspore wheel for its Python, and there are no rules and API pairs for it";
}

}  // namespace

std::string RicherEnvironment(const std::string& framework) {
  const auto found = std::ranges::find(AllRicher(), framework, &Richer::framework);
  if (found == AllRicher().end()) return "";
  const std::string name(found->environment);
  return program::FindEnvironment(name).ok() ? name : "";
}

std::string EnvironmentFor(const std::string& framework, const std::string& text) {
  const auto found = std::ranges::find(AllRicher(), framework, &Richer::framework);
  if (found == AllRicher().end()) return framework;
  const auto named = [&](std::string_view package) {
    return text.find(package) != std::string::npos;
  };
  if (std::ranges::none_of(found->packages, named)) return framework;
  const program::Program read = program::ReadProgram(text);
  const bool imported = std::ranges::any_of(read.imports, [&](const program::Import& import) {
    return std::ranges::find(found->packages, program::RootOf(import.full)) !=
           found->packages.end();
  });
  const std::string richer = imported ? RicherEnvironment(framework) : "";
  return richer.empty() ? framework : richer;
}

Status CheckFramework(const std::string& name) {
  const std::vector<std::string>& known = KnownFrameworks();
  if (std::ranges::find(known, name) != known.end()) return {};
  std::string why = NotCarried(name);
  if (why.empty()) why = StrCat("unknown framework '", name, "'");
  return Invalid(StrCat(why, "; programs are translated among ", Join(known, ", ")));
}

Result<Direction> MakeDirection(const std::string& from, const std::string& to) {
  ASSAY_RETURN_IF_ERROR(CheckFramework(from));
  ASSAY_RETURN_IF_ERROR(CheckFramework(to));
  if (from == to)
    return Invalid(StrCat("the program is for ", from, " already; name another framework by --to"));
  return Direction{from, to};
}

}  // namespace assay::mirror
