// Conditions on how a run ended.
#include <string_view>

#include "triage/classify/conditions.h"

namespace assay::triage::conditions {
namespace {

bool Has(const Clues& clues, std::string_view text) {
  return clues.message.find(text) != std::string::npos;
}

// Whether some value of the graph, as far as its shape is known, has no elements.
bool HasEmptyTensor(const Graph& graph) {
  for (size_t id = 0; id < graph.value_count(); ++id) {
    const ValueType& type = graph.type(static_cast<ValueId>(id));
    if (!type.is_tensor() || !type.tensor.has_rank) continue;
    for (const Dim& dim : type.tensor.dims)
      if (dim.size == 0) return true;
  }
  return false;
}

}  // namespace

bool ConversionFails(const Clues& clues) { return clues.kind == "conversion"; }
bool Refused(const Clues& clues) { return clues.kind == "rejected" || ConversionFails(clues); }
bool Dies(const Clues& clues) { return clues.kind == "crash"; }
bool Fails(const Clues& clues) { return Refused(clues) || Dies(clues); }
bool Hang(const Clues& clues) { return clues.kind == "hang"; }

bool InstallFails(const Clues& clues) { return clues.kind == "install"; }
bool DocumentedFails(const Clues& clues) {
  return clues.kind == "rejected" && !clues.claim.empty();
}
bool ProgramDies(const Clues& clues) { return Dies(clues) && clues.calls > 1; }

// The kinds of src/resources/checks.def.
bool WastesMemory(const Clues& clues) { return clues.kind == "leak" || clues.kind == "peak"; }
bool Idles(const Clues& clues) { return clues.kind == "idle"; }
bool Slow(const Clues& clues) {
  return clues.kind == "slow" || clues.kind == "scaling" || clues.kind == "slower-than-baseline";
}

// The lab words the end of a process (lab::ExitText) and what it printed last.
bool MemoryFault(const Clues& clues) {
  if (!Fails(clues)) return false;
  for (const std::string_view text :
       {"segmentation fault", "bus error", "out of memory", "out-of-memory", "Out of memory",
        "bad_alloc", "MemoryError", "Cannot allocate memory", "failed to allocate", "double free",
        "invalid pointer", "corrupted", "stack smashing", "heap-buffer-overflow"})
    if (Has(clues, text)) return true;
  return false;
}

bool DiesOnEmpty(const Clues& clues) {
  return Dies(clues) && clues.graph != nullptr && HasEmptyTensor(*clues.graph);
}

// The lab says which limit was reached: wall time passes while a process sleeps, CPU time does not.
bool BusyHang(const Clues& clues) {
  return Hang(clues) && (Has(clues, "CPU time") || Has(clues, "cpu time"));
}

bool IdleHang(const Clues& clues) { return Hang(clues) && !BusyHang(clues); }

bool FailsAtLoad(const Clues& clues) { return Fails(clues) && clues.stage == "load"; }
bool FailsAtCompile(const Clues& clues) { return Fails(clues) && clues.stage == "compile"; }
bool OneOperatorFails(const Clues& clues) { return Fails(clues) && clues.nodes == 1; }

}  // namespace assay::triage::conditions
