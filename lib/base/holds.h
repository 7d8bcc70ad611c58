/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_HOLDS_H
#define BASE_HOLDS_H

/*
 * What other source files guarantee: told to clang's analyzer, which sees one file at a time, and
 * checked by a build with AddressSanitizer; elsewhere it costs nothing. The condition has no side
 * effects.
 */
#if defined __clang_analyzer__ || defined __SANITIZE_ADDRESS__
#define HOLDS(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define HOLDS(condition) ((void)sizeof(!(condition)))
#endif

#endif
