// Codecs, under the name of an older place.
#pragma once

#include <AudioToolbox/AudioCodec.h>
