/*
 * Fibres by a context switch of a dozen instructions (see fibre.h). This file is built without the thread sanitizer:
 * its instrumentation would not survive the change of stacks; the sanitizers' own calls below tell it instead.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "fibre.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if SWEEP_HAVE_FIBRES

/* The sanitizers' functions: there when their run-time library is in the process, else null. */
#define WEAK __attribute__((weak))
WEAK void __sanitizer_start_switch_fiber(void **save, const void *bottom, size_t bytes);
WEAK void __sanitizer_finish_switch_fiber(void *saved, const void **bottom, size_t *bytes);
WEAK void __asan_poison_memory_region(const volatile void *memory, size_t bytes);
WEAK void __asan_unpoison_memory_region(const volatile void *memory, size_t bytes);
WEAK void *__tsan_get_current_fiber(void);
WEAK void *__tsan_create_fiber(unsigned flags);
WEAK void __tsan_destroy_fiber(void *fiber);
WEAK void __tsan_switch_to_fiber(void *fiber, unsigned flags);
WEAK void __tsan_acquire(void *address);
WEAK void __tsan_release(void *address);
#define NO_ORDER 1u /* a switch alone orders nothing */

/* sweep_fibre_swap(save, load): pushes what a call must keep, stores the stack pointer in *save, loads another and
   pops. sweep_fibre_first is where a new fibre's first "return" leads. */
void sweep_fibre_swap(void **save, void *load) __attribute__((visibility("hidden")));
void sweep_fibre_first(void) __attribute__((visibility("hidden")));

#if defined __x86_64__
__asm__(".text\n"
        ".hidden sweep_fibre_swap\n"
        ".globl sweep_fibre_swap\n"
        ".type sweep_fibre_swap, @function\n"
        "sweep_fibre_swap:\n"
        "    pushq %rbp\n    pushq %rbx\n    pushq %r12\n    pushq %r13\n    pushq %r14\n    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n    popq %r14\n    popq %r13\n    popq %r12\n    popq %rbx\n    popq %rbp\n"
        "    ret\n"
        ".size sweep_fibre_swap, .-sweep_fibre_swap\n"
        ".hidden sweep_fibre_first\n"
        ".globl sweep_fibre_first\n"
        ".type sweep_fibre_first, @function\n"
        "sweep_fibre_first:\n"
        "    movq %r12, %rdi\n"
        "    callq *%r13\n"
        "    ud2\n"
        ".size sweep_fibre_first, .-sweep_fibre_first\n");
enum {
    SAVED = 9,
    ARGUMENT = 3,
    FUNCTION = 2,
    RETURN = 6
}; /* words of a new stack, from its stack pointer; odd, so
      that the call finds it aligned */
#else
__asm__(".text\n"
        ".hidden sweep_fibre_swap\n"
        ".globl sweep_fibre_swap\n"
        ".type sweep_fibre_swap, %function\n"
        "sweep_fibre_swap:\n"
        "    stp x19, x20, [sp, #-160]!\n"
        "    stp x21, x22, [sp, #16]\n    stp x23, x24, [sp, #32]\n    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n    stp d10, d11, [sp, #112]\n    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n    str x9, [x0]\n    mov sp, x1\n"
        "    ldp x21, x22, [sp, #16]\n    ldp x23, x24, [sp, #32]\n    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n    ldp d10, d11, [sp, #112]\n    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    ldp x19, x20, [sp], #160\n"
        "    ret\n"
        ".size sweep_fibre_swap, .-sweep_fibre_swap\n"
        ".hidden sweep_fibre_first\n"
        ".globl sweep_fibre_first\n"
        ".type sweep_fibre_first, %function\n"
        "sweep_fibre_first:\n"
        "    mov x0, x19\n"
        "    blr x20\n"
        "    brk #1\n"
        ".size sweep_fibre_first, .-sweep_fibre_first\n");
enum { SAVED = 20, ARGUMENT = 0, FUNCTION = 1, RETURN = 11 };
#endif

static void set_start(sweep_fibre *fibre, void (*function)(void *), void *argument)
{
    uintptr_t *stack = (uintptr_t *)(fibre->mapping + fibre->mapping_bytes) - SAVED;
    memset(stack, 0, SAVED * sizeof *stack);
    stack[ARGUMENT] = (uintptr_t)argument;
    stack[FUNCTION] = (uintptr_t)function;
    stack[RETURN] = (uintptr_t)sweep_fibre_first;
    fibre->stack_pointer = stack;
    fibre->fake_stack = NULL;
    if (__tsan_create_fiber)
        fibre->history = __tsan_create_fiber(0);
}

bool sweep_fibre_create(sweep_fibre *fibre, void (*function)(void *), void *argument)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    bool watched = __sanitizer_start_switch_fiber || __tsan_create_fiber;
    size_t bytes = watched ? 256 * 1024 : 64 * 1024;
    memset(fibre, 0, sizeof *fibre);
    fibre->mapping_bytes = bytes + page;
    fibre->mapping =
        mmap(NULL, fibre->mapping_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fibre->mapping == MAP_FAILED) {
        fibre->mapping = NULL;
        return false;
    }
    if (mprotect(fibre->mapping, page, PROT_NONE) != 0) {
        munmap(fibre->mapping, fibre->mapping_bytes);
        fibre->mapping = NULL;
        return false;
    }
    fibre->bottom = fibre->mapping + page;
    fibre->bytes = bytes;
    set_start(fibre, function, argument);
    return true;
}

void sweep_fibre_restart(sweep_fibre *fibre, void (*function)(void *), void *argument)
{
    if (__tsan_destroy_fiber && fibre->history)
        __tsan_destroy_fiber(fibre->history);
    sweep_fibre_allow(fibre->bottom, fibre->bytes);
    set_start(fibre, function, argument);
}

void sweep_fibre_destroy(sweep_fibre *fibre)
{
    if (!fibre->mapping)
        return;
    if (__tsan_destroy_fiber && fibre->history)
        __tsan_destroy_fiber(fibre->history);
    sweep_fibre_allow(fibre->bottom, fibre->bytes);
    munmap(fibre->mapping, fibre->mapping_bytes);
    fibre->mapping = NULL;
}

void sweep_fibre_adopt_thread(sweep_fibre *fibre)
{
    memset(fibre, 0, sizeof *fibre);
    if (__tsan_get_current_fiber)
        fibre->history = __tsan_get_current_fiber();
}

/* The address sanitizer says, to the fibre that continues, which stack was left: so it learns the thread's. */
static _Thread_local sweep_fibre *left;

void sweep_fibre_switch(sweep_fibre *from, sweep_fibre *to)
{
    left = from;
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(&from->fake_stack, to->bottom, to->bytes);
    if (__tsan_switch_to_fiber)
        __tsan_switch_to_fiber(to->history, NO_ORDER);
    sweep_fibre_swap(&from->stack_pointer, to->stack_pointer);
    sweep_fibre_entered(from);
}

void sweep_fibre_entered(sweep_fibre *self)
{
    const void *bottom;
    size_t bytes;
    if (!__sanitizer_finish_switch_fiber)
        return;
    __sanitizer_finish_switch_fiber(self->fake_stack, &bottom, &bytes);
    if (!left->mapping) {
        left->bottom = bottom;
        left->bytes = bytes;
    }
}

void sweep_fibre_release(void *address)
{
    if (__tsan_release)
        __tsan_release(address);
}

void sweep_fibre_acquire(void *address)
{
    if (__tsan_acquire)
        __tsan_acquire(address);
}

void sweep_fibre_settle(const sweep_fibre *stopped, const sweep_fibre *running)
{
    char order;
    if (!__tsan_switch_to_fiber)
        return;
    __tsan_switch_to_fiber(stopped->history, NO_ORDER);
    __tsan_release(&order);
    __tsan_switch_to_fiber(running->history, NO_ORDER);
    __tsan_acquire(&order);
}

bool sweep_fibre_races_watched(void)
{
    return __tsan_create_fiber != NULL;
}

void sweep_fibre_forbid(const void *memory, size_t bytes)
{
    if (__asan_poison_memory_region)
        __asan_poison_memory_region(memory, bytes);
}

void sweep_fibre_allow(const void *memory, size_t bytes)
{
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(memory, bytes);
}

#else

typedef int sweep_fibre_is_for_known_machines; /* the emulator says so when it is asked for */

#endif
