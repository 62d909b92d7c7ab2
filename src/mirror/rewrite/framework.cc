#include "mirror/rewrite/framework.h"

#include <cctype>
#include <filesystem>
#include <functional>

#include "base/check.h"
#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "program/parse/syntax.h"

namespace assay::mirror {
namespace {

// Files of a framework's folder, in the order in which their helpers come into a program.
constexpr const char* kFamilies[] = {"math",
                                     "control",
                                     "indexing",
                                     "linear_algebra",
                                     "random",
                                     "windows",
                                     "norms",
                                     "losses",
                                     "checks",
                                     "layers",
                                     "optimisers",
                                     "schedules",
                                     "data",
                                     "images",
                                     "modules",
                                     "surroundings",
                                     "keras",
                                     "keras_layers",
                                     "keras_windows",
                                     "keras_merged",
                                     "keras_recurrent",
                                     "keras_attention",
                                     "keras_losses",
                                     "keras_optimisers"};

bool InWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

size_t FindWord(const std::string& text, const std::string& word, size_t at) {
  for (at = text.find(word, at); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool before = at > 0 && (InWord(text[at - 1]) || text[at - 1] == '.');
    const size_t end = at + word.size();
    const bool after = end < text.size() && InWord(text[end]);
    if (!before && !after) return at;
  }
  return at;
}

}  // namespace

std::span<const Framework* const> AllFrameworks() {
  static const Framework* const kAll[] = {&Torch(), &Tensorflow(), &Jax()};
  return kAll;
}

const Framework& FrameworkNamed(std::string_view name) {
  for (const Framework* one : AllFrameworks())
    if (one->facts().name == name) return *one;
  ASSAY_CHECK(false) << "no rules for the framework " << std::string(name);
  return Torch();
}

std::string Framework::WithItem(const QuirkContext& context, const Written& owner,
                                const std::string& index, bool simple,
                                const std::string& value) const {
  const std::string place = simple ? index : StrCat("np.s_[", index, "]");
  return StrCat(context.helper("with_item"), "(", owner.text, ", ", place, ", ", value, ")");
}

std::string Framework::Sum(const Written& x) const {
  return StrCat(facts().module, "sum(", x.text, ")");
}

bool HasWord(const std::string& text, const std::string& word) {
  return FindWord(text, word, 0) != std::string::npos;
}

std::string ReplaceWord(const std::string& text, const std::string& from, const std::string& to) {
  std::string out;
  size_t at = 0;
  for (size_t found = FindWord(text, from, 0); found != std::string::npos;
       found = FindWord(text, from, at)) {
    out += text.substr(at, found - at) + to;
    at = found + from.size();
  }
  return out + text.substr(at);
}

Status Helpers::Read(const std::string& path, const std::set<std::string>& taken) {
  if (!std::filesystem::exists(path)) return {};
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  const auto tree = program::SyntaxTree::Parse(text);
  if (!tree.errors().empty())
    return Invalid(StrCat(path, ":", tree.errors()[0].line, ": ", tree.errors()[0].message));
  for (const program::Node& node : tree.root().children()) {
    if (!node.is("function_definition") && !node.is("class_definition")) continue;
    const std::string name(node.field("name").text());
    if (taken.contains(name)) continue;
    if (!texts_.emplace(name, node.text()).second)
      return Invalid(StrCat(path, ": ", name, " is there twice"));
    order_.push_back(name);
    if (const program::Node bases = node.field("superclasses"); bases.present())
      bases_[name] = bases.text();
  }
  return {};
}

// A class stands behind those that it is derived from; all else stays where it is.
void Helpers::PutBasesFirst() {
  std::vector<std::string> out;
  std::set<std::string> placed;
  const std::function<void(const std::string&)> place = [&](const std::string& name) {
    if (!placed.insert(name).second) return;
    if (const auto bases = bases_.find(name); bases != bases_.end())
      for (const std::string& other : order_)
        if (HasWord(bases->second, other)) place(other);
    out.push_back(name);
  };
  for (const std::string& name : order_) place(name);
  order_ = std::move(out);
}

Result<Helpers> Helpers::Load(const std::string& framework, const std::string& richer) {
  Helpers out;
  const std::string folder = lab::HomeFolder() + "/data/mirror/helpers/";
  // What all frameworks share stands on what each has of its own.
  const auto path = [&](const std::string& owner, const char* family) {
    return StrCat(folder, owner, "/", family, ".py");
  };
  Helpers over;
  if (!richer.empty())
    for (const char* family : kFamilies) ASSAY_RETURN_IF_ERROR(over.Read(path(richer, family), {}));
  const std::set<std::string> taken(over.order_.begin(), over.order_.end());
  for (const char* family : kFamilies) {
    for (const std::string& owner : {framework, std::string("common")})
      ASSAY_RETURN_IF_ERROR(out.Read(path(owner, family), taken));
    if (!richer.empty()) ASSAY_RETURN_IF_ERROR(out.Read(path(richer, family), {}));
  }
  if (out.order_.empty()) return Invalid(StrCat(folder, framework, ": there are no helpers"));
  out.PutBasesFirst();
  for (const std::string& name : out.order_)
    for (const std::string& other : out.order_)
      if (other != name && HasWord(out.texts_[name], other)) out.needs_[name].insert(other);
  return out;
}

std::vector<std::string> Helpers::Needed(const std::set<std::string>& names) const {
  std::set<std::string> all;
  std::vector<std::string> open(names.begin(), names.end());
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!texts_.contains(name) || !all.insert(name).second) continue;
    if (const auto more = needs_.find(name); more != needs_.end())
      open.insert(open.end(), more->second.begin(), more->second.end());
  }
  std::vector<std::string> out;
  for (const std::string& name : order_)
    if (all.contains(name)) out.push_back(name);
  return out;
}

}  // namespace assay::mirror
