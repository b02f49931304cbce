// Everything of OpenAL.
#include "al.h"
#include "alc.h"
#include "efx.h"
#include "oalMacOSX_OALExtensions.h"
#include "oalStaticBufferExtension.h"
