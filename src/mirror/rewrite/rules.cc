#include "mirror/rewrite/rules.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <span>

#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"
#include "mirror/direction.h"
#include "mirror/rewrite/framework.h"

namespace assay::mirror {
namespace {

bool HasPrefix(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) && (text.size() == prefix.size() || text[prefix.size()] == '.');
}

const std::vector<Reading>& ReadingsOf(
    const std::map<std::string, std::map<std::string, std::vector<Reading>>>& all,
    const std::string& framework, const std::string& name) {
  static const std::vector<Reading> kNone;
  const auto of_framework = all.find(framework);
  if (of_framework == all.end()) return kNone;
  const auto found = of_framework->second.find(name);
  return found == of_framework->second.end() ? kNone : found->second;
}

// Tables of operations that differ by name only: [unary] exp = ["torch.exp", "tf.exp", "jnp.exp"],
// with a bar between names that mean the same.
struct PlainKind {
  std::string_view table, parameters, gives;
};
constexpr PlainKind kPlain[] = {{"unary", "(x)", "same"},
                                {"unary-float", "(x)", "float"},
                                {"unary-real", "(x)", "real"},
                                {"unary-bool", "(x)", "bool"},
                                {"binary", "(x, other|y=y)", "same"},
                                {"binary-bool", "(x, other|y=y)", "bool"}};
constexpr std::string_view kRuleTables[] = {"op", "dtypes", "exceptions", "false-friend"};
constexpr std::string_view kEntryKeys[] = {"name", "gives", "infers", "methods"};

bool IsOneOf(std::string_view word, std::span<const std::string_view> all) {
  return std::ranges::find(all, word) != all.end();
}

Result<std::vector<Spelling>> ParseSpellings(const std::vector<std::string>& texts) {
  std::vector<Spelling> out;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    ASSAY_ASSIGN(out.emplace_back(), ParseSpelling(text));
  }
  return out;
}

// One text, or a list of them.
std::vector<std::string> Texts(const Toml& value) {
  return value.IsText() ? std::vector{value.Text()} : value.Texts();
}

Result<Operation> ReadOperation(const Toml& entry, const std::string& key) {
  Operation out;
  for (const Toml& value : entry.entries())
    if (!IsOneOf(value.key(), kEntryKeys) &&
        !AnyFramework([&](const FrameworkFacts& f) { return f.name == value.key(); }))
      return Invalid(StrCat("'", value.key(), "' means nothing"));
  out.name = entry["name"].Text(key);
  out.gives = entry["gives"].Text("same");
  out.infers = entry["infers"].Texts();
  for (const Toml& method : entry["methods"].entries())
    out.methods[std::string(method.key())] = method.Text();
  for (const Framework* one : AllFrameworks()) {
    const std::string framework(one->facts().name);
    ASSAY_ASSIGN(out.spellings[framework], ParseSpellings(Texts(entry[framework])));
    if (!entry[framework]) out.untold.insert(framework);
  }
  return out;
}

Result<Operation> ReadPlain(const PlainKind& kind, const Toml& entry) {
  Operation out{.name = entry.key(), .gives = std::string(kind.gives)};
  const std::vector<std::string> names = entry.Texts();
  if (names.size() != AllFrameworks().size()) return Invalid("three names are needed");
  for (size_t k = 0; k < names.size(); ++k) {
    std::vector<std::string> texts;
    for (const std::string& name : Split(names[k], '|'))
      if (!name.empty()) texts.push_back(StrCat(name, kind.parameters));
    ASSAY_ASSIGN(out.spellings[std::string(AllFrameworks()[k]->facts().name)],
                 ParseSpellings(texts));
  }
  return out;
}

}  // namespace

std::string ShortName(const std::string& full) {
  for (const Framework* one : AllFrameworks())
    for (const auto& [whole, brief] : one->facts().brief)
      if (HasPrefix(full, whole)) return StrCat(brief, full.substr(whole.size()));
  return full;
}

std::string FullName(const std::string& name) {
  for (const Framework* one : AllFrameworks())
    for (const auto& [whole, brief] : one->facts().brief)
      if (HasPrefix(name, brief)) return StrCat(whole, name.substr(brief.size()));
  return name;
}

bool IsSpelled(const std::string& name) {
  const auto begins = [&](std::string_view one) { return name.starts_with(one); };
  return AnyFramework(
      [&](const FrameworkFacts& f) { return std::ranges::any_of(f.spelled, begins); });
}

const std::vector<Reading>& Rules::Calls(const std::string& framework,
                                         const std::string& callee) const {
  return ReadingsOf(calls_, framework, callee);
}

const std::vector<Reading>& Rules::Members(const std::string& framework,
                                           const std::string& name) const {
  return ReadingsOf(members_, framework, name);
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

// Reads the files of data/mirror/rules. One entry per operation, one entry per function that is
// read: a second one is refused, with both places.
Result<Rules> Rules::Load() {
  ASSAY_ASSIGN(Rules out, LoadFrom(lab::HomeFolder() + "/data/mirror/rules"));
  ASSAY_RETURN_IF_ERROR(out.AddGlue(lab::HomeFolder() + "/data/mirror/glue.toml"));
  return out;
}

// [jax-flax] goes before [jax] where that environment is ready.
Status Rules::AddGlue(const std::string& file) {
  ASSAY_ASSIGN(const Toml table, Toml::Load(file));
  for (const Toml& entry : table.entries()) {
    const std::string framework(entry.key().substr(0, entry.key().find('-')));
    if (!AnyFramework([&](const FrameworkFacts& f) { return f.name == framework; }))
      return entry.Wrong(StrCat("there is no framework '", framework, "'"));
    const bool richer = framework != entry.key();
    if (richer && RicherEnvironment(framework) != entry.key()) continue;
    for (const Toml& helper : entry.entries()) {
      std::vector<std::string> apis;
      for (const std::string& api : Texts(helper))
        if (!api.empty()) apis.push_back(FullName(api));
      auto& all = glue_[framework];
      if (richer)
        all[helper.key()] = std::move(apis);
      else
        all.emplace(helper.key(), std::move(apis));
    }
  }
  return {};
}

TwinApis Rules::ApisOfHelper(const std::string& framework, const std::string& helper) const {
  const auto all = glue_.find(framework);
  if (all == glue_.end()) return {.emulated = true};
  const auto found = all->second.find(helper);
  return found == all->second.end() ? TwinApis{.emulated = true} : TwinApis{found->second, false};
}

TwinApis Rules::ApisOf(const std::string& framework, const Spelling& spelling) const {
  switch (spelling.form) {
    case Spelling::Form::kTemplate:
      return ApisOfText(framework, spelling.text);
    case Spelling::Form::kMethod:
      return {.own = {"." + spelling.callee}};
    case Spelling::Form::kCall:
      if (spelling.helper) return ApisOfHelper(framework, spelling.callee);
      return ApisOfText(framework, spelling.callee + "(");
    default:
      return {};
  }
}

// A name of the framework that is called in it does the work; otherwise the helpers do that are
// called. "\x01" is an "@" that has been seen to.
TwinApis Rules::ApisOfText(const std::string& framework, std::string_view text) const {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  TwinApis out;
  std::vector<std::string> helpers;
  bool numpy = false;
  for (size_t at = 0; at < text.size();) {
    if (!in_word(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string word(text.substr(at, end - at));
    const bool helper = at > 0 && (text[at - 1] == '@' || text[at - 1] == '\x01');
    const bool called = end < text.size() && text[end] == '(';
    if (helper) helpers.push_back(word);
    if (!helper && called && IsSpelled(word)) out.own.push_back(FullName(word));
    // Checks may be numpy's in any framework, and what hands a tensor over to numpy is no work.
    const bool check = word == "np.asarray" || word == "np.allclose" || word == "np.isclose" ||
                       word == "np.array_equal" || word.starts_with("np.testing.");
    numpy = numpy || (!helper && called && !check && word.starts_with("np."));
    at = end;
  }
  if (!out.own.empty()) return out;
  out.emulated = helpers.empty() && numpy;
  for (const std::string& helper : helpers) {
    const TwinApis of = ApisOfHelper(framework, helper);
    out.emulated = out.emulated || of.emulated;
    out.own.insert(out.own.end(), of.own.begin(), of.own.end());
  }
  if (!out.own.empty()) out.emulated = false;
  return out;
}

Result<Rules> Rules::LoadFrom(const std::string& folder) {
  Rules out;
  std::vector<std::string> files;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  if (files.empty()) return Invalid(StrCat(folder, " holds no rules; the installation is damaged"));
  std::ranges::sort(files);
  for (const std::string& file : files) ASSAY_RETURN_IF_ERROR(out.Add(file));
  return out;
}

Status Rules::Add(const std::string& file) {
  ASSAY_ASSIGN(const Toml table, Toml::Load(file));
  for (const Toml& entries : table.entries()) {
    const auto kind = std::ranges::find(kPlain, entries.key(), &PlainKind::table);
    if (kind == std::end(kPlain) && !IsOneOf(entries.key(), kRuleTables))
      return entries.Wrong(StrCat("there is no kind of entries '", entries.key(), "'"));
    if (kind == std::end(kPlain)) continue;
    for (const Toml& names : entries.entries())
      ASSAY_RETURN_IF_ERROR(
          Enter({names.key(), StrCat(file, ":", names.line())}, ReadPlain(*kind, names)));
  }
  for (const Toml& operation : table["op"].entries()) {
    const Entry entry{operation.key(), StrCat(file, ":", operation.line())};
    if (operation.IsTable())
      ASSAY_RETURN_IF_ERROR(Enter(entry, ReadOperation(operation, entry.name)));
    for (const Toml& form : operation.items())
      ASSAY_RETURN_IF_ERROR(Enter(entry, ReadOperation(form, entry.name)));
  }
  for (const Toml& framework : table["dtypes"].entries())
    for (const Toml& written : framework.entries())
      dtypes_[framework.key()][written.key()] = written.Text();
  for (const Toml& direction : table["exceptions"].entries())
    for (const Toml& list : direction.entries())
      exceptions_[direction.key()][list.key()] = list.Texts();
  for (const Toml& entry : table["false-friend"].items()) {
    const std::string from = entry["from"].Text(), to = entry["to"].Text();
    if (to.empty()) never_.insert(from);
    false_friends_.insert({from, to});
    false_friends_.insert({to, from});
  }
  return {};
}

Status Rules::Enter(const Entry& entry, Result<Operation> read) {
  if (!read.ok()) return Invalid(StrCat(entry.place, ": ", entry.name, ": ", read.error().message));
  auto made = std::make_unique<Operation>(std::move(read).value());
  for (const std::string& name : {entry.name, made->name})
    if (const auto [before, fresh] = named_.emplace(name, entry.place);
        !fresh && before->second != entry.place)
      return Invalid(
          StrCat(entry.place, ": there is an entry '", name, "' already, at ", before->second));
  for (const auto& [framework, spellings] : made->spellings)
    for (const Spelling& spelling : spellings) {
      if (spelling.helper || spelling.form == Spelling::Form::kTemplate) continue;
      const bool member =
          spelling.form == Spelling::Form::kMethod || spelling.form == Spelling::Form::kAttribute;
      // None, math.pi and the like are written only.
      if (!member && !IsSpelled(spelling.callee)) continue;
      const std::string read_as = StrCat(framework, member ? " ." : " ", spelling.callee);
      if (const auto [taken, fresh] = taken_.emplace(read_as, entry);
          !fresh && taken->second.place != entry.place)
        return Invalid(StrCat(entry.place, ": ", spelling.callee, " of '", entry.name,
                              "' is read by '", taken->second.name, "' already, at ",
                              taken->second.place));
      (member ? members_ : calls_)[framework][spelling.callee].push_back({made.get(), &spelling});
    }
  operations_.push_back(std::move(made));
  return {};
}

}  // namespace assay::mirror
