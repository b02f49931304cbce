// Only headers stand here; a target needs a source.
#include "CAudioToolbox.h"
