// LAYOUT(type, field, ...) makes the rows of a struct; LAYOUT_TABLE(function, rows) the function that returns them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CStructLayouts.h"

#define AGAIN ()
#define TWICE(...) __VA_ARGS__ __VA_OPT__()
#define REPEAT_4(...) TWICE(TWICE(TWICE(TWICE(__VA_ARGS__))))
#define REPEAT_16(...) REPEAT_4(REPEAT_4(REPEAT_4(REPEAT_4(__VA_ARGS__))))
#define REPEAT(...) REPEAT_16(REPEAT_16(__VA_ARGS__))
#define FIELD_ROW(type, field, ...) \
    {#type, #field, offsetof(type, field), sizeof(((type *)0)->field)}, __VA_OPT__(FIELD_ROW_AGAIN AGAIN(type, __VA_ARGS__))
#define FIELD_ROW_AGAIN() FIELD_ROW

#define LAYOUT(type, ...) \
    {#type, NULL, _Alignof(type), sizeof(type)}, __VA_OPT__(REPEAT(FIELD_ROW(type, __VA_ARGS__)))

#define LAYOUT_TABLE(name, ...)                                                    \
    struct CLayoutTable name(void) {                                               \
        static const struct CLayoutRow rows[] = {__VA_ARGS__};                     \
        return (struct CLayoutTable){rows, sizeof rows / sizeof rows[0]};          \
    }
