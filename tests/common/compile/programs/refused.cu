// SPDX-License-Identifier: Apache-2.0
// Asks for a library that is not here.
#include <thrust/sort.h>
int main() {}
