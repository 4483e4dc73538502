// SPDX-License-Identifier: Apache-2.0
// One kernel for every form of PTX that the loader must know from clang.
// The .ptx files beside it come from this file and need no compiler:
//   clang++ -x cuda --cuda-device-only -nocudainc -nocudalib -nostdinc++
//     --cuda-gpu-arch=sm_80 -std=c++17 -Xclang -target-feature -Xclang +ptx75
//     -gline-tables-only -fdebug-prefix-map=… -S tour.cu -O3 | -O0
#ifdef __NVCC__
__device__ inline int thread() { return threadIdx.x; }
__device__ inline unsigned from_lane(unsigned value, int mask) {
  return __shfl_xor_sync(0xffffffffu, value, mask);
}
__device__ inline unsigned lanes_where(bool wants) {
  return __ballot_sync(0xffffffffu, wants);
}
__device__ inline void settle(int* count) {
  __syncwarp();
  atomicAdd(count, 1);
  __threadfence();
}
__device__ inline float inverse_root(float x) { return rsqrtf(x); }
#else
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(n) __attribute__((launch_bounds(n)))
__device__ inline int thread() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ inline unsigned from_lane(unsigned value, int mask) {
  return __nvvm_shfl_sync_bfly_i32(0xffffffffu, value, mask, 31);
}
__device__ inline unsigned lanes_where(bool wants) {
  return __nvvm_vote_ballot_sync(0xffffffffu, wants);
}
__device__ inline void settle(int* count) {
  __nvvm_bar_warp_sync(0xffffffffu);
  __nvvm_atom_add_gen_i(count, 1);
  __nvvm_membar_gl();
}
__device__ inline float inverse_root(float x) {
  return __nvvm_rsqrt_approx_f(x);
}
#endif

__constant__ int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ int counter = 7;
__device__ int* counter_address = &counter;

struct Wide {
  int words[5];
  double tail;
};

__device__ __noinline__ Wide shifted(Wide value, int by) {
  for (int& word : value.words) word <<= by;
  return value;
}

__device__ __noinline__ int triangle(int n) {
  return n <= 0 ? 0 : n + triangle(n - 1);
}

__device__ inline int squared(int x) { return x * x; }

template <class T>
__device__ T outer(T x) {
  return squared(x) + 1;
}

namespace {
__device__ __noinline__ int pick(int x) {
  switch (x) {
    case 0:
      return 31;
    case 1:
      return 4;
    case 2:
      return 17;
    case 3:
      return 90;
    case 4:
      return 2;
    case 5:
      return 65;
  }
  return x;
}
}  // namespace

extern "C" __global__ void calls(int* out, Wide by_value, unsigned n) {
  const int i = thread();
  out[i] = shifted(by_value, 2).words[i % 5] + triangle(i) + outer(i) +
           pick(i) + table[i % 2][i % 3] + *counter_address + n;
}

extern "C" __global__ void __launch_bounds__(128) tiled(float* data) {
  __shared__ float tile[4][32];
  extern __shared__ double scratch[];
  const int i = thread();
  tile[i / 32][i % 32] = data[i];
  scratch[i] = tile[0][i % 32];
  __syncthreads();
  volatile float* flags = tile[1];
  data[i] = tile[3][31 - i % 32] + flags[0] + float(scratch[i ^ 1]);
}

extern "C" __global__ void warps(unsigned* out, bool wants) {
  const unsigned i = thread();
  unsigned sum = i;
  for (int step = 16; step > 0; step /= 2) sum += from_lane(sum, step);
  out[i] = sum + lanes_where(wants != (i % 3 == 0));
  settle((int*)out);
}

extern "C" __global__ void scoped(unsigned* out) {
  unsigned value = out[0];
  asm volatile(
      "{ .reg .pred p; .reg .u32 t; mov.u32 t, 3; setp.eq.u32 p, %0, 0;"
      " @p bra done; add.u32 t, t, 1; done: add.u32 %0, %0, t; }"
      : "+r"(value));
  asm volatile(
      "{ .reg .pred p; setp.ne.u32 p, %0, 9; @!p bra done;"
      " add.u32 %0, %0, 1; done: }"
      : "+r"(value));
  int spilled[8];
  for (int k = 0; k < 8; ++k) spilled[k] = value >> k;
  out[1] = spilled[out[2] & 7];
}

extern "C" __global__ void numbers(double* d, float* f, long long* l, short* s,
                                   unsigned char* c) {
  const int i = thread();
  d[i] = d[i + 1] / d[i + 2] + __builtin_fma(d[i], 0.5, -1.25);
  f[i] = f[i + 1] * 3.0f - float(d[i]) + inverse_root(f[i]);
  l[i] = l[i + 1] / l[i + 2] % 17 + (l[i] >> 3);
  s[i] = short(s[i + 1] * s[i + 2] + c[i]);
  c[i] = c[i + 1] ^ 0x5a;
  struct alignas(16) Four {
    float x, y, z, w;
  };
  ((Four*)f)[4] = ((Four*)f)[5];
}
