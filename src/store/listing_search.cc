#include "store/listing_search.h"

#include <bit>
#include <cstring>
#include <optional>

#include "base/strings.h"

namespace assay::store {
namespace {

constexpr size_t kMostWords = 8;  // that are searched for; what stands behind them does not count

void AppendLower(std::string_view text, std::string& out) {
  const size_t begin = out.size();
  out.append(text);
  // Without a branch, so that it is done many letters at a time.
  char* const letters = out.data() + begin;
  for (size_t i = 0, size = text.size(); i < size; ++i) {
    const auto c = static_cast<unsigned char>(letters[i]);
    letters[i] = static_cast<char>(c | (static_cast<unsigned char>(c - 'A') < 26 ? 0x20 : 0));
  }
}

std::vector<std::string> WordsOf(const std::string& text) {
  std::string lower;
  AppendLower(text, lower);
  std::vector<std::string> out;
  for (std::string& word : Split(lower, ' '))
    if (!word.empty() && out.size() < kMostWords) out.push_back(std::move(word));
  return out;
}

// Rows of a table by their ids. Slots by hash, twice as many as rows, each row in the first free
// one.
class Places {
 public:
  explicit Places(const ListingTable& table)
      : table_(table), slots_(std::bit_ceil(2 * table.rows.size() + 2), kFree) {
    for (uint32_t row = 0; row < table.rows.size(); ++row)
      slots_[SlotOf(table.IdOf(table.rows[row]))] = row;
  }
  // The row of `id`; nothing when it has come since the table was read.
  std::optional<uint32_t> Find(std::string_view id) const {
    const uint32_t row = slots_[SlotOf(id)];
    return row == kFree ? std::nullopt : std::optional(row);
  }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;

  // That which holds `id`, or the free one where it belongs.
  size_t SlotOf(std::string_view id) const {
    size_t slot = std::hash<std::string_view>()(id) & (slots_.size() - 1);
    while (slots_[slot] != kFree && table_.IdOf(table_.rows[slots_[slot]]) != id)
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  const ListingTable& table_;
  std::vector<uint32_t> slots_;
};

bool HoldsAll(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (memmem(text.data(), text.size(), word.data(), word.size()) == nullptr) return false;
  return true;
}

}  // namespace

Result<std::vector<bool>> Search(const Database& database, const ListingTable& table,
                                 const std::string& text) {
  const std::vector<std::string> words = WordsOf(text);
  if (words.empty()) return std::vector<bool>(table.rows.size(), true);
  // Looking through the texts here takes half as long as LIKE.
  ASSAY_ASSIGN(Statement select,
               database.Prepare("SELECT id, title, target, message FROM findings"));
  const Places places(table);
  std::vector<bool> out(table.rows.size());
  std::string lower;
  while (select.Step()) {
    const std::string_view id = select.View();
    lower.clear();
    AppendLower(id, lower);
    for (int i = 0; i < 3; ++i) {
      lower += '\0';  // no word goes across
      AppendLower(select.View(), lower);
    }
    if (!HoldsAll(lower, words)) continue;
    if (const auto row = places.Find(id)) out[*row] = true;
  }
  if (select.failed()) return database.Problem("cannot be read");
  return out;
}

}  // namespace assay::store
