// Another way to run the same call, which must give the same. Traced: torch.jit.trace, tf.function,
// jax.jit. Compiled: torch.compile and XLA. Device: on a GPU, with as many digits as on the CPU.
//
// torch.compile runs with the backend "aot_eager": capture, functionalisation and decompositions,
// without the seconds that a C++ compiler takes.
#include <algorithm>

#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {
namespace {

struct Runner {
  std::string_view oracle, framework;
  const char* name;
  const char* make;        // Python that turns the function `run` of the tensors @ into another
  bool needs_tensors;      // cannot do without arguments
  const char* setup = "";  // what is said to the framework first
};
constexpr Runner kRunners[] = {
    {"traced", "torch", "torch.jit.trace", "torch.jit.trace(run, (@,), check_trace=False)", true},
    {"traced", "tensorflow", "tf.function", "tf.function(run)", false},
    {"traced", "jax", "jax.jit", "jax.jit(run)", false},
    {"compiled", "torch", "torch.compile", "torch.compile(run, backend='aot_eager')", false},
    {"compiled", "tensorflow", "tf.function with XLA", "tf.function(run, jit_compile=True)", true},
    {"device", "torch", "the GPU",
     "lambda *given: torch.utils._pytree.tree_map(lambda one: one.cpu() if isinstance(one, "
     "torch.Tensor) else one, run(*[one.cuda() for one in given]))",
     true, "torch.backends.cudnn.allow_tf32 = False"},
    {"device", "jax", "the GPU",
     "lambda *given: jax.device_get(run(*jax.device_put(given, jax.devices('cuda')[0])))", true,
     "jax.config.update('jax_default_matmul_precision', 'highest')"},
};

std::string Fill(std::string text, const std::string& names) {
  for (size_t at; (at = text.find('@')) != std::string::npos;) text.replace(at, 1, names);
  return text;
}

// A tracer does not see what a function of Python does with plain numbers.
bool TakesFunction(const ApiCall& call) {
  return std::ranges::any_of(call.arguments, [](const CallArgument& a) {
    return a.expression.find("lambda") != std::string::npos;
  });
}

// A trial that the call run by `runner` gives what it gives when run plainly. Only different
// results count; that something cannot be compiled is no lie of the documentation. Calls whose
// result changes from run to run are left out by the program itself.
void AddRunnerTrial(const OracleInput& input, const Runner& runner, std::vector<Trial>& out) {
  if (IsArbitrary(input.doc) || IsAmbiguous(input.doc) || IsRandom(input.doc) ||
      input.doc.kind == "class" || runner.framework != input.dialect.framework)
    return;
  if (TakesFunction(input.call)) return;
  const WrittenCall written = Write(input.call, input.doc);
  const std::vector<std::string> tensors = TensorVariables(input.call, written);
  if (runner.needs_tensors && tensors.empty()) return;
  const std::string names = Join(tensors, ", ");
  Trial trial = NewTrial(runner.oracle, "", StrCat(runner.name, " keeps what a function computes"),
                         StrCat(runner.name, " gives the same"), Blame::kChecks);
  TrialWriter writer(input.dialect, input.prelude);
  if (*runner.setup != 0) writer.Line(runner.setup);
  writer.Line(StrCat("def run(", names, "):")).Line("    return " + written.expression);
  writer.Arguments(written).Line(StrCat("expected = run(", names, ")"));
  // Not seeded anew: what is random shows.
  for (const std::string& statement : written.statements) writer.Line(statement);
  writer.Line(StrCat("again = run(", names, ")"));
  AddGuard(writer, "not tensors_only(expected)", "a traced function returns tensors");
  AddGuard(writer, "not same(expected, again)", "changes from run to run");
  writer.Arguments(Write(Shaken(input.call), input.doc)).Line(StrCat("moved = run(", names, ")"));
  AddGuard(writer, "not same(expected, moved)", "a matter of rounding");
  // A tracer calls the function too, and a function may change its arguments: they are made twice.
  writer.Arguments(written).Line(StrCat("other = ", Fill(runner.make, names)));
  writer.Arguments(written).Claim().Line(StrCat("actual = other(", names, ")"));
  // None: what is not known while tracing (tf.get_static_value).
  writer.Check("actual is None or same(expected, actual)", trial.claim,
               "describe(expected) + ' plain, and ' + describe(actual) + ' so'");
  writer.Finish(std::move(trial), out);
}

void AddTrialsOf(std::string_view oracle, const OracleInput& input, std::vector<Trial>& out) {
  for (const Runner& runner : kRunners)
    if (runner.oracle == oracle) AddRunnerTrial(input, runner, out);
}

}  // namespace

void MakeTracedTrials(const OracleInput& input, std::vector<Trial>& out) {
  AddTrialsOf("traced", input, out);
}

void MakeCompiledTrials(const OracleInput& input, std::vector<Trial>& out) {
  AddTrialsOf("compiled", input, out);
}

void MakeDeviceTrials(const OracleInput& input, std::vector<Trial>& out) {
  AddTrialsOf("device", input, out);
}

}  // namespace assay::judge
