/// Maps stereo parameters between 10, 20 and 34 bands, and hybrid subbands to bands.
///
/// Source: ISO/IEC 14496-3, Annex 8.A.
enum PSMapping {
    /// Hybrid subbands with 20 and with 34 bands.
    static let subbandCounts = (71, 91)
    /// Hybrid subbands below the first whole QMF subband.
    static let hybridCounts = (10, 32)
    /// QMF subbands that are split further.
    static let splitCounts = (3, 5)

    /// Band of each hybrid subband, of 20 bands.
    static let bands20: [UInt8] =
        [1, 0, 0, 1, 2, 3, 4, 5, 6, 7] + spread(Array(8...19), [3, 4, 5, 6, 7, 8, 9, 11, 14, 18, 23, 35, 64])
    /// Band of each hybrid subband, of 34 bands.
    static let bands34: [UInt8] =
        [
            0, 1, 2, 3, 4, 5, 6, 6, 7, 2, 1, 0, 10, 10, 4, 5, 6, 7, 8, 9, 10, 11, 12, 9, 14, 11, 12, 13, 14, 15, 16, 13,
        ] + spread(Array(16...33), [5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 21, 24, 27, 30, 33, 37, 41, 64])

    private static func spread(_ bands: [UInt8], _ borders: [Int]) -> [UInt8] {
        zip(bands, zip(borders, borders.dropFirst())).flatMap { [UInt8](repeating: $0, count: $1.1 - $1.0) }
    }

    /// Bands of 20 whose mean each of 34 bands takes.
    private static let pairs34: [(UInt8, UInt8)] = [
        (0, 0), (0, 1), (1, 1), (2, 2), (2, 3), (3, 3), (4, 4), (4, 4), (5, 5), (5, 5), (6, 6), (7, 7), (8, 8), (8, 8),
        (9, 9), (9, 9), (10, 10), (11, 11), (12, 12), (13, 13), (14, 14), (14, 14), (15, 15), (15, 15), (16, 16),
        (16, 16),
        (17, 17), (17, 17), (18, 18), (18, 18), (18, 18), (18, 18), (19, 19), (19, 19),
    ]

    /// Weighted bands of 34 for each of 20 bands, as (first, weights, divisor).
    private static let sums20: [(Int, [Int], Int)] = [
        (0, [2, 1], 3), (1, [1, 2], 3), (3, [2, 1], 3), (4, [1, 2], 3), (6, [1, 1], 2), (8, [1, 1], 2), (10, [1], 1),
        (11, [1], 1), (12, [1, 1], 2), (14, [1, 1], 2), (16, [1], 1), (17, [1], 1), (18, [1], 1), (19, [1], 1),
        (20, [1, 1], 2), (22, [1, 1], 2), (24, [1, 1], 2), (26, [1, 1], 2), (28, [1, 1, 1, 1], 4), (32, [1, 1], 2),
    ]

    /// Maps the indices of one envelope to 20 or 34 bands.
    ///
    /// - Parameters:
    ///   - source: `count` indices; 5, 10, 11, 17, 20 or 34 (5 and 10 are halves of 11 and 20; 11 and 17 belong to 20 and 34).
    ///   - target: Receives 34 indices, those beyond the mapped ones 0.
    static func map(_ source: UnsafePointer<Int8>, count: Int, to34: Bool, _ target: UnsafeMutablePointer<Int8>) {
        for band in 0..<34 { target[band] = 0 }
        if count == 34 || count == 17 {
            if to34 {
                for band in 0..<count { target[band] = source[band] }
            } else {
                for band in 0..<(count == 34 ? 20 : 11) {
                    let (first, weights, divisor) = sums20[band]
                    var sum = 0
                    for (offset, weight) in weights.enumerated() {
                        sum += weight * Int(source[min(33, first + offset)])
                    }
                    target[band] = Int8(sum / divisor)
                }
            }
            return
        }
        let isHalf = count == 5 || count == 10
        let limit = count == 5 || count == 11 ? 11 : 20
        @inline(__always) func at(_ band: Int) -> Int {
            band >= limit ? 0 : Int(source[isHalf ? min(count - 1, band / 2) : band])
        }
        if to34 {
            for band in 0..<(limit == 20 ? 34 : 17) {
                let (a, b) = pairs34[band]
                target[band] = Int8((at(Int(a)) + at(Int(b))) / 2)
            }
        } else {
            for band in 0..<limit where !(count == 5 && band >= 10) { target[band] = Int8(at(band)) }
        }
    }

    /// Maps 34 numbers that stand for 20 or 34 bands to the other count in place.
    static func map(_ values: UnsafeMutablePointer<Float>, to34: Bool) {
        let old = (0..<34).map { values[$0] }
        if to34 {
            for band in 0..<34 { values[band] = (old[Int(pairs34[band].0)] + old[Int(pairs34[band].1)]) / 2 }
        } else {
            for band in 0..<20 {
                let (first, weights, divisor) = sums20[band]
                var sum: Float = 0
                for (offset, weight) in weights.enumerated() { sum += Float(weight) * old[first + offset] }
                values[band] = sum / Float(divisor)
            }
        }
    }
}
