// The oldest types, which headers of Core Foundation bring.
#pragma once

#include "CoreFoundation/CFBase.h"

typedef SInt16 OSErr;
typedef SInt32 Fixed;
typedef SInt32 Fract;
typedef UInt32 UnsignedFixed;
typedef SInt8 SignedByte;
typedef char *Ptr;
typedef Ptr *Handle;
typedef long Size;
typedef FourCharCode ResType;
typedef unsigned char Str255[256];
typedef unsigned char *StringPtr;
typedef const unsigned char *ConstStringPtr;
typedef const unsigned char *ConstStr255Param;
typedef UInt32 UnicodeScalarValue;
typedef UniChar *UniCharPtr;
typedef unsigned long UniCharCount;
typedef SInt16 ScriptCode;

#ifndef nil
#define nil NULL
#endif
