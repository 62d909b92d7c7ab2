// Recurrent regression: two LSTM layers of 50 and 100 units on a sine wave, three of 100 on prices,
// each followed by a linear layer (the widely copied layout of these two subjects). The second
// takes the last step from the sequence, the first from the final state.
#include <cmath>

#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

struct LstmOutputs {
  ValueId sequence, last;  // [steps, batch, units], [batch, units]
};

// x: [steps, batch, features]
LstmOutputs Lstm(Builder& b, std::string_view name, ValueId x, int64_t units) {
  const Builder::Scope scope(b, name);
  const int64_t features = b.dim(x, 2);
  const auto weight = [&](std::string_view what, int64_t columns) {
    // Gates that are not saturated, and a state that forgets.
    const double deviation = 0.5 / std::sqrt(static_cast<double>(columns));
    return b.Weight("lstm", what, NormalTensor(b.rng(), {1, 4 * units, columns}, 0, deviation));
  };
  const std::vector<ValueId> y =
      b.OpMany("LSTM", "lstm",
               {x, weight("W", features), weight("R", units),
                b.Weight("lstm", "B", NormalTensor(b.rng(), {1, 8 * units}, 0, 0.1))},
               {{"hidden_size", units}}, 2);
  return {b.Op("Squeeze", "squeeze", {y[0], b.Ints("squeeze", "axes", {1})}),
          b.Op("Squeeze", "squeeze_last", {y[1], b.Ints("squeeze_last", "axes", {0})})};
}

}  // namespace

Subject BuildLstmSine(Size size, Rng& rng) {
  Builder b("lstm-sine", kOpset, size, rng);
  ValueId x = b.Input("series", SineWave(rng, b.Pick<int64_t>(20, 50)));
  x = Transpose(b, "time_major", x, {1, 0, 2});
  x = Dropout(b, "dropout1", Lstm(b, "lstm1", x, b.Pick<int64_t>(10, 50)).sequence, 0.2f);
  const LstmOutputs second = Lstm(b, "lstm2", x, b.Pick<int64_t>(20, 100));
  b.Head();
  b.Output(Linear(b, "dense", Dropout(b, "dropout2", second.last, 0.2f), 1), "prediction");
  return b.Finish();
}

Subject BuildLstmStock(Size size, Rng& rng) {
  Builder b("lstm-stock", kOpset, size, rng);
  const int64_t steps = b.Pick<int64_t>(16, 49), units = b.Pick<int64_t>(12, 100);
  ValueId x = b.Input("series", PriceSeries(rng, steps));
  x = Transpose(b, "time_major", x, {1, 0, 2});
  x = Dropout(b, "dropout1", Lstm(b, "lstm1", x, units).sequence, 0.2f);
  x = Lstm(b, "lstm2", x, units).sequence;
  x = Dropout(b, "dropout2", Lstm(b, "lstm3", x, units).sequence, 0.2f);
  b.Head();
  x = b.Op("Gather", "last_step", {x, b.Weight("last_step", "index", ScalarInt64(steps - 1))},
           {{"axis", int64_t{0}}});
  b.Output(Linear(b, "dense", x, 1), "prediction");
  return b.Finish();
}

}  // namespace assay::zoo
