// The C side of Accelerate: functions that Apple declares in C, with loops that the compiler makes for each width of
// vector.
//
// Nothing here allocates or locks, except the functions that make setups. Outputs may be inputs, element for element;
// other overlaps give wrong numbers. A count of 0 reads and writes no element. Results are equal on every machine,
// except those of matrix products, which are contracted to fused multiply-add where the processor can.
#pragma once

#include "vDSPTypes.h"
#include "vDSPVectors.h"
#include "vDSPSums.h"
#include "vDSPTables.h"
#include "vDSPFilters.h"
#include "vDSPBiquads.h"
#include "vDSPMatrices.h"
#include "vDSPComplexVectors.h"
#include "vDSPConversions.h"
#include "vDSPTransforms.h"
#include "vForce.h"
#include "cblas.h"
#include "clapack.h"
