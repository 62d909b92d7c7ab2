// What a request asks for, checked: strangers write these.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace assay::web {

// What was asked for makes no sense, whatever the store holds.
inline Error BadQuery(std::string message) { return Reject(std::move(message)); }

class Query {
 public:
  Query() = default;
  // `text`: "kind=wrong&q=a%20b", the part behind the question mark. An error for a broken escape,
  // a name that comes twice, text that is not UTF-8 or holds a zero, or far too many parameters.
  static Result<Query> Parse(std::string_view text);

  // What stands for the star in the page's pattern: "/api/findings/*" has the finding's id.
  const std::string& id() const { return id_; }
  void set_id(std::string id) { id_ = std::move(id); }
  // For tests and for the static report.
  Query& Set(const std::string& name, std::string value);

  // An error for the first parameter that is not among `names`. Every page begins with this. All
  // errors of this class are BadQuery.
  Status Allow(std::initializer_list<std::string_view> names) const;

  bool Has(std::string_view name) const;
  // "" when it is missing.
  std::string Text(std::string_view name) const;
  // An error when it is there and no whole number from `low` to `high`.
  Result<int64_t> Int(std::string_view name, int64_t otherwise, int64_t low, int64_t high) const;
  // 0 or 1.
  Result<bool> Flag(std::string_view name, bool otherwise) const;
  // An error that lists the choices.
  Result<std::string> OneOf(std::string_view name, std::string_view otherwise,
                            std::initializer_list<std::string_view> choices) const;

 private:
  std::string id_;
  std::map<std::string, std::string, std::less<>> values_;
};

// %41 becomes A. An error for a broken escape, for control characters (a zero among them) and for
// what is no UTF-8: nothing here has such a name.
Result<std::string> Unescape(std::string_view text, bool plus_is_space);

// Well-formed, shortest form, no surrogates.
bool IsUtf8(std::string_view text);

}  // namespace assay::web
