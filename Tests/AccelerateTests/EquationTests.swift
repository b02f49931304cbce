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
