// OpenAL 1.1 with Apple's extensions. Programs in C include <OpenAL/al.h> and <OpenAL/alc.h>; Swift imports the module
// OpenAL.
#ifndef SORDINO_COPENAL_H
#define SORDINO_COPENAL_H

#include "OpenAL/OpenAL.h"
#include "OpenALLibrary.h"

#endif
