// Starting and stopping output units.
#pragma once

#include <AudioToolbox/AUComponent.h>
