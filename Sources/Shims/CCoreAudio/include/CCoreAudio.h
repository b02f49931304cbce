// The C side of Core Audio's hardware: types, and the cycle of a device, which calls programs' functions.
#pragma once

#include "AudioHardwareTypes.h"
#include "DeviceCycle.h"
