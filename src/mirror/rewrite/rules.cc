#include "mirror/rewrite/rules.h"

#include <algorithm>
#include <filesystem>

#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"

namespace assay::mirror {
namespace {

constexpr std::pair<std::string_view, std::string_view> kShort[] = {
    {"jax.numpy", "jnp"}, {"tensorflow", "tf"}, {"keras", "tf.keras"}};

bool HasPrefix(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) && (text.size() == prefix.size() || text[prefix.size()] == '.');
}

Result<std::vector<Spelling>> ReadSpellings(const Toml& value) {
  std::vector<Spelling> out;
  std::vector<std::string> texts = value.Texts();
  if (value.IsText()) texts.push_back(value.Text());
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
  ASSAY_ASSIGN(const Toml table, Toml::Load(file));
  for (const Toml& entry : table["op"].entries()) {
    if (!entry.IsTable()) return Invalid(StrCat(file, ": op.", entry.key(), " is no table"));
    auto made = std::make_unique<Operation>();
    made->name = entry.key();
    made->gives = entry["gives"].Text("same");
    made->infers = entry["infers"].Texts();
    made->in_place = entry["in-place"].Or(false);
    for (const char* framework : {"torch", "tensorflow", "jax"}) {
      auto spellings = ReadSpellings(entry[framework]);
      if (!spellings.ok())
        return Invalid(StrCat(file, ": op.", entry.key(), ": ", spellings.error().message));
      made->spellings[framework] = std::move(spellings).value();
      if (!entry[framework]) made->untold.insert(framework);
    }
    operations_.push_back(std::move(made));
  }
  for (const PlainKind& kind : kPlain)
    for (const Toml& entry : table[kind.table].entries()) {
      auto made = std::make_unique<Operation>();
      made->name = entry.key();
      made->gives = std::string(kind.gives);
      const std::vector<std::string> names = entry.Texts();
      if (names.size() != std::size(kOrder))
        return Invalid(StrCat(file, ": ", entry.key(), " needs three names"));
      for (size_t k = 0; k < names.size(); ++k) {
        auto& spellings = made->spellings[std::string(kOrder[k])];
        if (names[k].empty()) continue;
        ASSAY_ASSIGN(Spelling spelling, ParseSpelling(StrCat(names[k], kind.parameters)));
        spellings.push_back(std::move(spelling));
      }
      operations_.push_back(std::move(made));
    }
  for (const Toml& framework : table["dtypes"].entries())
    for (const Toml& written : framework.entries())
      dtypes_[framework.key()][written.key()] = written.Text();
  for (const Toml& direction : table["exceptions"].entries())
    for (const Toml& names : direction.entries())
      exceptions_[direction.key()][names.key()] = names.Texts();
  for (const Toml& entry : table["false-friend"].items()) {
    const std::string from = entry["from"].Text(), to = entry["to"].Text();
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
