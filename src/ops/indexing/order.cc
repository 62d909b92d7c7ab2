#include "ops/indexing/order.h"

#include <numeric>

namespace assay::ops {
namespace {

KeyRange KeyOf(const Bounded& x, int64_t i) {
  if (x.is_real()) {
    const Real r = x.real(i);
    if (r.nan == Nan::kMust) return {};
    return {static_cast<Key>(r.v), static_cast<Key>(r.lo), static_cast<Key>(r.hi)};
  }
  const Int n = x.integer(i);
  if (x.dtype() != DType::kUint64)
    return {static_cast<Key>(n.v), static_cast<Key>(n.lo), static_cast<Key>(n.hi)};
  const auto v = static_cast<Key>(static_cast<uint64_t>(n.v));
  if (n.point()) return {v, v, v};
  return {v, 0, static_cast<Key>(UINT64_MAX)};
}

}  // namespace

Row RowOf(const Bounded& x, int64_t base, int64_t stride, int64_t n, bool smallest) {
  Row out;
  out.keys.reserve(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) {
    const KeyRange key = KeyOf(x, base + i * stride);
    out.keys.push_back(smallest ? KeyRange{-key.v, -key.hi, -key.lo} : key);
    out.certain = out.certain && key.lo == key.hi;
    if (x.is_real() && x.real(base + i * stride).nan != Nan::kNever) out.may_be_nan = true;
  }
  return out;
}

Extreme LargestOf(const Row& row, bool last) {
  const std::vector<KeyRange>& k = row.keys;
  const size_t n = k.size();
  // The largest lower ends before and after each position.
  std::vector<Key> before(n, -std::numeric_limits<Key>::infinity()), after = before;
  for (size_t i = 1; i < n; ++i) before[i] = std::max(before[i - 1], k[i - 1].lo);
  for (size_t i = n - 1; i-- > 0;) after[i] = std::max(after[i + 1], k[i + 1].lo);
  Extreme out;
  for (size_t i = 0; i < n; ++i) {
    const Key likely = k[static_cast<size_t>(out.likely)].v;
    if (last ? k[i].v >= likely : k[i].v > likely) out.likely = static_cast<int64_t>(i);
    // i wins if it can exceed what must not even be equal, and reach the rest.
    const bool beats_before = i == 0 || (last ? k[i].hi >= before[i] : k[i].hi > before[i]);
    const bool beats_after = i + 1 == n || (last ? k[i].hi > after[i] : k[i].hi >= after[i]);
    if (beats_before && beats_after) out.possible.push_back(static_cast<int64_t>(i));
  }
  return out;
}

std::vector<int64_t> FallingOrder(const Row& row) {
  std::vector<int64_t> order(row.keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return row.keys[static_cast<size_t>(a)].v > row.keys[static_cast<size_t>(b)].v;
  });
  return order;
}

Ranks RanksOf(const Row& row) {
  const size_t n = row.keys.size();
  using Place = std::pair<Key, size_t>;  // ordered by falling key, then by position
  const auto precedes = [](const Place& a, const Place& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  std::vector<Place> lows, highs;
  for (size_t i = 0; i < n; ++i) {
    lows.emplace_back(row.keys[i].lo, i);
    highs.emplace_back(row.keys[i].hi, i);
  }
  std::sort(lows.begin(), lows.end(), precedes);
  std::sort(highs.begin(), highs.end(), precedes);
  Ranks out{std::vector<int64_t>(n), std::vector<int64_t>(n)};
  for (size_t i = 0; i < n; ++i) {
    // j stands before i for certain when even its lowest value precedes i's highest.
    out.first[i] = std::lower_bound(lows.begin(), lows.end(), Place(row.keys[i].hi, i), precedes) -
                   lows.begin();
    // j may stand before i when its highest value precedes i's lowest; i itself may be among those.
    int64_t may = std::lower_bound(highs.begin(), highs.end(), Place(row.keys[i].lo, i), precedes) -
                  highs.begin();
    if (row.keys[i].hi > row.keys[i].lo) --may;
    out.last[i] = may;
  }
  return out;
}

}  // namespace assay::ops
