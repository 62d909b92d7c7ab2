#include "report/drawing/layout.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/strings.h"

namespace assay::report {
namespace {

// In pixels at the font sizes of svg.cc.
constexpr double kCharacter = 7.2, kPadding = 24, kLine = 16, kTitle = 30;
constexpr double kGap = 24;     // between neighbours in a row
constexpr double kRowGap = 34;  // between rows
constexpr double kMargin = 12;
constexpr double kBendWidth = 8;
constexpr int kOrderSweeps = 6, kPlaceSweeps = 12;

using Rows = std::vector<std::vector<size_t>>;

size_t Characters(const std::string& text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

Box MakeBox(Box::Kind kind, std::string title, std::vector<std::string> lines) {
  Box box;
  box.kind = kind;
  size_t longest = Characters(title);
  for (const std::string& line : lines) longest = std::max(longest, Characters(line));
  box.width = static_cast<double>(longest) * kCharacter + kPadding;
  box.height = kTitle + kLine * static_cast<double>(lines.size());
  box.title = std::move(title);
  box.lines = std::move(lines);
  return box;
}

// Boxes and lines of the graph, rows not yet filled with bends.
class Builder {
 public:
  explicit Builder(const Graph& graph) : graph_(graph) {}

  Layout Build(const Marks& marks) {
    for (const ValueId id : graph_.inputs)
      if (graph_.initializer(id) == nullptr)
        makers_[id] = Add(MakeBox(Box::Kind::kInput, TypedName(graph_, id), {}));
    for (const NodePtr& node : graph_.nodes()) AddNode(*node, marks);
    for (const ValueId id : graph_.outputs) {
      const size_t box = Add(MakeBox(Box::Kind::kOutput, TypedName(graph_, id), {}));
      out_.boxes[box].wrong = IsWrongOutput(graph_, id, marks);
      Connect(id, box);
    }
    LowerInputs();
    return std::move(out_);
  }

 private:
  size_t Add(Box box) {
    out_.boxes.push_back(std::move(box));
    return out_.boxes.size() - 1;
  }

  void AddNode(const Node& node, const Marks& marks) {
    Box box = MakeBox(Box::Kind::kNode, node.op, Parameters(graph_, node));
    box.wrong = IsWrong(graph_, node, marks);
    const size_t at = Add(std::move(box));
    for (const ValueId id : Reads(graph_, node)) Connect(id, at);
    for (const ValueId id : node.outputs)
      if (id != kAbsent) makers_[id] = at;
  }

  void Connect(ValueId id, size_t to) {
    const auto from = makers_.find(id);
    if (from == makers_.end()) return;  // a weight
    out_.lines.emplace_back(from->second, to);
    out_.boxes[to].row = std::max(out_.boxes[to].row, out_.boxes[from->second].row + 1);
  }

  // Inputs stand right above what reads them first.
  void LowerInputs() {
    for (size_t i = 0; i < out_.boxes.size(); ++i) {
      if (out_.boxes[i].kind != Box::Kind::kInput) continue;
      int first = -1;
      for (const auto& [from, to] : out_.lines)
        if (from == i && (first < 0 || out_.boxes[to].row < first)) first = out_.boxes[to].row;
      if (first > 0) out_.boxes[i].row = first - 1;
    }
  }

  const Graph& graph_;
  Layout out_;
  std::map<ValueId, size_t> makers_;
};

// Splits lines that pass rows into pieces from row to row.
void AddBends(Layout& layout) {
  std::vector<std::pair<size_t, size_t>> pieces;
  for (const auto& [from, to] : layout.lines) {
    size_t at = from;
    for (int row = layout.boxes[from].row + 1; row < layout.boxes[to].row; ++row) {
      Box bend;
      bend.kind = Box::Kind::kBend;
      bend.row = row;
      bend.width = kBendWidth;
      layout.boxes.push_back(bend);
      pieces.emplace_back(at, layout.boxes.size() - 1);
      at = layout.boxes.size() - 1;
    }
    pieces.emplace_back(at, to);
  }
  layout.lines = std::move(pieces);
}

Rows RowsOf(const Layout& layout) {
  Rows rows;
  for (size_t i = 0; i < layout.boxes.size(); ++i) {
    const auto row = static_cast<size_t>(layout.boxes[i].row);
    if (rows.size() <= row) rows.resize(row + 1);
    rows[row].push_back(i);
  }
  return rows;
}

// For each box its neighbours in the row above (`up`) or below.
std::vector<std::vector<size_t>> Neighbours(const Layout& layout, bool up) {
  std::vector<std::vector<size_t>> out(layout.boxes.size());
  for (const auto& [from, to] : layout.lines) out[up ? to : from].push_back(up ? from : to);
  return out;
}

void Order(const Layout& layout, Rows& rows) {
  std::vector<double> place(layout.boxes.size(), 0);
  const auto number = [&](const std::vector<size_t>& row) {
    for (size_t k = 0; k < row.size(); ++k) place[row[k]] = static_cast<double>(k);
  };
  for (const auto& row : rows) number(row);
  for (int sweep = 0; sweep < kOrderSweeps; ++sweep) {
    const bool down = sweep % 2 == 0;
    const auto neighbours = Neighbours(layout, down);
    for (size_t k = 0; k < rows.size(); ++k) {
      auto& row = rows[down ? k : rows.size() - 1 - k];
      std::map<size_t, double> centre;
      for (const size_t box : row) {
        double sum = 0;
        for (const size_t other : neighbours[box]) sum += place[other];
        centre[box] = neighbours[box].empty() ? place[box]
                                              : sum / static_cast<double>(neighbours[box].size());
      }
      std::ranges::stable_sort(row, [&](size_t a, size_t b) { return centre[a] < centre[b]; });
      number(row);
    }
  }
}

// Keeps the order and the gaps of a row; its boxes stay where they wish to be on average.
void Separate(Layout& layout, const std::vector<size_t>& row) {
  double shift = 0, edge = 0;
  for (size_t k = 0; k < row.size(); ++k) {
    Box& box = layout.boxes[row[k]];
    const double wish = box.x;
    if (k > 0) box.x = std::max(box.x, edge + kGap + box.width / 2);
    edge = box.x + box.width / 2;
    shift += wish - box.x;
  }
  for (const size_t i : row) layout.boxes[i].x += shift / static_cast<double>(row.size());
}

void Place(Layout& layout, const Rows& rows) {
  for (const auto& row : rows) Separate(layout, row);
  for (int sweep = 0; sweep < kPlaceSweeps; ++sweep) {
    const bool down = sweep % 2 == 0;
    const auto neighbours = Neighbours(layout, down);
    for (size_t k = 0; k < rows.size(); ++k) {
      const auto& row = rows[down ? k : rows.size() - 1 - k];
      for (const size_t i : row) {
        if (neighbours[i].empty()) continue;
        double sum = 0;
        for (const size_t other : neighbours[i]) sum += layout.boxes[other].x;
        layout.boxes[i].x = sum / static_cast<double>(neighbours[i].size());
      }
      Separate(layout, row);
    }
  }
}

// Which boxes hang together: the same number for those that do.
std::vector<size_t> Parts(const Layout& layout) {
  std::vector<size_t> part(layout.boxes.size());
  std::iota(part.begin(), part.end(), size_t{0});
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [from, to] : layout.lines) {
      const size_t least = std::min(part[from], part[to]);
      changed = changed || part[from] != part[to];
      part[from] = part[to] = least;
    }
  }
  return part;
}

// Parts of a graph that do not hang together stand side by side.
void PlaceParts(Layout& layout, const Rows& rows) {
  const std::vector<size_t> part = Parts(layout);
  double edge = 0;
  for (size_t which = 0; which < part.size(); ++which) {
    if (part[which] != which) continue;
    Rows own;
    for (const auto& row : rows) {
      own.emplace_back();
      for (const size_t i : row)
        if (part[i] == which) own.back().push_back(i);
      if (own.back().empty()) own.pop_back();
    }
    Place(layout, own);
    double left = layout.boxes[which].x;
    for (const auto& row : own)
      left = std::min(left, layout.boxes[row.front()].x - layout.boxes[row.front()].width / 2);
    double right = edge;
    for (const auto& row : own)
      for (const size_t i : row) {
        layout.boxes[i].x += edge - left;
        right = std::max(right, layout.boxes[i].x + layout.boxes[i].width / 2);
      }
    edge = right + 2 * kGap;
  }
}

void Frame(Layout& layout, const Rows& rows) {
  double left = 0, right = 0, y = kMargin;
  for (const Box& box : layout.boxes) {
    left = std::min(left, box.x - box.width / 2);
    right = std::max(right, box.x + box.width / 2);
  }
  for (const auto& row : rows) {
    double tallest = 0;
    for (const size_t i : row) tallest = std::max(tallest, layout.boxes[i].height);
    for (const size_t i : row) {
      Box& box = layout.boxes[i];
      // A line that passes goes straight through the height of its row.
      if (box.kind == Box::Kind::kBend) box.height = tallest;
      box.x += kMargin - left;
      box.y = y + (tallest - box.height) / 2;
    }
    y += tallest + kRowGap;
  }
  layout.width = right - left + 2 * kMargin;
  layout.height = rows.empty() ? 2 * kMargin : y - kRowGap + kMargin;
}

}  // namespace

Layout LayOut(const Graph& graph, const Marks& marks) {
  Layout layout = Builder(graph).Build(marks);
  AddBends(layout);
  Rows rows = RowsOf(layout);
  Order(layout, rows);
  PlaceParts(layout, rows);
  Frame(layout, rows);
  return layout;
}

}  // namespace assay::report
