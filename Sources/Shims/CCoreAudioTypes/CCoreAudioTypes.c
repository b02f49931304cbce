#include "CCoreAudioTypes.h"
