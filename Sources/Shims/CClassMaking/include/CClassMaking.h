// Objects and their classes, below Swift's types.
//
// Makes an object of a class that is known only while the program runs.
// Swift makes objects of such classes by `required` initialisers alone, which every subclass would have to repeat.
// A class's designated initialisers stand in its method table all the same; here the one at a given place is called,
// by the calling convention that Swift's compiler shares with clang.
#pragma once

#include "CCoreAudioTypes.h"

// Calls `init(componentDescription:options:) throws`.
//
// classObject: the class. slot: the initialiser's place in its table, in pointers.
// Returns the object, which the caller owns, or null and an error, which the caller owns as well.
void *_Nullable SordinoMakeUnit(
    const void *_Nonnull classObject, long slot, AudioComponentDescription description, uint32_t options,
    void *_Nullable *_Nonnull error);

// Reads the word at an address.
//
// Returns 1 and stores the word, or returns 0 if the address is not readable. The kernel reads the memory, so that a
// wrong address does not end the process; where the system forbids that call, the address is read without a check.
int SordinoReadWord(unsigned long address, unsigned long *_Nonnull word);
