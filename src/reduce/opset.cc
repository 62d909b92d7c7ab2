// opset: the version of the standard operators that most runtimes take today, if it shows there.
#include "reduce/extract.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

constexpr int kPreferred = 21;
constexpr int kOldestTried = 13;

// The version of the file format that came with a version of the operators.
int IrVersion(int opset) {
  if (opset >= 21) return 10;
  if (opset >= 19) return 9;
  return opset >= 15 ? 8 : 7;
}

}  // namespace

void Opset(Search& search) {
  const ModelCase start = search.current();
  const int now = start.model.opset("");
  if (now == kPreferred) return;
  Makers makers;
  for (int version = kPreferred; version >= (now < kPreferred ? now + 1 : kOldestTried); --version)
    makers.push_back([&start, version] {
      ModelCase changed = start;
      changed.model.opsets[""] = version;
      changed.model.ir_version = IrVersion(version);
      return Finished(std::move(changed));
    });
  search.TakeFirst(makers);
}

}  // namespace assay::reduce
