#include "store/listing_search.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/strings.h"

namespace assay::store {
namespace {

constexpr size_t kMostWords = 8;  // that are searched for; what stands behind them does not count

// Eight letters with A to Z made small; bytes above 127 stay.
uint64_t Lower(uint64_t letters) {
  constexpr uint64_t kEach = 0x0101010101010101;
  const uint64_t low = letters & (0x7f * kEach);
  const uint64_t from_a = low + (0x80 - 'A') * kEach;   // its top bit: at least A
  const uint64_t above_z = low + (0x7f - 'Z') * kEach;  // its top bit: more than Z
  const uint64_t capital = ~letters & (from_a ^ above_z) & (0x80 * kEach);
  return letters | (capital >> 2);
}

void AppendLower(std::string_view text, std::string& out) {
  const size_t begin = out.size();
  out.append(text);
  // Eight at a time, filled up with zeros for that.
  out.resize(begin + (text.size() + 7) / 8 * 8);
  for (size_t i = begin; i < out.size(); i += 8) {
    uint64_t some;
    std::memcpy(&some, out.data() + i, 8);
    some = Lower(some);
    std::memcpy(out.data() + i, &some, 8);
  }
  out.resize(begin + text.size());
}

std::vector<std::string> WordsOf(const std::string& text) {
  std::string lower;
  AppendLower(text, lower);
  std::vector<std::string> out;
  for (std::string& word : Split(lower, ' '))
    if (!word.empty() && out.size() < kMostWords) out.push_back(std::move(word));
  return out;
}

bool HoldsAll(std::string_view text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (memmem(text.data(), text.size(), word.data(), word.size()) == nullptr) return false;
  return true;
}

// Texts of the rows that changed after they were read; of all, before the first search. A search
// for each letter that is typed would read them all.
Status ReadTexts(const Database& database, ListingTable& table) {
  if (table.texts_changed == table.changed && database.dialect().exact_mark) return {};
  const bool all = table.texts_changed < 0;
  ASSAY_ASSIGN(Statement select,
               database.Prepare(all ? "SELECT id, title, target, message FROM findings"
                                    : "SELECT id, title, target, message FROM findings "
                                      "WHERE changed > ?"));
  if (!all) select.Bind(table.texts_changed);
  table.texts.resize(table.rows.size());
  while (select.Step()) {
    const std::string id = select.Text();
    const auto place = table.places.find(id);
    if (place == table.places.end()) continue;  // has come since the table was read
    std::string& text = table.texts[place->second];
    text.clear();
    AppendLower(id, text);
    for (int i = 0; i < 3; ++i) {
      text += '\0';  // no word goes across
      AppendLower(select.View(), text);
    }
  }
  if (select.failed()) return database.Problem("cannot be read");
  table.texts_changed = table.changed;
  return {};
}

}  // namespace

Result<std::vector<bool>> Search(const Database& database, ListingTable& table,
                                 const std::string& text) {
  const std::vector<std::string> words = WordsOf(text);
  std::vector<bool> out(table.rows.size(), true);
  if (words.empty()) return out;
  ASSAY_RETURN_IF_ERROR(ReadTexts(database, table));
  for (size_t i = 0; i < out.size(); ++i) out[i] = HoldsAll(table.texts[i], words);
  return out;
}

}  // namespace assay::store
