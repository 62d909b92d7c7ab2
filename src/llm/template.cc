#include "llm/template.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "base/table_reader.h"
#include "lab/registry.h"
#include "llm/schema.h"

namespace assay::llm {
namespace {

namespace fs = std::filesystem;
constexpr const char* kMark = "=== ";
constexpr uint64_t kMaxTemplateBytes = 1 << 20;  // a prompt file that is larger is a mistake

std::string Folder() {
  const char* chosen = std::getenv("ASSAY_PROMPTS");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  return lab::HomeFolder() + "/prompts";
}

Status ReadHead(const std::string& head, const std::string& path, Parameters& out) {
  ASSAY_ASSIGN(const Toml table, Toml::Parse(head, path));
  TableReader in(table, "", "a prompt");
  const auto number = [&](const char* key, auto& target) {
    auto value = target.value_or(0);
    in.Value(key, value);
    if (table[key]) target = value;
  };
  number("temperature", out.temperature);
  number("top_p", out.top_p);
  number("max_tokens", out.max_tokens);
  number("seed", out.seed);
  return in.Done();
}

// Splits `text` into the head and the messages.
Status ReadMessages(const std::string& text, const std::string& path, std::string& head,
                    std::vector<Message>& out) {
  int number = 0;
  for (const std::string& line : Split(text, '\n')) {
    ++number;
    if (line.starts_with(kMark)) {
      const std::string role = line.substr(std::string_view(kMark).size());
      if (role != "system" && role != "user" && role != "assistant")
        return Invalid(StrCat(path, ":", number, ": '", role,
                              "' is not a role; write system, user or assistant"));
      out.push_back({role, ""});
    } else {
      (out.empty() ? head : out.back().text) += line + "\n";
    }
  }
  if (out.empty()) return Invalid(StrCat(path, ": holds no message; write a line '=== user'"));
  for (Message& message : out) message.text.resize(message.text.find_last_not_of("\n ") + 1);
  return {};
}

bool IsName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

// Calls `plain` with the text between placeholders and `name` with their names, in order.
template <typename Plain, typename Name>
void Walk(const std::string& text, Plain plain, Name name) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t open = text.find("{{", at);
    const size_t close = open == std::string::npos ? open : text.find("}}", open);
    if (close == std::string::npos) break;
    const std::string_view inside(text.data() + open + 2, close - open - 2);
    if (!IsName(inside)) {  // braces of code or JSON
      plain(text.substr(at, open + 2 - at));
      at = open + 2;
      continue;
    }
    plain(text.substr(at, open - at));
    name(std::string(inside));
    at = close + 2;
  }
  plain(text.substr(std::min(at, text.size())));
}

}  // namespace

std::vector<std::string> TemplateNames() {
  std::vector<std::string> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(Folder(), ignored))
    if (entry.path().extension() == ".txt") out.push_back(entry.path().stem());
  std::ranges::sort(out);
  return out;
}

Result<Template> Template::Load(const std::string& name) {
  const std::vector<std::string> known = TemplateNames();
  if (std::ranges::find(known, name) == known.end()) {
    const std::string near = Nearest(name, known);
    return Invalid(StrCat(
        "there is no prompt '", name, "' in ", Folder(),
        near.empty() ? "; known: " + Join(known, ", ") : StrCat("; did you mean '", near, "'?")));
  }
  return LoadFile(StrCat(Folder(), "/", name, ".txt"));
}

Result<Template> Template::LoadFile(const std::string& path) {
  Template out;
  out.path_ = path;
  out.prompt_.name = fs::path(path).stem();
  ASSAY_ASSIGN(const std::string text, ReadFile(path, kMaxTemplateBytes));
  std::string head;
  ASSAY_RETURN_IF_ERROR(ReadMessages(text, path, head, out.prompt_.messages));
  ASSAY_RETURN_IF_ERROR(ReadHead(head, path, out.prompt_.parameters));
  const std::string schema_path = fs::path(path).replace_extension(".schema.json");
  if (!fs::exists(schema_path)) return out;
  ASSAY_ASSIGN(const std::string schema, ReadFile(schema_path, kMaxTemplateBytes));
  out.prompt_.schema = nlohmann::ordered_json::parse(schema, nullptr, false);
  if (out.prompt_.schema.is_discarded()) return Invalid(schema_path + ": is not JSON");
  const Status checked = CheckSchema(out.prompt_.schema);
  if (!checked.ok()) return Invalid(StrCat(schema_path, ": ", checked.error().message));
  return out;
}

std::vector<std::string> Template::Placeholders() const {
  std::vector<std::string> out;
  for (const Message& message : prompt_.messages)
    Walk(
        message.text, [](const std::string&) {},
        [&](const std::string& name) {
          if (std::ranges::find(out, name) == out.end()) out.push_back(name);
        });
  return out;
}

Result<Prompt> Template::Fill(const std::map<std::string, std::string>& values) const {
  const std::vector<std::string> wanted = Placeholders();
  for (const std::string& name : wanted)
    if (!values.contains(name)) return Invalid(StrCat(path_, ": no value for {{", name, "}}"));
  for (const auto& [name, value] : values)
    if (std::ranges::find(wanted, name) == wanted.end())
      return Invalid(StrCat(path_, ": has no {{", name, "}}",
                            wanted.empty() ? "" : "; it has " + Join(wanted, ", ")));
  Prompt out = prompt_;
  for (Message& message : out.messages) {
    std::string filled;
    Walk(
        message.text, [&](const std::string& plain) { filled += plain; },
        [&](const std::string& name) { filled += values.at(name); });
    message.text = std::move(filled);
  }
  return out;
}

}  // namespace assay::llm
