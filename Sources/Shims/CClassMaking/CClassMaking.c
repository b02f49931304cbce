#define _GNU_SOURCE
#include "CClassMaking.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

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

int SordinoReadWord(unsigned long address, unsigned long *word) {
    struct iovec target = {word, sizeof *word};
    struct iovec source = {(void *)address, sizeof *word};
    if (process_vm_readv(getpid(), &target, 1, &source, 1, 0) == (ssize_t)sizeof *word) return 1;
    if (errno == EFAULT || errno == ENOMEM) return 0;
    // The system forbids the call: the address is read without a check.
    *word = *(const unsigned long *)address;
    return 1;
}
