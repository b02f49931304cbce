// The default output, which is a unit like others.
#pragma once

#include <AudioToolbox/AUComponent.h>
