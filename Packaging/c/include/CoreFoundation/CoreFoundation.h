// The parts of Core Foundation that the audio functions need, for C and C++.
#pragma once

#include "CFArray.h"
#include "CFBase.h"
#include "CFBundle.h"
#include "CFData.h"
#include "CFDictionary.h"
#include "CFNumber.h"
#include "CFRunLoop.h"
#include "CFString.h"
#include "CFURL.h"
#include "CFUUID.h"
