import CMath

/// The factors of the synthesis filter bank, each four times for four samples at once; about 9 KB, never freed.
final class PolyphaseTables: @unchecked Sendable {
    /// The one set of factors.
    static let shared = PolyphaseTables()

    /// The window: 16 factors for output 0, 8 for output 16, then 32 for each pair of outputs `j` and `32 - j`.
    ///
    /// The 32 are, for each of eight steps: those of row `16 + j` and row `16 - j` for output `j`, then for `32 - j`.
    let window: UnsafePointer<SIMD4<Float>>
    /// The factors of the cosine transform's differences: 16 of the first stage, 8, 4, 2, 1.
    let cosines: UnsafePointer<SIMD4<Float>>

    /// The coefficient of the window, by its number 0 to 511.
    private static func coefficient(_ index: Int) -> Float {
        guard index > 256 else { return Float(PolyphaseWindow.half[index]) / 65536 }
        let mirrored = Float(PolyphaseWindow.half[512 - index]) / 65536
        return index % 64 == 0 ? mirrored : -mirrored
    }

    private init() {
        let window = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 24 + 15 * 32)
        window.initialize(repeating: .zero, count: 24 + 15 * 32)
        for step in 0..<8 {
            let start = step * 64
            window[2 * step] = SIMD4(repeating: Self.coefficient(start))
            window[2 * step + 1] = SIMD4(repeating: -Self.coefficient(start + 32))
            window[16 + step] = SIMD4(repeating: -Self.coefficient(start + 48))
            for j in 1..<16 {
                let place = window + 24 + (j - 1) * 32 + step * 4
                place[0] = SIMD4(repeating: Self.coefficient(start + j))
                place[1] = SIMD4(repeating: -Self.coefficient(start + 32 + j))
                place[2] = SIMD4(repeating: -Self.coefficient(start + 32 - j))
                place[3] = SIMD4(repeating: -Self.coefficient(start + 64 - j))
            }
        }
        let cosines = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 31)
        cosines.initialize(repeating: .zero, count: 31)
        var place = 0
        for count in [32, 16, 8, 4, 2] {
            for index in 0..<count / 2 {
                let angle = Double.pi * Double(2 * index + 1) / Double(2 * count)
                cosines[place] = SIMD4(repeating: Float(0.5 / cmath_cos(angle)))
                place += 1
            }
        }
        self.window = UnsafePointer(window)
        self.cosines = UnsafePointer(cosines)
    }
}
