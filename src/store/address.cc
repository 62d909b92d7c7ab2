#include "store/address.h"

#include <postgresql/libpq-fe.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

#include "base/strings.h"
#include "store/postgres_sql.h"

namespace assay::store {
namespace {

constexpr const char* kHidden = "***";
constexpr const char* kSecrets[] = {"password", "sslpassword"};

bool IsDigit(char c) { return isdigit(static_cast<unsigned char>(c)) != 0; }
bool IsHex(char c) { return isxdigit(static_cast<unsigned char>(c)) != 0; }
bool IsBlank(char c) { return isspace(static_cast<unsigned char>(c)) != 0; }

bool IsSecret(std::string_view name) {
  return std::find(std::begin(kSecrets), std::end(kSecrets), name) != std::end(kSecrets);
}

// libpq takes %61 for an "a" in names of parameters, too.
std::string Decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool coded =
        text[i] == '%' && i + 2 < text.size() && IsHex(text[i + 1]) && IsHex(text[i + 2]);
    out += coded ? static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16))
                 : text[i];
    if (coded) i += 2;
  }
  return out;
}

// The "&" that ends the parameter at `begin`, or the end: what has no "=" is rather the rest of a
// password with an "&" in it.
size_t EndOfParameter(const std::string& address, size_t begin) {
  size_t end = std::min(address.find('&', begin), address.size());
  while (end < address.size()) {
    const size_t next = std::min(address.find('&', end + 1), address.size());
    if (address.find('=', end) < next) break;
    end = next;
  }
  return end;
}

// The values of secrets among the parameters behind the "?" at or after `from`.
void HideParameters(std::string& address, size_t from) {
  size_t at = address.find('?', from);
  while (at != std::string::npos && at + 1 < address.size()) {
    const size_t begin = at + 1, end = EndOfParameter(address, begin);
    const size_t equals = address.find('=', begin);
    if (equals + 1 < end && IsSecret(Decoded(address.substr(begin, equals - begin))))
      address.replace(equals + 1, end - equals - 1, kHidden);
    at = address.find('&', begin);
  }
}

// host:1234,other:5678, as opposed to somebody:secret.
bool AreHosts(std::string_view text) {
  for (const std::string& host : Split(text, ',')) {
    const size_t from = host.starts_with('[') ? std::min(host.find(']'), host.size()) : 0;
    const size_t colon = host.find(':', from);
    if (colon == std::string::npos) continue;
    for (const char c : host.substr(colon + 1))
      if (!IsDigit(c)) return false;
  }
  return true;
}

// Where the password before the host ends; npos: there is none. Signs that a password should not
// hold as they are ("/", "?", "@") are taken for part of it: rather too much is hidden.
size_t EndOfPassword(const std::string& address, size_t begin) {
  const size_t slash = address.find('/', begin), question = address.find('?', begin);
  size_t at = address.rfind('@', slash);
  if (slash == std::string::npos && address.find('@', begin) < question)
    at = address.rfind('@', question);
  if (at != std::string::npos && at >= begin) return at;
  if (slash == std::string::npos) return slash;
  const bool hosts = AreHosts(address.substr(begin, slash - begin));
  at = address.rfind('@', hosts ? question : std::string::npos);
  return at != std::string::npos && at > slash ? at : std::string::npos;
}

// Of "host=… password=…", as libpq takes it elsewhere.
void HideWords(std::string& text) {
  for (const char* name : kSecrets) {
    size_t at = 0;
    while ((at = text.find(name, at)) != std::string::npos) {
      const bool whole = at == 0 || IsBlank(text[at - 1]);
      at = text.find_first_not_of(" \t", at + std::string_view(name).size());
      if (at == std::string::npos) break;
      if (!whole || text[at] != '=') continue;
      const size_t begin = text.find_first_not_of(" \t", at + 1);
      if (begin == std::string::npos) break;
      // What is quoted may hold blanks: nothing behind it is worth a mistake.
      const size_t end = text[begin] == '\'' ? std::string::npos : text.find_first_of(" \t", begin);
      text.replace(begin, end == std::string::npos ? end : end - begin, kHidden);
      at = begin;
    }
  }
}

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

// libpq's own words cite what it could not read, which may be half a password.
Error Misread(const std::string& shown) {
  return Invalid(
      StrCat(shown,
             ": cannot be read as an address. Within a password, % is written as %25, "
             "/ as %2F, ? as %3F, @ as %40, : as %3A, # as %23 and & as %26; or leave it "
             "out and set PGPASSWORD, or write it into ~/.pgpass"));
}

Status CheckPostgres(const std::string& address) {
  const std::string shown = WithoutPassword(address);
  const bool secret = shown != address;
  char* why = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      PQconninfoParse(address.c_str(), &why));
  std::string said = why == nullptr ? "out of memory" : why;
  PQfreemem(why);
  if (options == nullptr) {
    if (secret) return Misread(shown);
    while (!said.empty() && said.back() == '\n') said.pop_back();
    return Invalid(StrCat(shown, ": cannot be read as an address: ", said,
                          "; expected postgresql://user@host:5432/name?sslmode=verify-full"));
  }
  if (!secret) return {};
  bool found = false;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    const std::string name = option->keyword, value = option->val == nullptr ? "" : option->val;
    found |= (name == "password" || name == "sslpassword") && !value.empty();
    // A password that was not written as libpq wants it goes on in the name of the host.
    if ((name == "host" || name == "port") && value.find('@') != std::string::npos)
      return Misread(shown);
  }
  if (!found) return Misread(shown);
  return {};
}

}  // namespace

bool IsAddress(const std::string& store) {
  return store.starts_with("postgresql://") || store.starts_with("postgres://");
}

std::string WithoutPassword(const std::string& address) {
  std::string out = address;
  const size_t scheme = out.find("://");
  if (scheme == std::string::npos) {
    HideWords(out);
    return out;
  }
  const size_t begin = scheme + 3, end = EndOfPassword(out, begin);
  const size_t colon = out.find(':', begin);
  size_t rest = begin;
  if (end != std::string::npos && colon < end - 1) {
    out.replace(colon + 1, end - colon - 1, kHidden);
    rest = colon;
  }
  HideParameters(out, rest);
  return out;
}

bool StoreExists(const std::string& store) {
  std::error_code ignored;
  return MeansDatabase(store) || std::filesystem::exists(store, ignored);
}

bool MeansDatabase(const std::string& store) {
  const size_t scheme = store.find("://");
  const auto of_scheme = [](char c) {
    return isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.';
  };
  if (scheme != std::string::npos && scheme > 0 &&
      std::all_of(store.begin(), store.begin() + static_cast<ptrdiff_t>(scheme), of_scheme))
    return true;
  const size_t begin = std::min(store.find_first_not_of(' '), store.size());
  const size_t equals = std::min(store.find_first_of(" =", begin), store.size());
  const std::string word = store.substr(begin, equals - begin);
  constexpr const char* kWords[] = {"host",    "hostaddr", "port",    "dbname",
                                    "service", "user",     "sslmode", "password"};
  std::error_code ignored;
  return store.find('=', equals) != std::string::npos &&
         std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords) &&
         !std::filesystem::exists(store, ignored);
}

Status CheckAddress(const std::string& store) {
  if (IsAddress(store)) return CheckPostgres(store);
  if (!MeansDatabase(store)) return {};
  return Invalid(StrCat(WithoutPassword(store),
                        ": a store is the path of a SQLite file, or the address of a PostgreSQL "
                        "database, written as postgresql://user@host:5432/name"));
}

Status CheckPlainWord(const std::string& flag, const std::string& word) {
  for (const char c : word)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return Invalid(StrCat(flag, ": there is a line break or another sign that does not print; ",
                            "leave it out"));
  if (PostgresText(word) != word) return Invalid(StrCat(flag, ": is not written in UTF-8"));
  return {};
}

}  // namespace assay::store
