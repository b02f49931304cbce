import Accelerate
import Testing

/// A matrix of any order in memory, with room between its rows or columns.
struct Matrix {
    let rows: Int
    let columns: Int
    let order: CBLAS_ORDER
    var memory: [Double]

    init(_ rows: Int, _ columns: Int, order: CBLAS_ORDER, _ value: (Int, Int) -> Double) {
        (self.rows, self.columns, self.order) = (rows, columns, order)
        memory = Array(repeating: 99, count: (rows + 2) * (columns + 2))
        for i in 0..<rows { for j in 0..<columns { memory[place(i, j)] = value(i, j) } }
    }

    var leading: Int32 { Int32(order == CblasRowMajor ? columns + 2 : rows + 2) }
    func place(_ i: Int, _ j: Int) -> Int { order == CblasRowMajor ? i * (columns + 2) + j : j * (rows + 2) + i }
    subscript(i: Int, j: Int) -> Double { memory[place(i, j)] }
    var isFramed: Bool { memory.count { $0 == 99 } >= memory.count - rows * columns }
}

@Suite struct BlasTests {
    private let orders = [CblasRowMajor, CblasColMajor]

    @Test func productsOfMatricesEqualTheDirectSumsInAllOrders() {
        var random = SeededNumbers(30)
        for (m, n, k) in [(1, 1, 1), (3, 5, 2), (17, 19, 23), (50, 100, 300), (7, 130, 5), (64, 64, 64), (4, 3, 0)] {
            for order in orders {
                for turns in [(false, false), (true, false), (false, true), (true, true)] {
                    let a = Matrix(turns.0 ? k : m, turns.0 ? m : k, order: order) { _, _ in random.next() }
                    let b = Matrix(turns.1 ? n : k, turns.1 ? k : n, order: order) { _, _ in random.next() }
                    let start = Matrix(m, n, order: order) { _, _ in random.next() }
                    var c = start
                    cblas_dgemm(
                        order, turns.0 ? CblasTrans : CblasNoTrans, turns.1 ? CblasTrans : CblasNoTrans, Int32(m),
                        Int32(n), Int32(k), 2, a.memory, a.leading, b.memory, b.leading, 0.5, &c.memory, c.leading)
                    var worst = 0.0
                    for i in 0..<m {
                        for j in 0..<n {
                            var sum = 0.0
                            for p in 0..<k { sum += (turns.0 ? a[p, i] : a[i, p]) * (turns.1 ? b[j, p] : b[p, j]) }
                            worst = max(worst, abs(c[i, j] - (2 * sum + 0.5 * start[i, j])))
                        }
                    }
                    #expect(worst < 1e-12 && c.isFramed, "\(m) \(n) \(k), \(turns), order \(order.rawValue)")
                    var (fa, fb) = (a.memory.map(Float.init), b.memory.map(Float.init))
                    var fc = [Float](repeating: .nan, count: c.memory.count)
                    // Where beta is 0 the output is not read.
                    cblas_sgemm(
                        order, turns.0 ? CblasTrans : CblasNoTrans, turns.1 ? CblasTrans : CblasNoTrans, Int32(m),
                        Int32(n), Int32(k), 1, &fa, a.leading, &fb, b.leading, 0, &fc, c.leading)
                    let first = fc[c.place(m - 1, n - 1)]
                    var sum = 0.0
                    for p in 0..<k {
                        sum += (turns.0 ? a[p, m - 1] : a[m - 1, p]) * (turns.1 ? b[n - 1, p] : b[p, n - 1])
                    }
                    #expect(abs(Double(first) - sum) < 1e-5 * Double(max(k, 1)).squareRoot())
                }
            }
        }
    }

    @Test func matricesTimesVectorsGoBothWaysAndBackwards() {
        var random = SeededNumbers(31)
        for order in orders {
            for isTurned in [false, true] {
                for (incX, incY) in [(1, 1), (2, 1), (1, 3), (-1, -2)] {
                    let (m, n) = (9, 70)
                    let a = Matrix(m, n, order: order) { _, _ in random.next() }
                    let (inputs, outputs) = isTurned ? (m, n) : (n, m)
                    let x: [Double] = random.numbers(inputs * abs(incX))
                    let before: [Double] = random.numbers(outputs * abs(incY))
                    var y = before
                    cblas_dgemv(
                        order, isTurned ? CblasTrans : CblasNoTrans, Int32(m), Int32(n), 2, a.memory, a.leading, x,
                        Int32(incX), -1, &y, Int32(incY))
                    func place(_ i: Int, _ inc: Int, _ count: Int) -> Int { inc > 0 ? i * inc : (count - 1 - i) * -inc }
                    for i in 0..<outputs {
                        var sum = 0.0
                        for j in 0..<inputs { sum += (isTurned ? a[j, i] : a[i, j]) * x[place(j, incX, inputs)] }
                        let at = place(i, incY, outputs)
                        #expect(abs(y[at] - (2 * sum - before[at])) < 1e-12)
                    }
                }
            }
        }
    }

    @Test func trianglesAreMultipliedAndSolvedBackAgain() {
        var random = SeededNumbers(32)
        for order in orders {
            for side in [CblasLeft, CblasRight] {
                for triangle in [CblasUpper, CblasLower] {
                    for turn in [CblasNoTrans, CblasTrans] {
                        for diagonal in [CblasUnit, CblasNonUnit] {
                            let (m, n) = (6, 9)
                            let size = side == CblasLeft ? m : n
                            // Elements outside of the triangle are not read: they would spoil everything.
                            let a = Matrix(size, size, order: order) { i, j in
                                i == j
                                    ? (diagonal == CblasUnit ? .nan : 2)
                                    : (triangle == CblasUpper) == (i < j) ? random.next() : .nan
                            }
                            func element(_ i: Int, _ j: Int) -> Double {
                                let (i, j) = turn == CblasTrans ? (j, i) : (i, j)
                                if i == j { return diagonal == CblasUnit ? 1 : a[i, i] }
                                return (triangle == CblasUpper) == (i < j) ? a[i, j] : 0
                            }
                            let b = Matrix(m, n, order: order) { _, _ in random.next() }
                            var c = b
                            cblas_dtrmm(
                                order, side, triangle, turn, diagonal, Int32(m), Int32(n), 2, a.memory, a.leading,
                                &c.memory, c.leading)
                            for i in 0..<m {
                                for j in 0..<n {
                                    var sum = 0.0
                                    for k in 0..<size {
                                        sum += side == CblasLeft ? element(i, k) * b[k, j] : b[i, k] * element(k, j)
                                    }
                                    #expect(abs(c[i, j] - 2 * sum) < 1e-12)
                                }
                            }
                            cblas_dtrsm(
                                order, side, triangle, turn, diagonal, Int32(m), Int32(n), 0.5, a.memory, a.leading,
                                &c.memory, c.leading)
                            #expect(zip(c.memory, b.memory).allSatisfy { abs($0 - $1) < 1e-11 })
                        }
                    }
                }
            }
        }
    }

    @Test func symmetricMatricesAreReadFromOneTriangle() {
        var random = SeededNumbers(33)
        for order in orders {
            for triangle in [CblasUpper, CblasLower] {
                let whole = Matrix(5, 5, order: order) { i, j in Double(min(i, j) * 7 + max(i, j)) / 10 }
                let half = Matrix(5, 5, order: order) { i, j in
                    i == j || (triangle == CblasUpper) == (i < j) ? whole[i, j] : .nan
                }
                let x: [Double] = random.numbers(5)
                var y = [Double](repeating: .nan, count: 5)
                cblas_dsymv(order, triangle, 5, 1, half.memory, half.leading, x, 1, 0, &y, 1)
                for i in 0..<5 {
                    var sum = 0.0
                    for j in 0..<5 { sum += whole[i, j] * x[j] }
                    #expect(abs(y[i] - sum) < 1e-13)
                }
                let b = Matrix(5, 3, order: order) { _, _ in random.next() }
                var c = Matrix(5, 3, order: order) { _, _ in 0 }
                cblas_dsymm(
                    order, CblasLeft, triangle, 5, 3, 1, half.memory, half.leading, b.memory, b.leading, 0, &c.memory,
                    c.leading)
                var d = Matrix(5, 5, order: order) { _, _ in 0 }
                cblas_dsyrk(order, triangle, CblasNoTrans, 5, 3, 1, b.memory, b.leading, 0, &d.memory, d.leading)
                for i in 0..<5 {
                    for j in 0..<3 {
                        #expect(abs(c[i, j] - (0..<5).reduce(0) { $0 + whole[i, $1] * b[$1, j] }) < 1e-12)
                    }
                    for j in 0..<5 {
                        let isStored = i == j || (triangle == CblasUpper) == (i < j)
                        let sum = isStored ? (0..<3).reduce(0) { $0 + b[i, $1] * b[j, $1] } : 0
                        #expect(abs(d[i, j] - sum) < 1e-12)
                    }
                }
            }
        }
    }

    @Test func vectorsHaveNormsSumsAndProducts() {
        let x: [Float] = [3, -4, 0, 12]
        #expect(cblas_snrm2(4, x, 1) == 13 && cblas_sasum(4, x, 1) == 19 && cblas_isamax(4, x, 1) == 3)
        #expect(cblas_snrm2(2, x, 1) == 5 && cblas_sdot(2, x, 2, x, 1) == 9)
        // Squares that no double can hold do no harm.
        #expect(abs(cblas_dnrm2(2, [3e200, 4e200], 1) / 5e200 - 1) < 1e-15)
        #expect(abs(cblas_dnrm2(2, [3e-200, 4e-200], 1) / 5e-200 - 1) < 1e-15)
        #expect(cblas_sasum(0, x, 1) == 0 && cblas_sdot(-3, x, 1, x, 1) == 0 && cblas_isamax(0, x, 1) == 0)
        var y: [Float] = [1, 1, 1, 1]
        cblas_saxpy(4, 2, x, 1, &y, 1)
        #expect(y == [7, -7, 1, 25])
        cblas_saxpy(2, 1, x, -1, &y, 1)
        #expect(y == [3, -4, 1, 25])
        cblas_sscal(2, 10, &y, 2)
        #expect(y == [30, -4, 10, 25])
        cblas_scopy(4, x, 1, &y, -1)
        #expect(y == [12, 0, -4, 3])
        catlas_saxpby(4, 1, x, 1, -1, &y, 1)
        #expect(y == [-9, -4, 4, 9])
        catlas_sset(4, 5, &y, 1)
        #expect(y == [5, 5, 5, 5])
        var (a, b, c, s): (Double, Double, Double, Double) = (3, 4, 0, 0)
        cblas_drotg(&a, &b, &c, &s)
        #expect(abs(a - 5) < 1e-15 && abs(c - 0.6) < 1e-15 && abs(s - 0.8) < 1e-15)
        #expect(cblas_dsdot(2, [1e20, 1], 1, [1e10, 1], 1) == Double(Float(1e20)) * Double(Float(1e10)) + 1)
    }

    @Test func matricesOfVDSPAreMultipliedTurnedAndMoved() {
        let a: [Float] = [1, 2, 3, 4, 5, 6]
        var c: [Float] = [0, 0, 0, 0]
        vDSP_mmul(a, 1, [7, 8, 9, 10, 11, 12], 1, &c, 1, 2, 2, 3)
        #expect(c == [58, 64, 139, 154])
        var turned = [Float](repeating: 0, count: 6)
        vDSP_mtrans(a, 1, &turned, 1, 3, 2)
        #expect(turned == [1, 4, 2, 5, 3, 6])
        var moved = [Float](repeating: 0, count: 8)
        vDSP_mmov(a, &moved, 2, 2, 3, 4)
        #expect(moved == [1, 2, 0, 0, 4, 5, 0, 0])
    }
}
