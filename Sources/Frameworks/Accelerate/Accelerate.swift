// Vectors, matrices and transforms: vDSP, vForce and BLAS. The functions in C come from the shim, the forms in Swift
// stand here.
@_exported import CAccelerate
// Programs that import Accelerate alone use the C library's functions on numbers beside it, as Apple's headers allow.
@_exported import Glibc
