// The C side of Core Media: constants, times, and memory that programs provide. Its structs are aligned to four bytes.
#pragma once

#include "CMAttachment.h"
#include "CMBlockBuffer.h"
#include "CMBufferQueue.h"
#include "CMFormatDescription.h"
#include "CMSampleBuffer.h"
#include "CMSimpleQueue.h"
#include "CMSync.h"
#include "CMTime.h"
#include "CMTimeRange.h"
