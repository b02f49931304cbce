// Systems of linear equations by LU factors, and eigenvalues, as LAPACK declares them: matrices column after column,
// all arguments by pointer.
//
// `info` becomes 0, or -i when argument i makes no sense (nothing is done), or i when the i-th diagonal element of U
// is 0.
#pragma once

#include "vDSPMarks.h"

typedef int __CLPK_integer;
typedef float __CLPK_real;
typedef double __CLPK_doublereal;

/// Factors A (m x n) into a permutation, L with ones on its diagonal, and U; row i was exchanged with row ipiv[i], from
/// 1 on.
VDSP_RT int sgetrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_integer *info);
/// The same in double precision.
VDSP_RT int dgetrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_integer *info);

/// Solves op(A) x = B with the factors of A (n x n): op is A for `trans` N, its transpose for T. B (n x nrhs) becomes
/// x.
VDSP_RT int sgetrs_(
    char *trans, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_real *b, __CLPK_integer *ldb, __CLPK_integer *info);
/// The same in double precision.
VDSP_RT int dgetrs_(
    char *trans, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_integer *ipiv, __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info);

/// Solves A x = B; A becomes its factors, B (n x nrhs) becomes x.
VDSP_RT int sgesv_(
    __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_integer *info);
/// The same in double precision.
VDSP_RT int dgesv_(
    __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info);

/// Makes the inverse of A (n x n) out of its factors, in place.
///
/// `work` holds `lwork` numbers, at least n; with -1 only the best `lwork` is computed, into work[0].
VDSP_RT int sgetri_(
    __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info);
/// The same in double precision.
VDSP_RT int dgetri_(
    __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_doublereal *work,
    __CLPK_integer *lwork, __CLPK_integer *info);

/// Finds the eigenvalues of A (n x n), and its left (`jobvl` V) and right (`jobvr` V) eigenvectors, of length 1; A is
/// lost.
///
/// Eigenvalues that are not real come in pairs, the one with the positive imaginary part first; the vectors of such a
/// pair are the first column plus and minus i times the second. `work` holds `lwork` numbers, at least 4 n with vectors
/// and 3 n without; with -1 only the best `lwork` is computed, into work[0]. `info` is i when only the eigenvalues
/// behind the i-th were found.
VDSP_RT int sgeev_(
    char *jobvl, char *jobvr, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *wr, __CLPK_real *wi,
    __CLPK_real *vl, __CLPK_integer *ldvl, __CLPK_real *vr, __CLPK_integer *ldvr, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info);
/// The same in double precision.
VDSP_RT int dgeev_(
    char *jobvl, char *jobvr, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *wr,
    __CLPK_doublereal *wi, __CLPK_doublereal *vl, __CLPK_integer *ldvl, __CLPK_doublereal *vr, __CLPK_integer *ldvr,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info);
