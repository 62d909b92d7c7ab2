// scratch: reduces every finding of a store
#include <sys/stat.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "campaign/signature.h"
#include "graph/text.h"
#include "lab/lab.h"
#include "onnx/model_io.h"
#include "onnx/official.h"
#include "ops/infer.h"
#include "oracle/check.h"
#include "reference/evaluator.h"
#include "store/store.h"

using namespace assay;

static Result<std::vector<Datum>> Inputs(const std::string& bytes, const Graph& g) {
  std::vector<Datum> out;
  for (size_t at = 0, i = 0; at + 4 <= bytes.size() && i < g.inputs.size(); ++i) {
    uint32_t size = 0;
    for (size_t k = 0; k < 4; ++k) size |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
    at += 4;
    ASSAY_ASSIGN(Datum d, onnxio::ParseDatum(std::string_view(bytes).substr(at, size), g.type(g.inputs[i])));
    out.push_back(std::move(d));
    at += size;
  }
  return out;
}

static void Captures(const Node& node, std::set<std::string>& names) {
  for (const auto& [n, attr] : node.attrs)
    if (const auto* g = std::get_if<GraphPtr>(&attr)) {
      for (ValueId id : (*g)->captured) names.insert((*g)->name_of(id));
    }
}

struct Whole {
  Model model;
  std::map<std::string, Known> known;
};

static ValueType Concrete(const Known& k, const ValueType& declared) {
  if (k.is_tensor()) return ValueType(TensorType(k.tensor.dtype(), k.tensor.shape()));
  return declared;
}

// keep: indexes; concrete: replace types of boundary inputs by exact
static Result<oracle::Subject> Cut(const Whole& w, const std::vector<size_t>& keep) {
  const Graph& g = w.model.graph;
  oracle::Subject s;
  s.model = w.model;
  Graph out;
  out.name = "g";
  std::map<std::string, ValueId> ids;
  std::set<std::string> produced;
  for (size_t i : keep)
    for (ValueId o : g.node(i).outputs)
      if (o != kAbsent) produced.insert(g.name_of(o));
  Status failure;
  auto need = [&](const std::string& name) -> ValueId {
    auto it = ids.find(name);
    if (it != ids.end()) return it->second;
    const ValueId old = g.Find(name);
    if (old == kAbsent) return kAbsent;
    const Tensor* init = g.initializer(old);
    ValueId id;
    const bool is_input = std::find(g.inputs.begin(), g.inputs.end(), old) != g.inputs.end();
    if (init && !is_input) {
      id = out.AddValue(name, g.type(old));
      out.SetInitializer(id, *init);
    } else {
      auto k = w.known.find(name);
      if (k == w.known.end() || k->second.kind == Known::Kind::kUndetermined || k->second.kind == Known::Kind::kNothing) {
        failure = Invalid("no value of " + name);
        id = out.AddValue(name, g.type(old));
      } else {
        id = out.AddValue(name, Concrete(k->second, g.type(old)));
        out.inputs.push_back(id);
        s.inputs.push_back(k->second.ToDatum());
      }
    }
    ids[name] = id;
    return id;
  };
  std::set<std::string> used;
  for (size_t i : keep) {
    Node n = g.node(i);
    std::set<std::string> caps;
    Captures(n, caps);
    for (const std::string& c : caps) { need(c); used.insert(c); }
    for (ValueId& in : n.inputs)
      if (in != kAbsent) { used.insert(g.name_of(in)); in = need(g.name_of(in)); }
    for (ValueId& o : n.outputs)
      if (o != kAbsent) {
        const std::string& name = g.name_of(o);
        o = ids[name] = out.AddValue(name, {});
      }
    out.AddNode(std::move(n));
  }
  if (!failure.ok()) return failure.error();
  std::set<std::string> wanted;
  for (ValueId o : g.outputs) wanted.insert(g.name_of(o));
  for (size_t i : keep)
    for (ValueId o : g.node(i).outputs)
      if (o != kAbsent && (wanted.count(g.name_of(o)) || !used.count(g.name_of(o))))
        out.outputs.push_back(ids[g.name_of(o)]);
  s.model.graph = std::move(out);
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(s.model, {}));
  ASSAY_ASSIGN(s.bytes, onnxio::SerializeModel(s.model));
  const auto official = onnxio::CheckWithOfficial(s.model);
  if (!official.ok()) return Invalid("official checker refuses");
  return s;
}

static oracle::TargetResult Try(const oracle::Subject& s, const lab::Target& t, lab::Lab& lab, bool confirm) {
  oracle::TargetResult none;
  auto truth = oracle::ComputeTruth(s, {.tier = Tier::kLenient, .strict_too = false});
  if (!truth.ok() || !truth->unknown.empty()) return none;
  oracle::CheckOptions c;
  c.confirm = confirm; c.measure_memory = false; c.rerun = confirm; c.locate = true;
  return oracle::CheckTarget(s, *truth, t, lab, c);
}

static std::string Key(const oracle::TargetResult& r) {
  if (!oracle::IsFinding(r.status)) return "";
  if (r.oracle == "rejected") return r.oracle + campaign::NormalizedMessage(r.message).substr(0, 160);
  return r.oracle;
}

static std::string DatumText(const Datum& d) {
  std::string out;
  if (d.kind != Datum::Kind::kTensor) { for (auto& i : d.items) out += "{" + DatumText(i) + "}"; return out; }
  const Tensor& t = d.tensor;
  out += "[";
  for (int64_t i = 0; i < t.count() && i < 24; ++i) {
    if (i) out += ", ";
    if (t.dtype() == DType::kString) out += "str";
    else if (IsFloat(t.dtype())) { std::ostringstream o; o.precision(9); o << t.RealAt(i); out += o.str(); }
    else out += std::to_string(t.IntAt(i));
  }
  if (t.count() > 24) out += ", …";
  return out + "]";
}

int main(int argc, char** argv) {
  const std::string store_path = argv[1], outdir = argv[2];
  std::set<std::string> only;
  for (int i = 3; i < argc; ++i) only.insert(argv[i]);
  auto st = store::Store::OpenExisting(store_path);
  if (!st.ok()) { std::cerr << st.error().message; return 1; }
  auto registry = lab::Registry::Load(std::vector<std::string>{});
  lab::Lab lab;
  auto rows = st->Findings();
  for (const auto& row : *rows) {
    if (!only.empty() && !only.count(row.id) && !only.count(row.target)) continue;
    if (std::filesystem::exists(outdir + "/" + row.id)) continue;
    auto sightings = st->Sightings(row.id);
    if (!sightings.ok() || sightings->empty()) continue;
    const auto& sight = sightings->front();
    std::ostringstream log;
    log << "==== " << row.id << " " << row.target << " " << row.kind << " x" << row.count << " " << sight.recipe << "\n  " << row.message.substr(0, 400) << "\n";
    auto done = [&] { std::cout << log.str() << std::flush; };
    auto target = registry->Find(row.target);
    Whole w;
    auto model = onnxio::ParseModel(sight.model, {.official_check = false});
    if (!model.ok()) { log << "parse: " << model.error().message << "\n"; done(); continue; }
    w.model = *model;
    auto inputs = Inputs(sight.inputs, w.model.graph);
    if (!inputs.ok()) { log << "inputs: " << inputs.error().message << "\n"; done(); continue; }
    (void)ops::InferTypes(w.model, {});
    reference::EvalOptions eo;
    for (size_t i = 0; i < w.model.graph.value_count(); ++i) eo.wanted.push_back(w.model.graph.name_of(static_cast<ValueId>(i)));
    std::vector<Known> kin;
    for (size_t i = 0; i < inputs->size(); ++i) {
      auto k = Known::From((*inputs)[i], eo.rules);
      w.known[w.model.graph.name_of(w.model.graph.inputs[i])] = *k;
      kin.push_back(*k);
    }
    auto ev = reference::Evaluate(w.model, kin, eo);
    if (!ev.ok()) { log << "evaluate: " << ev.error().message << "\n"; done(); continue; }
    for (auto& [n, k] : ev->wanted) w.known.emplace(n, k);
    std::filesystem::create_directories(outdir + "/" + row.id);
    (void)WriteFile(outdir + "/" + row.id + "/whole.onnx", sight.model);
    oracle::Subject whole{w.model, sight.model, *inputs, 0};
    auto r0 = Try(whole, *target, lab, false);
    std::string key = Key(r0);
    if (key.empty()) { log << "  whole model: does not show it now (status " << oracle::CaseStatusName(r0.status) << " " << r0.message.substr(0,200) << ")\n"; done(); continue; }
    // single nodes first
    const size_t n = w.model.graph.node_count();
    std::vector<size_t> best;
    for (size_t i = 0; i < n && best.empty(); ++i) {
      auto s = Cut(w, {i});
      if (!s.ok()) continue;
      if (Key(Try(*s, *target, lab, false)) == key) best = {i};
    }
    if (best.empty()) {
      std::vector<size_t> all(n);
      for (size_t i = 0; i < n; ++i) all[i] = i;
      for (size_t chunk = std::max<size_t>(1, n / 2);; chunk /= 2) {
        bool again = true;
        while (again) {
          again = false;
          for (size_t at = 0; at < all.size();) {
            std::vector<size_t> cand(all.begin(), all.begin() + static_cast<long>(at));
            if (at + chunk < all.size()) cand.insert(cand.end(), all.begin() + static_cast<long>(at + chunk), all.end());
            bool good = false;
            if (!cand.empty()) {
              auto s = Cut(w, cand);
              good = s.ok() && Key(Try(*s, *target, lab, false)) == key;
            }
            if (good) { all = cand; again = chunk == 1; } else at += chunk;
          }
        }
        if (chunk == 1) break;
      }
      best = all;
    }
    auto s = Cut(w, best);
    if (!s.ok()) { log << "  cannot cut: " << s.error().message << "\n"; s = whole; }
    const std::string dir = outdir + "/" + row.id;
    (void)WriteFile(dir + "/model.onnx", s->bytes);
    for (size_t i = 0; i < s->inputs.size(); ++i) {
      auto b = onnxio::SerializeDatum(s->inputs[i], s->model.graph.name_of(s->model.graph.inputs[i]));
      if (b.ok()) (void)WriteFile(StrCat(dir, "/input_", i, ".pb"), *b);
    }
    auto r = Try(*s, *target, lab, true);
    log << "  reduced to " << best.size() << " of " << n << ": " << oracle::CaseStatusName(r.status) << " " << r.message.substr(0, 500) << "\n";
    for (const auto& o : r.outputs) if (o.verdict == oracle::Verdict::kWrong) log << "    " << oracle::Describe(o) << "\n";
    std::string text = PrintModel(s->model);
    if (text.size() > 3000) text = text.substr(0, 3000) + "…";
    log << text << "\n";
    for (size_t i = 0; i < s->inputs.size(); ++i)
      log << "    in " << s->model.graph.name_of(s->model.graph.inputs[i]) << " = " << DatumText(s->inputs[i]) << "\n";
    if (best.size() <= 4) {
      auto t = oracle::ComputeTruth(*s, {.tier = Tier::kLenient, .strict_too = false});
      if (t.ok()) for (size_t i = 0; i < t->lenient.size(); ++i) if (t->lenient[i].is_tensor()) log << "    truth " << s->model.graph.name_of(s->model.graph.outputs[i]) << " " << TypeText(TensorType(t->lenient[i].tensor.dtype(), t->lenient[i].tensor.shape())) << " = " << DatumText(t->lenient[i].ToDatum()) << "\n";
    }
    done();
  }
}
