// SPDX-License-Identifier: Apache-2.0
// Merges two rising sequences, two elements a thread: each finds by bisection
// where its part of the result begins. The first ends with the greatest.
// launch: grid 1 block 32 in 64 out 64 n 32 mod 2 scratch 32; expect merged
__global__ void merge_path(const int* in, int* out, int* b, int n) {
  __shared__ int a[32];
  const int t = threadIdx.x;
  // @init: init search, init merge
  a[t] = 3 * t + 2 + in[t];   // [load]
  b[t] = 3 * t + in[32 + t];  // [load]
  // @barrier: race load search, race load merge
  __syncthreads();
  const int diagonal = 2 * t;
  // @bound: mem search
  // @bound.off: fine both sides give 0
  int low = diagonal > n ? diagonal - n : 0;
  // @bound: mem search
  // @bound.off: fine both sides give n
  int high = diagonal < n ? diagonal : n;
  // @bound.off: launch search / mem search
  while (low < high) {                    // [search]
    const int middle = (low + high) / 2;  // [search]
    // @bound: result the search then always ends at one side
    // @bound.off: fine a value is greater by one only than the value at its
    //   own place, which is compared on odd diagonals only
    if (a[middle] <= b[diagonal - 1 - middle])  // [search]
      low = middle + 1;                         // [search]
    else
      high = middle;  // [search]
  }
  int i = low, j = diagonal - low;
  // @bound.off: mem merge
  for (int k = 0; k < 2; ++k) {
    // @bound#1: mem merge
    // @bound#2: fine the first sequence ends last, and nothing is read then
    // @bound#3: result all of the first sequence comes first
    // @bound.off#3: result an element greater by one then comes too early
    if (j >= n || (i < n && a[i] <= b[j]))  // [merge]
      out[diagonal + k] = a[i++];           // [merge]
    else
      out[diagonal + k] = b[j++];  // [merge]
  }
}
