// Eigenvalues and eigenvectors in one precision, included for each: T is its type, NAMED makes its names.
//
// Hessenberg's form by Householder's reflections, Francis's double steps to a triangle with pairs on its diagonal,
// vectors by substitution (Golub and Van Loan, Matrix Computations, 7.4 to 7.6).

static void NAMED(reflect_rows)(T *a, S apart, S row, S count, S first, S end, const T *v, T factor) {
    // a = (1 - factor v v^T) a in the rows from `row` on.
    for (S j = first; j < end; j++) {
        T sum = 0;
        for (S i = 0; i < count; i++) sum += v[i] * a[row + i + j * apart];
        sum *= factor;
        for (S i = 0; i < count; i++) a[row + i + j * apart] -= sum * v[i];
    }
}

static void NAMED(reflect_columns)(T *a, S apart, S column, S count, S first, S end, const T *v, T factor) {
    // a = a (1 - factor v v^T) in the columns from `column` on.
    for (S i = first; i < end; i++) {
        T sum = 0;
        for (S j = 0; j < count; j++) sum += v[j] * a[i + (column + j) * apart];
        sum *= factor;
        for (S j = 0; j < count; j++) a[i + (column + j) * apart] -= sum * v[j];
    }
}

// Householder's vector that takes x to a multiple of its first element: v in place of x. Returns 2 / v^T v, 0 for
// nothing to do.
static T NAMED(reflector)(T *x, S count) {
    T largest = 0;
    for (S i = 0; i < count; i++) largest = FARTHER(largest, ABS(x[i]));
    if (largest == 0) return 0;
    T rest = 0;
    x[0] /= largest;
    for (S i = 1; i < count; i++) {
        x[i] /= largest;
        rest += x[i] * x[i];
    }
    if (rest == 0) return 0;
    const T length = ROOT(x[0] * x[0] + rest);
    x[0] += x[0] < 0 ? -length : length;
    return 2 / (x[0] * x[0] + rest);
}

// Scales rows and columns by powers of 2 until they are alike, so that small elements are not lost beside large ones.
static void NAMED(balance)(T *a, S apart, S n, T *scale) {
    for (S i = 0; i < n; i++) scale[i] = 1;
    for (int changed = 1, rounds = 0; changed && rounds < 100; rounds++) {
        changed = 0;
        for (S i = 0; i < n; i++) {
            T column = 0, row = 0, factor = 1;
            for (S j = 0; j < n; j++)
                if (j != i) {
                    column += ABS(a[j + i * apart]);
                    row += ABS(a[i + j * apart]);
                }
            if (column == 0 || row == 0) continue;
            const T sum = column + row;
            if (!(sum <= LARGEST)) return;
            for (; column < row / 2 && factor < LIMIT; column *= 4) factor *= 2;
            for (; column >= row * 2 && factor > 1 / LIMIT; column /= 4) factor /= 2;
            if ((column + row) / factor >= (T)0.95 * sum || scale[i] * factor > LIMIT || scale[i] * factor < 1 / LIMIT)
                continue;
            changed = 1;
            scale[i] *= factor;
            for (S j = 0; j < n; j++) a[i + j * apart] /= factor;
            for (S j = 0; j < n; j++) a[j + i * apart] *= factor;
        }
    }
}

// Francis's steps with two shifts, until only single elements and pairs stand on the diagonal of an upper triangle.
static S NAMED(schur)(T *a, S apart, S n, T *q, S q_apart, T *wr, T *wi) {
    S high = n - 1;
    int steps = 0;
    while (high >= 0) {
        S low = high;
        for (; low > 0; low--) {
            T around = ABS(a[low - 1 + (low - 1) * apart]) + ABS(a[low + low * apart]);
            if (around == 0)
                for (S j = 0; j < n; j++) around += ABS(a[low - 1 + j * apart]) + ABS(a[low + j * apart]);
            if (ABS(a[low + (low - 1) * apart]) <= EPSILON * around) {
                a[low + (low - 1) * apart] = 0;
                break;
            }
        }
        if (low == high) {
            wr[high] = a[high + high * apart];
            wi[high] = 0;
            high -= 1;
            steps = 0;
            continue;
        }
        T *corner = a + (high - 1) + (high - 1) * apart;
        const T top = corner[0], lower = corner[1], upper = corner[apart], bottom = corner[apart + 1];
        if (low == high - 1) {
            const T half = (top - bottom) / 2, product = upper * lower, inside = half * half + product;
            if (inside < 0) {
                wr[high] = wr[high - 1] = bottom + half;
                wi[high - 1] = ROOT(-inside);
                wi[high] = -wi[high - 1];
            } else {
                // Two real ones: turned until the lower element is 0.
                T turn[2] = {half + (half < 0 ? -ROOT(inside) : ROOT(inside)), lower};
                const T length = ROOT(turn[0] * turn[0] + turn[1] * turn[1]);
                if (length > 0) {
                    const T c = turn[0] / length, s = turn[1] / length;
                    for (S j = high - 1; j < n; j++) {
                        T *pair = a + high - 1 + j * apart, x = pair[0], y = pair[1];
                        pair[0] = c * x + s * y;
                        pair[1] = c * y - s * x;
                    }
                    for (int part = 0; part < 2; part++) {
                        T *m = part == 0 ? a : q;
                        const S m_apart = part == 0 ? apart : q_apart;
                        for (S i = 0; m && i < (part == 0 ? high + 1 : n); i++) {
                            const T x = m[i + (high - 1) * m_apart], y = m[i + high * m_apart];
                            m[i + (high - 1) * m_apart] = c * x + s * y;
                            m[i + high * m_apart] = c * y - s * x;
                        }
                    }
                }
                corner[1] = 0;
                wr[high - 1] = corner[0];
                wr[high] = corner[apart + 1];
                wi[high - 1] = wi[high] = 0;
            }
            high -= 2;
            steps = 0;
            continue;
        }
        if (++steps > 60) return high + 1;
        T sum = top + bottom, product = top * bottom - upper * lower;
        if (steps % 10 == 0) {
            // Shifts that lead nowhere are left for once.
            const T other = ABS(lower) + ABS(a[high - 1 + (high - 2) * apart]);
            sum = (T)1.5 * other;
            product = other * other;
        }
        const T first = a[low + low * apart], below = a[low + 1 + low * apart];
        T v[3] = {
            first * (first - sum) + a[low + (low + 1) * apart] * below + product,
            below * (first + a[low + 1 + (low + 1) * apart] - sum), below * a[low + 2 + (low + 1) * apart]};
        for (S k = low; k < high; k++) {
            const S count = k + 2 <= high ? 3 : 2;
            if (k > low) {
                v[0] = a[k + (k - 1) * apart];
                v[1] = a[k + 1 + (k - 1) * apart];
                v[2] = count == 3 ? a[k + 2 + (k - 1) * apart] : 0;
            }
            const T factor = NAMED(reflector)(v, count);
            NAMED(reflect_rows)(a, apart, k, count, k > low ? k - 1 : low, n, v, factor);
            NAMED(reflect_columns)(a, apart, k, count, 0, k + 3 < high ? k + 4 : high + 1, v, factor);
            if (q) NAMED(reflect_columns)(q, q_apart, k, count, 0, n, v, factor);
            for (S i = k + 1; k > low && i < k + count; i++) a[i + (k - 1) * apart] = 0;
        }
    }
    return 0;
}

// Element i, j of the triangle; for left vectors of the transposed one, whose rows and columns are counted from the
// end.
#define AT(i, j) (is_left ? a[(n - 1 - (j)) + (n - 1 - (i)) * apart] : a[(i) + (j) * apart])
// Solves (triangle - value) x = 0 with x at and above the eigenvalue's place, `last` being its last row.
static void NAMED(solve)(const T *a, S apart, S n, int is_left, S last, _Complex T value, _Complex T *x, T least) {
    S row = last;
    for (S i = last + 1; i < n; i++) x[i] = 0;
    x[last] = 1;
    if (__imag__ value != 0) {
        x[last - 1] = AT(last - 1, last);
        x[last] = value - AT(last - 1, last - 1);
        row -= 1;
    }
    const S known = row;
    for (S i = known - 1; i >= 0;) {
        const int is_pair = i > 0 && AT(i, i - 1) != 0;
        _Complex T right = 0, upper_right = 0;
        for (S k = i + 1; k <= last; k++) {
            right -= AT(i, k) * x[k];
            if (is_pair) upper_right -= AT(i - 1, k) * x[k];
        }
        T largest = 0;
        if (is_pair) {
            const _Complex T p = AT(i - 1, i - 1) - value, s = AT(i, i) - value;
            _Complex T determinant = p * s - AT(i - 1, i) * AT(i, i - 1);
            if (determinant == 0) determinant = least * least;
            x[i - 1] = (upper_right * s - AT(i - 1, i) * right) / determinant;
            x[i] = (p * right - AT(i, i - 1) * upper_right) / determinant;
            i -= 2;
        } else {
            _Complex T pivot = AT(i, i) - value;
            if (ABS(__real__ pivot) + ABS(__imag__ pivot) < least) pivot = least;
            x[i] = right / pivot;
            i -= 1;
        }
        for (S k = i + 1; k <= last; k++) {
            largest = FARTHER(largest, ABS(__real__ x[k]));
            largest = FARTHER(largest, ABS(__imag__ x[k]));
        }
        if (largest > BIG)
            for (S k = i + 1; k <= last; k++) x[k] /= largest;
    }
}

// Brings the vectors of one eigenvalue back from the triangle, to length 1; of a pair the largest element becomes real.
static void NAMED(bring_back)(T *v, S apart, S n, int is_left, S place, int is_pair, const _Complex T *x, const T *scale) {
    T square = 0, largest = -1;
    _Complex T turn = 1;
    for (S i = 0; i < n; i++) {
        _Complex T sum = 0;
        // Those columns that the vectors before did not need any more.
        const S first = is_left ? place : 0, last = is_left ? n - 1 : place + is_pair;
        for (S k = first; k <= last; k++) sum += v[i + k * apart] * (is_left ? ~x[n - 1 - k] : x[k]);
        sum = is_left ? sum / scale[i] : sum * scale[i];
        v[i + place * apart] = __real__ sum;
        if (is_pair) v[i + (place + 1) * apart] = __imag__ sum;
        const T magnitude = __real__ sum * __real__ sum + (is_pair ? __imag__ sum * __imag__ sum : 0);
        square += magnitude;
        if (magnitude > largest) {
            largest = magnitude;
            turn = is_pair && magnitude > 0 ? ~sum / ROOT(magnitude) : 1;
        }
    }
    if (!(square > 0)) return;
    turn /= ROOT(square);
    for (S i = 0; i < n; i++) {
        const _Complex T element = v[i + place * apart] + (is_pair ? v[i + (place + 1) * apart] : 0) * IMAGINARY;
        const _Complex T turned = element * turn;
        v[i + place * apart] = __real__ turned;
        if (is_pair) v[i + (place + 1) * apart] = __imag__ turned;
    }
}

int NAMED(geev_)(
    char *jobvl, char *jobvr, int *n_, T *a, int *lda, T *wr, T *wi, T *vl, int *ldvl, T *vr, int *ldvr, T *work,
    int *lwork, int *info) {
    const int has_left = *jobvl == 'V' || *jobvl == 'v', has_right = *jobvr == 'V' || *jobvr == 'v';
    const int lacks_left = *jobvl == 'N' || *jobvl == 'n', lacks_right = *jobvr == 'N' || *jobvr == 'n';
    const S n = *n_, apart = *lda;
    const int least_work = at_least_one((has_left || has_right ? 4 : 3) * *n_);
    *info = !has_left && !lacks_left ? -1 : !has_right && !lacks_right ? -2 : n < 0 ? -3
            : apart < at_least_one(*n_) ? -5 : *ldvl < (has_left ? at_least_one(*n_) : 1) ? -9
            : *ldvr < (has_right ? at_least_one(*n_) : 1) ? -11 : *lwork < least_work && *lwork != -1 ? -13 : 0;
    if (*info != 0) return 0;
    work[0] = (T)least_work;
    if (*lwork == -1 || n == 0) return 0;
    T *scale = work, *v = work + n;
    NAMED(balance)(a, apart, n, scale);
    T *q = has_right ? vr : has_left ? vl : 0;
    const S q_apart = has_right ? *ldvr : *ldvl;
    for (S j = 0; q && j < n; j++)
        for (S i = 0; i < n; i++) q[i + j * q_apart] = i == j;
    // Hessenberg's form: nothing below the diagonal but its next neighbour.
    for (S k = 0; k + 2 < n; k++) {
        const S count = n - k - 1;
        for (S i = 0; i < count; i++) v[i] = a[k + 1 + i + k * apart];
        const T factor = NAMED(reflector)(v, count);
        if (factor == 0) continue;
        NAMED(reflect_rows)(a, apart, k + 1, count, k, n, v, factor);
        NAMED(reflect_columns)(a, apart, k + 1, count, 0, n, v, factor);
        if (q) NAMED(reflect_columns)(q, q_apart, k + 1, count, 0, n, v, factor);
        for (S i = k + 2; i < n; i++) a[i + k * apart] = 0;
    }
    *info = (int)NAMED(schur)(a, apart, n, q, q_apart, wr, wi);
    if (*info != 0) return 0;
    T norm = 0;
    for (S j = 0; j < n; j++)
        for (S i = 0; i <= j + 1 && i < n; i++) norm = FARTHER(norm, ABS(a[i + j * apart]));
    const T least = norm > 0 ? EPSILON * norm : EPSILON;
    if (has_left && has_right)
        for (S j = 0; j < n; j++)
            for (S i = 0; i < n; i++) vl[i + j * *ldvl] = vr[i + j * *ldvr];
    _Complex T *x = (_Complex T *)(work + 2 * n);
    // In this order each vector overwrites a column that no later one needs.
    for (S k = n - 1; has_right && k >= 0; k--) {
        const int is_pair = wi[k] != 0;
        k -= is_pair;
        NAMED(solve)(a, apart, n, 0, k + is_pair, wr[k] + wi[k] * IMAGINARY, x, least);
        NAMED(bring_back)(vr, *ldvr, n, 0, k, is_pair, x, scale);
    }
    for (S k = 0; has_left && k < n; k++) {
        const int is_pair = wi[k] != 0;
        NAMED(solve)(a, apart, n, 1, n - 1 - k, wr[k] + wi[k] * IMAGINARY, x, least);
        NAMED(bring_back)(vl, *ldvl, n, 1, k, is_pair, x, scale);
        k += is_pair;
    }
    return 0;
}

#undef AT
