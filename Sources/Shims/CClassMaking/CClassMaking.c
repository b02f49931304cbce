#include "CClassMaking.h"

typedef __attribute__((swiftcall)) void *(*Make)(
    AudioComponentDescription description, uint32_t options, __attribute__((swift_context)) const void *classObject,
    __attribute__((swift_error_result)) void **error);

void *SordinoMakeUnit(
    const void *classObject, long slot, AudioComponentDescription description, uint32_t options, void **error) {
    Make make = (Make)((void *const *)classObject)[slot];
    void *thrown = 0;
    void *made = make(description, options, classObject, &thrown);
    *error = thrown;
    return thrown ? 0 : made;
}
