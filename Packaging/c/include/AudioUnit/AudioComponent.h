// Components, under the name of an older place.
#pragma once

#include <AudioToolbox/AudioComponent.h>
