#include "mirror/rewrite/rules.h"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::mirror {
namespace {

constexpr std::pair<std::string_view, std::string_view> kShort[] = {
    {"jax.numpy", "jnp"}, {"tensorflow", "tf"}, {"keras", "tf.keras"}};

bool HasPrefix(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) && (text.size() == prefix.size() || text[prefix.size()] == '.');
}

std::vector<std::string> TextsOf(const toml::table& entry, std::string_view key) {
  std::vector<std::string> out;
  if (const toml::array* list = entry[key].as_array())
    for (const toml::node& node : *list) out.push_back(node.value_or(std::string()));
  return out;
}

Result<std::vector<Spelling>> ReadSpellings(const toml::node_view<const toml::node> node) {
  std::vector<Spelling> out;
  std::vector<std::string> texts;
  if (const auto one = node.value<std::string>()) texts.push_back(*one);
  if (const toml::array* list = node.as_array())
    for (const toml::node& entry : *list) texts.push_back(entry.value_or(std::string()));
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    ASSAY_ASSIGN(Spelling spelling, ParseSpelling(text));
    out.push_back(std::move(spelling));
  }
  return out;
}

// Tables of operations that differ by name only: [unary] exp = ["torch.exp", "tf.exp", "jnp.exp"].
struct PlainKind {
  std::string_view table, parameters, gives;
};
constexpr PlainKind kPlain[] = {{"unary", "(x)", "same"},
                                {"unary-float", "(x)", "float"},
                                {"unary-real", "(x)", "real"},
                                {"unary-bool", "(x)", "bool"},
                                {"binary", "(x, other|y=y)", "same"},
                                {"binary-bool", "(x, other|y=y)", "bool"}};
constexpr std::string_view kOrder[] = {"torch", "tensorflow", "jax"};

Result<toml::table> ReadToml(const std::string& path) {
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
}

}  // namespace

std::string ShortName(const std::string& full) {
  for (const auto& [whole, brief] : kShort)
    if (HasPrefix(full, whole)) return StrCat(brief, full.substr(whole.size()));
  return full;
}

std::string FullName(const std::string& name) {
  if (HasPrefix(name, "jnp")) return "jax.numpy" + name.substr(3);
  if (HasPrefix(name, "tf")) return "tensorflow" + name.substr(2);
  return name;
}

Result<Rules> Rules::Load() {
  Rules out;
  const std::string folder = lab::HomeFolder() + "/data/mirror/rules";
  std::vector<std::string> files;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  if (files.empty()) return Invalid(StrCat(folder, " holds no rules; the installation is damaged"));
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) ASSAY_RETURN_IF_ERROR(out.Add(file));
  out.Index();
  return out;
}

Status Rules::Add(const std::string& file) {
  ASSAY_ASSIGN(const toml::table table, ReadToml(file));
  if (const toml::table* ops = table["op"].as_table()) {
    for (const auto& [key, node] : *ops) {
      const toml::table* entry = node.as_table();
      if (entry == nullptr) return Invalid(StrCat(file, ": op.", key.str(), " is no table"));
      auto made = std::make_unique<Operation>();
      made->name = std::string(key.str());
      made->gives = (*entry)["gives"].value_or(std::string("same"));
      made->infers = TextsOf(*entry, "infers");
      made->in_place = (*entry)["in-place"].value_or(false);
      for (const char* framework : {"torch", "tensorflow", "jax"}) {
        auto spellings = ReadSpellings((*entry)[framework]);
        if (!spellings.ok())
          return Invalid(StrCat(file, ": op.", key.str(), ": ", spellings.error().message));
        made->spellings[framework] = std::move(spellings).value();
        if (!(*entry)[framework]) made->untold.insert(framework);
      }
      operations_.push_back(std::move(made));
    }
  }
  for (const PlainKind& kind : kPlain)
    if (const toml::table* plain = table[kind.table].as_table())
      for (const auto& [key, node] : *plain) {
        auto made = std::make_unique<Operation>();
        made->name = std::string(key.str());
        made->gives = std::string(kind.gives);
        const std::vector<std::string> names = TextsOf(*plain, key.str());
        if (names.size() != std::size(kOrder))
          return Invalid(StrCat(file, ": ", key.str(), " needs three names"));
        for (size_t k = 0; k < names.size(); ++k) {
          auto& spellings = made->spellings[std::string(kOrder[k])];
          if (names[k].empty()) continue;
          ASSAY_ASSIGN(Spelling spelling, ParseSpelling(StrCat(names[k], kind.parameters)));
          spellings.push_back(std::move(spelling));
        }
        operations_.push_back(std::move(made));
      }
  if (const toml::table* dtypes = table["dtypes"].as_table())
    for (const auto& [framework, node] : *dtypes)
      if (const toml::table* names = node.as_table())
        for (const auto& [neutral, written] : *names)
          dtypes_[std::string(framework.str())][std::string(neutral.str())] =
              written.value_or(std::string());
  if (const toml::table* exceptions = table["exceptions"].as_table())
    for (const auto& [direction, node] : *exceptions)
      if (const toml::table* names = node.as_table())
        for (const auto& [name, list] : *names)
          exceptions_[std::string(direction.str())][std::string(name.str())] =
              TextsOf(*names, name.str());
  const toml::array* friends = table["false-friend"].as_array();
  for (size_t i = 0; friends != nullptr && i < friends->size(); ++i) {
    const toml::table& entry = *friends->get(i)->as_table();
    const std::string from = entry["from"].value_or(""), to = entry["to"].value_or("");
    if (to.empty()) never_.insert(from);
    false_friends_.insert({from, to});
    false_friends_.insert({to, from});
  }
  return {};
}

void Rules::Index() {
  for (const auto& made : operations_)
    for (const auto& [framework, spellings] : made->spellings)
      for (const Spelling& spelling : spellings) {
        if (spelling.helper || spelling.form == Spelling::Form::kTemplate) continue;
        const bool member =
            spelling.form == Spelling::Form::kMethod || spelling.form == Spelling::Form::kAttribute;
        (member ? members_ : calls_)[framework][spelling.callee].push_back({made.get(), &spelling});
      }
}

const std::vector<Reading>& Rules::Calls(const std::string& framework,
                                         const std::string& callee) const {
  static const std::vector<Reading> kNone;
  const auto all = calls_.find(framework);
  if (all == calls_.end()) return kNone;
  const auto found = all->second.find(callee);
  return found == all->second.end() ? kNone : found->second;
}

const std::vector<Reading>& Rules::Members(const std::string& framework,
                                           const std::string& name) const {
  static const std::vector<Reading> kNone;
  const auto all = members_.find(framework);
  if (all == members_.end()) return kNone;
  const auto found = all->second.find(name);
  return found == all->second.end() ? kNone : found->second;
}

const Operation* Rules::Find(const std::string& name) const {
  for (const auto& made : operations_)
    if (made->name == name) return made.get();
  return nullptr;
}

std::string Rules::DtypeOf(const std::string& framework, const std::string& written) const {
  const auto all = dtypes_.find(framework);
  if (all == dtypes_.end()) return "";
  for (const auto& [neutral, spelled] : all->second)
    for (const std::string& one : Split(spelled, '|'))
      if (one == written) return neutral;
  return "";
}

std::string Rules::Dtype(const std::string& framework, const std::string& neutral) const {
  const auto all = dtypes_.find(framework);
  if (all == dtypes_.end()) return "";
  const auto found = all->second.find(neutral);
  return found == all->second.end() ? "" : found->second.substr(0, found->second.find('|'));
}

std::vector<std::string> Rules::Exceptions(const std::string& from, const std::string& to,
                                           const std::string& name) const {
  const auto all = exceptions_.find(from + "-" + to);
  if (all == exceptions_.end()) return {};
  const auto found = all->second.find(name);
  return found == all->second.end() ? std::vector<std::string>{} : found->second;
}

bool Rules::FalseFriend(const std::string& from, const std::string& to) const {
  return never_.contains(from) || false_friends_.contains({from, to});
}

}  // namespace assay::mirror
