// Vectors, matrices and transforms: vDSP, vForce and BLAS. The functions in C come from the shim, the forms in Swift stand here.
@_exported import CAccelerate
