// SPDX-License-Identifier: Apache-2.0
// Floating-point mathematics, one subject a file of maths/.
#pragma once

#include "maths/approximate.h"
#include "maths/constants.h"
#include "maths/functions.h"
#include "maths/parts.h"
#include "maths/rounded.h"
#include "maths/standard_names.h"
