// The transforms for one type of number: included with REAL, its name, NAMED and VDSP, names' endings, and the types'
// names.

// Working memory that threads borrow: a slot each, for as long as one transform takes.
enum { NAMED(slots) = 8 };
typedef struct {
    atomic_flag busy[NAMED(slots)];
    REAL *memory;
    size_t slot_count;  // reals in one slot
} NAMED(Pool);

static int NAMED(make_pool)(NAMED(Pool) * pool, size_t slot_count) {
    for (int i = 0; i < NAMED(slots); i++) atomic_flag_clear(&pool->busy[i]);
    // Registers are loaded from whole lines of the cache: every slot, and all parts of a power of two, begin at one.
    pool->slot_count = (slot_count + 15) / 16 * 16;
    // Pages come when they are first used: a program with one thread pays for one slot.
    pool->memory = aligned_alloc(64, (size_t)NAMED(slots) * pool->slot_count * sizeof(REAL));
    return pool->memory != NULL;
}

static int NAMED(borrow)(NAMED(Pool) * pool) {
    while (1)
        for (int i = 0; i < NAMED(slots); i++)
            if (!atomic_flag_test_and_set_explicit(&pool->busy[i], memory_order_acquire)) return i;
}

static void NAMED(give_back)(NAMED(Pool) * pool, int slot) {
    atomic_flag_clear_explicit(&pool->busy[slot], memory_order_release);
}

// Tables for one length: of a complex transform, and of a real one of twice as many samples.
typedef struct {
    size_t count;
    const REAL *table;
    const REAL *turns;
} NAMED(Plan);

typedef struct {
    REAL *re, *im;
    S stride;
} NAMED(Plane);

// Forward, or backward by exchanging real and imaginary parts. Strided vectors go through the slot's second half.
static void NAMED(complex_transform)(
    const NAMED(Plan) * plan, NAMED(Plane) from, NAMED(Plane) to, REAL *slot, int is_inverse) {
    const size_t count = plan->count;
    REAL *const gr = slot + 2 * count, *const gi = slot + 3 * count;
    if (from.stride != 1) {
        for (S n = 0; n < (S)count; n++) {
            gr[n] = from.re[n * from.stride];
            gi[n] = from.im[n * from.stride];
        }
        from = (NAMED(Plane)){gr, gi, 1};
    }
    const NAMED(Plane) out = to.stride == 1 ? to : (NAMED(Plane)){gr, gi, 1};
    if (is_inverse) NAMED(ckernels_fft)(out.im, out.re, from.im, from.re, slot, plan->table, count);
    else NAMED(ckernels_fft)(out.re, out.im, from.re, from.im, slot, plan->table, count);
    if (to.stride == 1) return;
    for (S n = 0; n < (S)count; n++) {
        to.re[n * to.stride] = gr[n];
        to.im[n * to.stride] = gi[n];
    }
}

// As many samples as real and imaginary parts together.
static void NAMED(real_transform)(
    const NAMED(Plan) * plan, NAMED(Plane) from, NAMED(Plane) to, REAL *slot, int is_inverse) {
    const size_t half = plan->count;
    NAMED(Plane) work = {slot + 2 * half, slot + 3 * half, 1};
    if (is_inverse) {
        for (S n = 0; n < (S)half; n++) {
            work.re[n] = from.re[n * from.stride];
            work.im[n] = from.im[n * from.stride];
        }
        NAMED(ckernels_fft_unpack)(work.re, work.im, plan->turns, half);
        NAMED(complex_transform)(plan, work, to, slot, 1);
    } else if (to.stride == 1) {
        NAMED(complex_transform)(plan, from, to, slot, 0);
        NAMED(ckernels_fft_pack)(to.re, to.im, plan->turns, half);
    } else {
        NAMED(complex_transform)(plan, from, work, slot, 0);
        NAMED(ckernels_fft_pack)(work.re, work.im, plan->turns, half);
        for (S n = 0; n < (S)half; n++) {
            to.re[n * to.stride] = work.re[n];
            to.im[n * to.stride] = work.im[n];
        }
    }
}

// ---- Powers of two --------------------------------------------------------------------------------------------------

enum { NAMED(most_log2) = 27 };

struct SETUP_STRUCT {
    size_t log2_most;
    // Lengths of 2^n, 3 * 2^n and 5 * 2^n.
    NAMED(Plan) plans[3][NAMED(most_log2) + 1];
    REAL *tables[3];
    NAMED(Pool) pool;
};

// The tables of the two greatest lengths hold those of all others: a table's passes after the first are the table of a
// quarter.
static int NAMED(make_plans)(NAMED(Plan) * plans, REAL **memory, size_t factor, size_t log2_most) {
    const size_t most = factor << log2_most;
    const size_t big = ckernels_fft_table_count(most);
    const size_t small = log2_most > 0 ? ckernels_fft_table_count(most / 2) : 0;
    size_t turns = 0;
    for (size_t n = 0; n <= log2_most; n++) turns += 2 * ((factor << n) / 2 + 1);
    REAL *table = *memory = malloc((big + small + turns + 1) * sizeof(REAL));
    if (!table) return 0;
    NAMED(ckernels_fft_make_table)(table, most);
    if (log2_most > 0) NAMED(ckernels_fft_make_table)(table + big, most / 2);
    REAL *turn = table + big + small;
    for (size_t n = log2_most + 1; n-- > 0;) {
        const size_t count = factor << n;
        NAMED(Plan) *plan = &plans[n];
        plan->count = count;
        plan->table = n + 2 > log2_most ? (n == log2_most ? table : table + big) : plans[n + 2].table + 6 * count;
        plan->turns = turn;
        if (n == log2_most) NAMED(ckernels_fft_make_turns)(turn, count);
        else {
            const size_t wide = count + 1;  // cosines of the length before
            for (size_t k = 0; k <= count / 2; k++) {
                turn[k] = plans[n + 1].turns[2 * k];
                turn[count / 2 + 1 + k] = plans[n + 1].turns[wide + 2 * k];
            }
        }
        turn += 2 * (count / 2 + 1);
    }
    return 1;
}

SETUP VDSP(vDSP_create_fftsetup)(L Log2n, FFTRadix Radix) {
    if (Log2n > NAMED(most_log2) || Radix < kFFTRadix2 || Radix > kFFTRadix5) return NULL;
    SETUP setup = calloc(1, sizeof *setup);
    if (!setup) return NULL;
    setup->log2_most = Log2n;
    const size_t factors[] = {1, 3, 5};
    int is_made = NAMED(make_plans)(setup->plans[0], &setup->tables[0], 1, Log2n);
    if (is_made && Radix != kFFTRadix2)
        is_made = NAMED(make_plans)(setup->plans[Radix], &setup->tables[Radix], factors[Radix], Log2n);
    if (is_made) is_made = NAMED(make_pool)(&setup->pool, (factors[Radix] << Log2n) * 4);
    if (is_made) return setup;
    VDSP(vDSP_destroy_fftsetup)(setup);
    return NULL;
}

void VDSP(vDSP_destroy_fftsetup)(SETUP Setup) {
    if (!Setup) return;
    for (int i = 0; i < 3; i++) free(Setup->tables[i]);
    free(Setup->pool.memory);
    free(Setup);
}

// A length that the setup was not made for is not transformed.
static void NAMED(run)(
    SETUP setup, int radix, NAMED(Plane) from, S from_apart, NAMED(Plane) to, S to_apart, L log2, L signals, int direction,
    int is_real) {
    if (log2 < (L)is_real || log2 - (L)is_real > setup->log2_most) return;
    const NAMED(Plan) *plan = &setup->plans[radix][log2 - (L)is_real];
    if (!plan->table) return;
    const int slot = NAMED(borrow)(&setup->pool);
    REAL *memory = setup->pool.memory + (size_t)slot * setup->pool.slot_count;
    for (L signal = 0; signal < signals; signal++) {
        if (is_real) NAMED(real_transform)(plan, from, to, memory, direction < 0);
        else NAMED(complex_transform)(plan, from, to, memory, direction < 0);
        from.re += from_apart;
        from.im += from_apart;
        to.re += to_apart;
        to.im += to_apart;
    }
    NAMED(give_back)(&setup->pool, slot);
}

#define PLANE(Z, stride) ((NAMED(Plane)){(Z)->realp, (Z)->imagp, stride})

#define IN_PLACE(name, is_real)                                                                               \
    void VDSP(vDSP_fft_##name)(SETUP Setup, const SPLIT *C, S IC, L Log2N, FFTDirection Direction) {          \
        NAMED(run)(Setup, 0, PLANE(C, IC), 0, PLANE(C, IC), 0, Log2N, 1, Direction, is_real);                 \
    }                                                                                                         \
    void VDSP(vDSP_fft_##name##t)(                                                                            \
        SETUP Setup, const SPLIT *C, S IC, const SPLIT *Buffer, L Log2N, FFTDirection Direction) {            \
        (void)Buffer;                                                                                         \
        VDSP(vDSP_fft_##name)(Setup, C, IC, Log2N, Direction);                                                \
    }                                                                                                         \
    void VDSP(vDSP_fftm_##name)(                                                                              \
        SETUP Setup, const SPLIT *C, S IC, S IM, L Log2N, L M, FFTDirection Direction) {                      \
        NAMED(run)(Setup, 0, PLANE(C, IC), IM, PLANE(C, IC), IM, Log2N, M, Direction, is_real);               \
    }
IN_PLACE(zip, 0)
IN_PLACE(zrip, 1)

#define OUT_OF_PLACE(name, is_real)                                                                                     \
    void VDSP(vDSP_fft_##name)(                                                                                         \
        SETUP Setup, const SPLIT *A, S IA, const SPLIT *C, S IC, L Log2N, FFTDirection Direction) {                     \
        NAMED(run)(Setup, 0, PLANE(A, IA), 0, PLANE(C, IC), 0, Log2N, 1, Direction, is_real);                           \
    }                                                                                                                   \
    void VDSP(vDSP_fft_##name##t)(                                                                                      \
        SETUP Setup, const SPLIT *A, S IA, const SPLIT *C, S IC, const SPLIT *Buffer, L Log2N, FFTDirection Direction) { \
        (void)Buffer;                                                                                                   \
        VDSP(vDSP_fft_##name)(Setup, A, IA, C, IC, Log2N, Direction);                                                   \
    }                                                                                                                   \
    void VDSP(vDSP_fftm_##name)(                                                                                        \
        SETUP Setup, const SPLIT *A, S IA, S IMA, const SPLIT *C, S IC, S IMC, L Log2N, L M, FFTDirection Direction) {  \
        NAMED(run)(Setup, 0, PLANE(A, IA), IMA, PLANE(C, IC), IMC, Log2N, M, Direction, is_real);                       \
    }
OUT_OF_PLACE(zop, 0)
OUT_OF_PLACE(zrop, 1)

#define OF_RADIX(name, radix)                                                                        \
    void VDSP(vDSP_##name)(                                                                          \
        SETUP Setup, const SPLIT *A, S IA, const SPLIT *C, S IC, L Log2N, FFTDirection Direction) {  \
        NAMED(run)(Setup, radix, PLANE(A, IA), 0, PLANE(C, IC), 0, Log2N, 1, Direction, 0);          \
    }
OF_RADIX(fft3_zop, 1)
OF_RADIX(fft5_zop, 2)

void VDSP(vDSP_fft2d_zop)(
    SETUP Setup, const SPLIT *A, S IA0, S IA1, const SPLIT *C, S IC0, S IC1, L Log2N0, L Log2N1, FFTDirection Direction) {
    if (Log2N0 > Setup->log2_most || Log2N1 > Setup->log2_most) return;
    const S a_row = IA1 ? IA1 : IA0 << Log2N0, c_row = IC1 ? IC1 : IC0 << Log2N0;
    NAMED(run)(
        Setup, 0, PLANE(A, IA0), a_row, PLANE(C, IC0), c_row, Log2N0, (L)1 << Log2N1, Direction, 0);
    NAMED(run)(Setup, 0, PLANE(C, c_row), IC0, PLANE(C, c_row), IC0, Log2N1, (L)1 << Log2N0, Direction, 0);
}

void VDSP(vDSP_fft2d_zip)(SETUP Setup, const SPLIT *C, S IC0, S IC1, L Log2N0, L Log2N1, FFTDirection Direction) {
    VDSP(vDSP_fft2d_zop)(Setup, C, IC0, IC1, C, IC0, IC1, Log2N0, Log2N1, Direction);
}

// ---- Other lengths --------------------------------------------------------------------------------------------------

struct DFT_STRUCT {
    DFTKind kind;
    int is_inverse;
    NAMED(Plan) plan;
    REAL *tables;
    // Cosines and sines that turn the numbers of a cosine transform, after one another.
    const REAL *cosine_turns;
    NAMED(Pool) pool;
};

static DFT_SETUP NAMED(make_dft)(L length, L least_twos, DFTKind kind, int is_inverse) {
    if (!is_length(length, least_twos)) return NULL;
    DFT_SETUP setup = calloc(1, sizeof *setup);
    if (!setup) return NULL;
    const size_t count = kind == complex_numbers ? length : length / 2;
    const size_t table = ckernels_fft_table_count(count), turns = 2 * (count / 2 + 1);
    const size_t cosine_turns = kind >= cosine_II ? 2 * (count + 1) : 0;
    setup->kind = kind;
    setup->is_inverse = is_inverse;
    setup->tables = malloc((table + turns + cosine_turns) * sizeof(REAL));
    if (!setup->tables || !NAMED(make_pool)(&setup->pool, 6 * count)) {
        VDSP(vDSP_DFT_DestroySetup)(setup);
        return NULL;
    }
    NAMED(ckernels_fft_make_table)(setup->tables, count);
    NAMED(ckernels_fft_make_turns)(setup->tables + table, count);
    setup->plan = (NAMED(Plan)){count, setup->tables, setup->tables + table};
    REAL *turn = setup->tables + table + turns;
    setup->cosine_turns = turn;
    for (size_t k = 0; k < cosine_turns / 2; k++) {
        // Type IV turns twice, by n + 1/8 and k + 1/8: 4 n k + n + k + 1/4 is (2 n + 1/2) (2 k + 1/2).
        const double angle = kind == cosine_IV ? M_PI * ((double)k + 0.125) / (double)length
                                               : M_PI * (double)k / (2 * (double)length);
        turn[k] = (REAL)cos(angle);
        turn[cosine_turns / 2 + k] = (REAL)sin(angle);
    }
    return setup;
}

DFT_SETUP VDSP(vDSP_DFT_zop_CreateSetup)(DFT_SETUP Previous, L Length, vDSP_DFT_Direction Direction) {
    (void)Previous;
    return NAMED(make_dft)(Length, 3, complex_numbers, Direction < 0);
}

DFT_SETUP VDSP(vDSP_DFT_zrop_CreateSetup)(DFT_SETUP Previous, L Length, vDSP_DFT_Direction Direction) {
    (void)Previous;
    return NAMED(make_dft)(Length, 4, real_samples, Direction < 0);
}

void VDSP(vDSP_DFT_DestroySetup)(DFT_SETUP Setup) {
    if (!Setup) return;
    free(Setup->tables);
    free(Setup->pool.memory);
    free(Setup);
}

void VDSP(vDSP_DFT_Execute)(
    const struct DFT_STRUCT *Setup, const REAL *Ir, const REAL *Ii, REAL *Or, REAL *Oi) {
    if (Setup->kind >= cosine_II) return;
    DFT_SETUP setup = (DFT_SETUP)Setup;  // only its pool changes, and that by atomic flags
    const NAMED(Plane) from = {(REAL *)Ir, (REAL *)Ii, 1}, to = {Or, Oi, 1};
    const int slot = NAMED(borrow)(&setup->pool);
    REAL *memory = setup->pool.memory + (size_t)slot * setup->pool.slot_count;
    if (setup->kind == real_samples) NAMED(real_transform)(&setup->plan, from, to, memory, setup->is_inverse);
    else NAMED(complex_transform)(&setup->plan, from, to, memory, setup->is_inverse);
    NAMED(give_back)(&setup->pool, slot);
}

INTERLEAVED_SETUP VDSP(vDSP_DFT_Interleaved_CreateSetup)(
    INTERLEAVED_SETUP Previous, L Length, vDSP_DFT_Direction Direction, vDSP_DFT_RealtoComplex RealtoComplex) {
    (void)Previous;
    const int is_real = RealtoComplex == vDSP_DFT_Interleaved_RealtoComplex;
    return (INTERLEAVED_SETUP)NAMED(make_dft)(
        Length, is_real ? 4 : 3, is_real ? real_samples : complex_numbers, Direction < 0);
}

void VDSP(vDSP_DFT_Interleaved_DestroySetup)(INTERLEAVED_SETUP Setup) {
    VDSP(vDSP_DFT_DestroySetup)((DFT_SETUP)Setup);
}

void VDSP(vDSP_DFT_Interleaved_Execute)(const struct INTERLEAVED_STRUCT *Setup, const COMPLEX *I, COMPLEX *O) {
    DFT_SETUP setup = (DFT_SETUP)Setup;
    const size_t count = setup->plan.count;
    const int slot = NAMED(borrow)(&setup->pool);
    REAL *memory = setup->pool.memory + (size_t)slot * setup->pool.slot_count;
    const SPLIT planes = {memory + 4 * count, memory + 5 * count};
    const NAMED(Plane) plane = {planes.realp, planes.imagp, 1};
    VDSP(vDSP_ctoz)(I, 2, &planes, 1, count);
    if (setup->kind == real_samples) NAMED(real_transform)(&setup->plan, plane, plane, memory, setup->is_inverse);
    else NAMED(complex_transform)(&setup->plan, plane, plane, memory, setup->is_inverse);
    VDSP(vDSP_ztoc)(&planes, 1, O, 2, count);
    NAMED(give_back)(&setup->pool, slot);
}

#undef PLANE
#undef IN_PLACE
#undef OUT_OF_PLACE
#undef OF_RADIX
