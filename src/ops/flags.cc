#include "ops/flags.h"

#include <algorithm>

namespace assay::ops {
namespace {

// In alphabetical order. Not `is_test`, which its text calls "nonzero".
constexpr std::string_view kFlags[] = {"align_corners",
                                       "allowzero",
                                       "antialias",
                                       "batch_axis",
                                       "ceil_mode",
                                       "center_point_box",
                                       "count_include_pad",
                                       "detect_negative",
                                       "detect_positive",
                                       "exclude_outside",
                                       "exclusive",
                                       "fmod",
                                       "input_forget",
                                       "interleaved",
                                       "inverse",
                                       "is_case_sensitive",
                                       "is_causal",
                                       "keepdims",
                                       "largest",
                                       "layout",
                                       "linear_before_reset",
                                       "new_axis",
                                       "noop_with_empty_axes",
                                       "onesided",
                                       "periodic",
                                       "reverse",
                                       "saturate",
                                       "select_last_index",
                                       "sorted",
                                       "spatial",
                                       "storage_order",
                                       "time_axis",
                                       "training_mode",
                                       "transA",
                                       "transB",
                                       "upper"};

}  // namespace

bool IsFlag(std::string_view attribute) { return std::ranges::binary_search(kFlags, attribute); }

}  // namespace assay::ops
