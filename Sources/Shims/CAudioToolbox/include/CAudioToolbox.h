// The C side of AudioToolbox: constants, and structs that programs hand over by their size, under the names of Apple's headers.
#pragma once

#include "AUComponent.h"
#include "AUGraph.h"
#include "AudioCodec.h"
#include "AudioConverter.h"
#include "AudioFile.h"
#include "AudioFileStream.h"
#include "AudioFormat.h"
#include "AudioQueue.h"
#include "AudioServices.h"
#include "AudioUnitParameters.h"
#include "AudioUnitProperties.h"
#include "AudioUnitPropertyTypes.h"
#include "CAFFile.h"
#include "ExtendedAudioFile.h"
#include "MusicDevice.h"
#include "MusicPlayer.h"
