// The C side of CoreAudioTypes: the arguments of C callbacks have to be C types.
#pragma once

#include "CoreAudioBaseTypes.h"
#include "AudioChannelLabels.h"
#include "AudioChannelLayoutTags.h"
#include "AudioFormatConstants.h"
#include "AudioFileStructs.h"
#include "AudioSessionTypes.h"
#include "CAFStructs.h"
#include "AudioUnitTypes.h"
#include "MusicTypes.h"
#include "AudioQueueTypes.h"
#include "HostTime.h"
#include "MIDITypes.h"
#include "MusicDeviceTypes.h"
