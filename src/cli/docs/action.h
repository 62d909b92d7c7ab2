// What `assay docs` can do: one file each, one line each in actions.def.
#pragma once

#include "cli/action_group.h"
