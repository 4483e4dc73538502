// SPDX-License-Identifier: Apache-2.0
// The other object of linked.cu.
__device__ int shared_value = 7;
static __device__ int own = 100;

__device__ float twice(float value) { return value + value + own - 100; }
