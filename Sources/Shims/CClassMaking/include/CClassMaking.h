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
// Returns 1 with the word, or 0 where nothing can be read: the kernel reads it, so that no address ends the program.
int SordinoReadWord(unsigned long address, unsigned long *_Nonnull word);
