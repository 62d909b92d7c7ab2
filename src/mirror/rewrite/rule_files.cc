// Reads the files of data/mirror/rules. One entry per operation, one entry per function that is
// read: a second one is refused, with both places.
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "mirror/rewrite/rules.h"
#include "optbug/toml_reader.h"

namespace assay::mirror {
namespace {

constexpr std::string_view kFrameworks[] = {"torch", "tensorflow", "jax"};

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
constexpr std::string_view kEntryKeys[] = {"name",  "torch",  "tensorflow", "jax",
                                           "gives", "infers", "in-place"};

bool IsOneOf(std::string_view word, std::span<const std::string_view> all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

// Whether programs can call it by this name: None, math.pi and the like are written only.
bool OfFramework(const std::string& callee) {
  return callee.starts_with("torch.") || callee.starts_with("tf.") || callee.starts_with("jnp.") ||
         callee.starts_with("jax.");
}

Result<std::vector<Spelling>> ParseSpellings(const std::vector<std::string>& texts) {
  std::vector<Spelling> out;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    ASSAY_ASSIGN(Spelling spelling, ParseSpelling(text));
    out.push_back(std::move(spelling));
  }
  return out;
}

// One text, or a list of them.
std::vector<std::string> Texts(const toml::table& entry, std::string_view key) {
  if (const auto one = entry[key].value<std::string>()) return {*one};
  return optbug::Words(entry, key);
}

// [key.name] tables, by name.
std::vector<std::pair<std::string, const toml::table*>> TablesOf(const toml::table& table,
                                                                 std::string_view key) {
  std::vector<std::pair<std::string, const toml::table*>> out;
  if (const toml::table* all = table[key].as_table())
    for (const auto& [name, node] : *all)
      if (node.is_table()) out.emplace_back(std::string(name.str()), node.as_table());
  return out;
}

Result<Operation> ReadOperation(const toml::table& entry, const std::string& key) {
  Operation out;
  for (const auto& [word, node] : entry)
    if (!IsOneOf(word.str(), kEntryKeys))
      return Invalid(StrCat("'", word.str(), "' means nothing"));
  out.name = optbug::Text(entry, "name", key);
  out.gives = optbug::Text(entry, "gives", "same");
  out.infers = optbug::Words(entry, "infers");
  out.in_place = entry["in-place"].value_or(false);
  for (const std::string_view framework : kFrameworks) {
    ASSAY_ASSIGN(out.spellings[std::string(framework)], ParseSpellings(Texts(entry, framework)));
    if (!entry.contains(framework)) out.untold.emplace(framework);
  }
  return out;
}

Result<Operation> ReadPlain(const PlainKind& kind, const toml::table& table,
                            const std::string& key) {
  Operation out;
  out.name = key;
  out.gives = kind.gives;
  const std::vector<std::string> names = optbug::Words(table, key);
  if (names.size() != std::size(kFrameworks)) return Invalid("three names are needed");
  for (size_t k = 0; k < names.size(); ++k) {
    std::vector<std::string> texts;
    for (const std::string& name : Split(names[k], '|'))
      if (!name.empty()) texts.push_back(StrCat(name, kind.parameters));
    ASSAY_ASSIGN(out.spellings[std::string(kFrameworks[k])], ParseSpellings(texts));
  }
  return out;
}

}  // namespace

Result<Rules> Rules::Load() { return LoadFrom(lab::HomeFolder() + "/data/mirror/rules"); }

Result<Rules> Rules::LoadFrom(const std::string& folder) {
  Rules out;
  std::vector<std::string> files;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  if (files.empty()) return Invalid(StrCat(folder, " holds no rules; the installation is damaged"));
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) ASSAY_RETURN_IF_ERROR(out.Add(file));
  return out;
}

Status Rules::Add(const std::string& file) {
  ASSAY_ASSIGN(const std::string text, ReadFile(file));
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(file, ":", error.source().begin.line, ": ", error.description()));
  }
  for (const auto& [key, node] : table) {
    const std::string place = StrCat(file, ":", key.source().begin.line);
    const auto kind = std::find_if(std::begin(kPlain), std::end(kPlain),
                                   [&](const PlainKind& one) { return one.table == key.str(); });
    if (kind == std::end(kPlain) && !IsOneOf(key.str(), kRuleTables))
      return Invalid(StrCat(place, ": there is no kind of entries '", key.str(), "'"));
    if (kind == std::end(kPlain) || !node.is_table()) continue;
    for (const auto& [name, names] : *node.as_table()) {
      const Entry entry{std::string(name.str()), StrCat(file, ":", name.source().begin.line)};
      ASSAY_RETURN_IF_ERROR(Enter(entry, ReadPlain(*kind, *node.as_table(), entry.name)));
    }
  }
  if (const toml::table* operations = table["op"].as_table())
    for (const auto& [key, node] : *operations) {
      const Entry entry{std::string(key.str()), StrCat(file, ":", key.source().begin.line)};
      if (const toml::table* one = node.as_table())
        ASSAY_RETURN_IF_ERROR(Enter(entry, ReadOperation(*one, entry.name)));
      if (const toml::array* forms = node.as_array())
        for (const toml::node& form : *forms)
          if (const toml::table* one = form.as_table())
            ASSAY_RETURN_IF_ERROR(Enter(entry, ReadOperation(*one, entry.name)));
    }
  for (const auto& [framework, node] : TablesOf(table, "dtypes"))
    for (const auto& [neutral, written] : *node)
      dtypes_[framework][std::string(neutral.str())] = written.value_or(std::string());
  for (const auto& [direction, node] : TablesOf(table, "exceptions"))
    for (const auto& [name, list] : *node)
      exceptions_[direction][std::string(name.str())] = optbug::Words(*node, name.str());
  for (const toml::table* entry : optbug::Entries(table, "false-friend")) {
    const std::string from = optbug::Text(*entry, "from"), to = optbug::Text(*entry, "to");
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
      if (!member && !OfFramework(spelling.callee)) continue;
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
