// SPDX-License-Identifier: Apache-2.0
// What cuda::atomic and cuda::atomic_ref have in common: operations on a
// value of 4 or 8 bytes at an address that the derived class knows.
#pragma once

#include <type_traits>

#include "order.h"

namespace cuda::lockstep_atomic {

template <class Derived, class T, thread_scope Scope>
class operations {
  using Ptx = scoped<Scope>;
  using Word =
      ::std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned int>;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  LOCKSTEP_METHOD bool is_lock_free() const { return true; }

  LOCKSTEP_METHOD T load(memory_order order = memory_order_seq_cst) const {
    return value_of(Ptx::load(word(), order));
  }
  LOCKSTEP_METHOD void store(T value,
                             memory_order order = memory_order_seq_cst) const {
    Ptx::store(word(), word_of(value), order);
  }
  LOCKSTEP_METHOD operator T() const { return load(); }
  LOCKSTEP_METHOD T exchange(T value,
                             memory_order order = memory_order_seq_cst) const {
    return value_of(Ptx::exchange(word(), word_of(value), order));
  }
  LOCKSTEP_METHOD bool compare_exchange_strong(
      T& expected, T value, memory_order order = memory_order_seq_cst) const {
    const Word before = word_of(expected);
    const Word seen =
        Ptx::compare_exchange(word(), before, word_of(value), order);
    if (seen == before) return true;
    expected = value_of(seen);
    return false;
  }
  LOCKSTEP_METHOD bool compare_exchange_strong(T& expected, T value,
                                               memory_order success,
                                               memory_order failure) const {
    return compare_exchange_strong(expected, value,
                                   success < failure ? failure : success);
  }
  template <class... Orders>
  LOCKSTEP_METHOD bool compare_exchange_weak(T& expected, T value,
                                             Orders... orders) const {
    return compare_exchange_strong(expected, value, orders...);
  }
  /// Returns when the value is another one.
  LOCKSTEP_METHOD void wait(T old,
                            memory_order order = memory_order_seq_cst) const {
    while (word_of(load(order)) == word_of(old)) __nanosleep(20);
  }
  LOCKSTEP_METHOD void notify_one() const {}
  LOCKSTEP_METHOD void notify_all() const {}

#define LOCKSTEP_FETCH(name)                                                 \
  LOCKSTEP_METHOD T name(T value, memory_order order = memory_order_seq_cst) \
      const {                                                                \
    return Ptx::name((volatile T*)at(), value, order);                       \
  }
  LOCKSTEP_FETCH(fetch_min)
  LOCKSTEP_FETCH(fetch_max)
  LOCKSTEP_FETCH(fetch_and)
  LOCKSTEP_FETCH(fetch_or)
  LOCKSTEP_FETCH(fetch_xor)
#undef LOCKSTEP_FETCH
  template <class U>
  LOCKSTEP_METHOD T fetch_add(U value,
                              memory_order order = memory_order_seq_cst) const {
    if constexpr (::std::is_pointer_v<T>)
      return (T)Ptx::fetch_add((volatile long long*)at(),
                               (long long)value * (long long)sizeof(*T{}),
                               order);
    else
      return Ptx::fetch_add((volatile T*)at(), (T)value, order);
  }
  template <class U>
  LOCKSTEP_METHOD T fetch_sub(U value,
                              memory_order order = memory_order_seq_cst) const {
    return fetch_add(-value, order);
  }
  LOCKSTEP_METHOD T operator++() const { return fetch_add(1) + 1; }
  LOCKSTEP_METHOD T operator--() const { return fetch_sub(1) - 1; }
  LOCKSTEP_METHOD T operator++(int) const { return fetch_add(1); }
  LOCKSTEP_METHOD T operator--(int) const { return fetch_sub(1); }
  template <class U>
  LOCKSTEP_METHOD T operator+=(U value) const {
    return fetch_add(value) + value;
  }
  template <class U>
  LOCKSTEP_METHOD T operator-=(U value) const {
    return fetch_sub(value) - value;
  }
  LOCKSTEP_METHOD T operator&=(T value) const {
    return fetch_and(value) & value;
  }
  LOCKSTEP_METHOD T operator|=(T value) const {
    return fetch_or(value) | value;
  }
  LOCKSTEP_METHOD T operator^=(T value) const {
    return fetch_xor(value) ^ value;
  }

 private:
  LOCKSTEP_METHOD volatile void* at() const {
    return (volatile void*)static_cast<const Derived*>(this)->lockstep_at();
  }
  LOCKSTEP_METHOD volatile Word* word() const { return (volatile Word*)at(); }
  LOCKSTEP_METHOD static Word word_of(const T& value) {
    Word result = 0;
    __builtin_memcpy(&result, &value, sizeof value);
    return result;
  }
  LOCKSTEP_METHOD static T value_of(Word word) {
    T result;
    __builtin_memcpy(&result, &word, sizeof result);
    return result;
  }
};

}  // namespace cuda::lockstep_atomic
