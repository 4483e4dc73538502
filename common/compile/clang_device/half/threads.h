// SPDX-License-Identifier: Apache-2.0
// Shuffles, loads and stores with a hint, and atomics of one half type and its
// pair; part of type.h, with its macros.

#define LOCKSTEP_SHUFFLE(name, operand)                                \
  LOCKSTEP_DEVICE LOCKSTEP_H name(unsigned int mask, LOCKSTEP_H x,     \
                                  operand lane, int width = 32) {      \
    return LOCKSTEP_H::of_bits((unsigned short)name(                   \
        mask, (unsigned int)x.lockstep_bits, lane, width));            \
  }                                                                    \
  LOCKSTEP_DEVICE LOCKSTEP_H2 name(unsigned int mask, LOCKSTEP_H2 x,   \
                                   operand lane, int width = 32) {     \
    return LOCKSTEP_H2::of_bits(name(mask, x.to_bits(), lane, width)); \
  }
LOCKSTEP_SHUFFLE(__shfl_sync, int)
LOCKSTEP_SHUFFLE(__shfl_up_sync, unsigned int)
LOCKSTEP_SHUFFLE(__shfl_down_sync, unsigned int)
LOCKSTEP_SHUFFLE(__shfl_xor_sync, int)
#undef LOCKSTEP_SHUFFLE
#define LOCKSTEP_LOAD(name)                                           \
  LOCKSTEP_DEVICE LOCKSTEP_H name(const LOCKSTEP_H* address) {        \
    return LOCKSTEP_H::of_bits(name((const unsigned short*)address)); \
  }                                                                   \
  LOCKSTEP_DEVICE LOCKSTEP_H2 name(const LOCKSTEP_H2* address) {      \
    return LOCKSTEP_H2::of_bits(name((const unsigned int*)address));  \
  }
LOCKSTEP_LOAD(__ldg)
LOCKSTEP_LOAD(__ldca)
LOCKSTEP_LOAD(__ldcg)
LOCKSTEP_LOAD(__ldcs)
LOCKSTEP_LOAD(__ldlu)
LOCKSTEP_LOAD(__ldcv)
#undef LOCKSTEP_LOAD
#define LOCKSTEP_STORE(name)                                       \
  LOCKSTEP_DEVICE void name(LOCKSTEP_H* address, LOCKSTEP_H x) {   \
    name((unsigned short*)address, x.lockstep_bits);               \
  }                                                                \
  LOCKSTEP_DEVICE void name(LOCKSTEP_H2* address, LOCKSTEP_H2 x) { \
    name((unsigned int*)address, x.to_bits());                     \
  }
LOCKSTEP_STORE(__stwb)
LOCKSTEP_STORE(__stcg)
LOCKSTEP_STORE(__stcs)
LOCKSTEP_STORE(__stwt)
#undef LOCKSTEP_STORE
LOCKSTEP_DEVICE LOCKSTEP_H atomicAdd(LOCKSTEP_H* address, LOCKSTEP_H x) {
  return LOCKSTEP_H::of_bits(
      LOCKSTEP_OPS::atomic_add((unsigned short*)address, x.lockstep_bits));
}
LOCKSTEP_DEVICE LOCKSTEP_H2 atomicAdd(LOCKSTEP_H2* address, LOCKSTEP_H2 x) {
  return LOCKSTEP_H2::of_bits(
      LOCKSTEP_OPS::atomic_add((unsigned int*)address, x.to_bits()));
}
