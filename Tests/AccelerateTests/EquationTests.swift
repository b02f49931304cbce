import Accelerate
import Testing

@Suite struct EquationTests {
    @Test func equationsAreSolvedPlainAndTurned() {
        var random = SeededNumbers(50)
        for size in [1, 2, 5, 40] {
            let apart = size + 3
            let matrix = Matrix(size, size, order: CblasColMajor) { _, _ in random.next() }
            let x: [Double] = random.numbers(size)
            var (n, columns, leading, info) = (Int32(size), Int32(1), matrix.leading, Int32(9))
            var (a, pivots) = (matrix.memory, [Int32](repeating: 0, count: size))
            var m = n
            dgetrf_(&m, &n, &a, &leading, &pivots, &info)
            #expect(info == 0)
            for isTurned in [false, true] {
                var b = [Double](repeating: 0, count: apart)
                for i in 0..<size {
                    for j in 0..<size { b[i] += (isTurned ? matrix[j, i] : matrix[i, j]) * x[j] }
                }
                let right = b
                var (way, rows) = (CChar(isTurned ? 84 : 78), Int32(apart))
                dgetrs_(&way, &n, &columns, &a, &leading, &pivots, &b, &rows, &info)
                #expect(info == 0 && zip(b, x).allSatisfy { abs($0 - $1) < 1e-9 }, "\(size), turned: \(isTurned)")
                if !isTurned {
                    var (again, solution) = (matrix.memory, right)
                    dgesv_(&n, &columns, &again, &leading, &pivots, &solution, &rows, &info)
                    #expect(solution == b && again == a)
                }
            }
        }
    }

    @Test func inversesMakeTheIdentity() {
        var random = SeededNumbers(51)
        for size in [1, 2, 5, 40] {
            let matrix = Matrix(size, size, order: CblasColMajor) { _, _ in random.next() }
            var (n, m, leading, info) = (Int32(size), Int32(size), matrix.leading, Int32(9))
            var (a, pivots) = (matrix.memory, [Int32](repeating: 0, count: size))
            dgetrf_(&m, &n, &a, &leading, &pivots, &info)
            var (best, ask) = (0.0, Int32(-1))
            dgetri_(&n, &a, &leading, &pivots, &best, &ask, &info)
            #expect(info == 0 && best >= Double(size))
            var (work, count) = ([Double](repeating: 0, count: Int(best)), Int32(best))
            dgetri_(&n, &a, &leading, &pivots, &work, &count, &info)
            #expect(info == 0)
            for i in 0..<size {
                for j in 0..<size {
                    let sum = (0..<size).reduce(0.0) { $0 + matrix[i, $1] * a[$1 + j * Int(leading)] }
                    #expect(abs(sum - (i == j ? 1 : 0)) < 1e-9, "\(size): \(i), \(j)")
                }
            }
            count = Int32(size) - 1
            dgetri_(&n, &a, &leading, &pivots, &work, &count, &info)
            #expect(info == -6)
        }
        var (n, work, count, info): (Int32, [Float], Int32, Int32) = (2, [0, 0], 2, 9)
        var (singular, pivots): ([Float], [Int32]) = ([4, 0.5, 2, 0], [1, 2])
        var leading = n
        sgetri_(&n, &singular, &leading, &pivots, &work, &count, &info)
        #expect(info == 2 && singular == [4, 0.5, 2, 0])
    }

    /// A v = value v, u' A = value u', and both of length 1.
    @Test func eigenvectorsAreWhatTheMatrixOnlyStretches() {
        var random = SeededNumbers(52)
        for size in [1, 2, 3, 8, 30] {
            for isSymmetric in [false, true] {
                let numbers: [Double] = random.numbers(size * size)
                let matrix = (0..<size * size).map { place in
                    let (row, column) = (place % size, place / size)
                    return isSymmetric && row < column ? numbers[column + row * size] : numbers[place]
                }
                let found = Eigen(matrix, size)
                #expect(found.info == 0)
                for (number, imaginary) in found.imaginary.enumerated() {
                    #expect(!isSymmetric || abs(imaginary) < 1e-12)
                    // The second one of a pair says the same as the first.
                    guard imaginary >= 0 else {
                        let before = number - 1
                        #expect(found.imaginary[before] == -imaginary && found.real[before] == found.real[number])
                        continue
                    }
                    let value = Pair(re: found.real[number], im: imaginary)
                    for isLeft in [false, true] {
                        let vector = found.vector(number, isLeft: isLeft, isPair: imaginary > 0)
                        #expect(abs(vector.reduce(0) { $0 + $1.re * $1.re + $1.im * $1.im } - 1) < 1e-12)
                        for i in 0..<size {
                            var sum = Pair(re: 0, im: 0)
                            for j in 0..<size {
                                let element = isLeft ? matrix[j + i * size] : matrix[i + j * size]
                                (sum.re, sum.im) = (sum.re + element * vector[j].re, sum.im + element * vector[j].im)
                            }
                            // u' A = value u' is A' u = value* u for a real A.
                            let stretched = (isLeft ? Pair(re: value.re, im: -value.im) : value) * vector[i]
                            #expect(abs(sum.re - stretched.re) < 1e-12 && abs(sum.im - stretched.im) < 1e-12)
                        }
                    }
                }
            }
        }
    }

    /// The eigenvalues of a polynomial's companion are its roots: here 1, 2 and 3 + 4i, 3 - 4i.
    @Test func rootsOfAPolynomialAreFound() {
        // (x - 1)(x - 2)(x^2 - 6x + 25) = x^4 - 9x^3 + 45x^2 - 87x + 50
        let companion: [Double] = [9, 1, 0, 0, -45, 0, 1, 0, 87, 0, 0, 1, -50, 0, 0, 0]
        let found = Eigen(companion, 4)
        let roots = zip(found.real, found.imaginary).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        for (root, expected) in zip(roots, [(1.0, 0.0), (2, 0), (3, -4), (3, 4)]) {
            #expect(abs(root.0 - expected.0) < 1e-12 && abs(root.1 - expected.1) < 1e-12)
        }
    }

    @Test func eigenvaluesOfNoMatrixAreRefused() {
        func info(_ job: CChar, apart leading: Int32, work count: Int32) -> Int32 {
            var (left, right, n, leading, count, info): (CChar, CChar, Int32, Int32, Int32, Int32) =
                (job, 78, 2, leading, count, 9)
            var (a, real, imaginary): ([Float], [Float], [Float]) = ([1, 2, 3, 4], [0, 0], [0, 0])
            var (one, other, work): ([Float], [Float], [Float]) = ([0], [0], [0, 0, 0, 0, 0, 0])
            var (oneApart, otherApart): (Int32, Int32) = (1, 1)
            sgeev_(
                &left, &right, &n, &a, &leading, &real, &imaginary, &one, &oneApart, &other, &otherApart, &work,
                &count, &info)
            return info
        }
        #expect(info(78, apart: 2, work: 6) == 0)
        #expect(info(78, apart: 2, work: 5) == -13)
        #expect(info(78, apart: 1, work: 6) == -5)
        #expect(info(88, apart: 2, work: 6) == -1)
        #expect(info(86, apart: 2, work: 6) == -9)
        // Numbers that are none end the search.
        let found = Eigen([Double](repeating: .nan, count: 9), 3)
        #expect(found.info == 3)
    }

    @Test func whatCannotBeSolvedIsTold() {
        var (n, columns, info): (Int32, Int32, Int32) = (2, 1, 0)
        var (a, b, pivots): ([Float], [Float], [Int32]) = ([1, 2, 2, 4], [1, 1], [0, 0])
        var (apart, rows) = (n, n)
        sgesv_(&n, &columns, &a, &apart, &pivots, &b, &rows, &info)
        #expect(info == 2 && b == [1, 1])
        var least: Int32 = 1
        sgetrf_(&rows, &n, &a, &least, &pivots, &info)
        #expect(info == -4)
        (rows, n) = (0, 0)
        sgetrf_(&rows, &n, &a, &least, &pivots, &info)
        #expect(info == 0)
    }
}

/// A complex number.
private struct Pair {
    var re: Double
    var im: Double

    static func * (one: Pair, two: Pair) -> Pair {
        Pair(re: one.re * two.re - one.im * two.im, im: one.re * two.im + one.im * two.re)
    }
}

/// The answers of `dgeev_` for one matrix, column after column.
private struct Eigen {
    var real: [Double]
    var imaginary: [Double]
    var left: [Double]
    var right: [Double]
    var info: Int32 = 9
    private let size: Int

    init(_ matrix: [Double], _ size: Int) {
        self.size = size
        var (yes, n, leading, ask) = (CChar(86), Int32(size), Int32(size), Int32(-1))
        var (other, apart) = (yes, leading)
        var (a, best) = (matrix, 0.0)
        (real, imaginary) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
        (left, right) = (matrix, matrix)
        var lastApart = leading
        dgeev_(
            &yes, &other, &n, &a, &leading, &real, &imaginary, &left, &apart, &right, &lastApart, &best, &ask, &info)
        var (work, count) = ([Double](repeating: 0, count: Int(best)), Int32(best))
        dgeev_(
            &yes, &other, &n, &a, &leading, &real, &imaginary, &left, &apart, &right, &lastApart, &work, &count, &info)
    }

    func vector(_ number: Int, isLeft: Bool, isPair: Bool) -> [Pair] {
        let all = isLeft ? left : right
        return (0..<size).map { Pair(re: all[$0 + number * size], im: isPair ? all[$0 + (number + 1) * size] : 0) }
    }
}
