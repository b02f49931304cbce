import CMath

/// Turns jointly coded lines of two channels into those of the left and the right one.
///
/// Source: ISO/IEC 11172-3, 2.4.3.4.9; ISO/IEC 13818-3, 2.4.3.2.
final class LayerIIIStereo {
    /// The factors of left and right by the position, for MPEG-1; then 32 for each scale of the lower rates.
    private let factors = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: 7 + 64)
    private static let half = Float(0.5).squareRoot()

    init() {
        for position in 0..<7 {
            // tan(position · π/12) to one.
            let angle = Double(position) * Double.pi / 12
            let (sine, cosine) = (cmath_sin(angle), cmath_cos(angle))
            factors[position] = SIMD2(Float(sine / (sine + cosine)), Float(cosine / (sine + cosine)))
        }
        for position in 0..<64 {
            let step = position < 32 ? 0.25 : 0.5
            let index = position & 31
            let factor = Float(cmath_exp2(-step * Double((index + 1) / 2)))
            factors[7 + position] = index & 1 == 1 ? SIMD2(factor, 1) : SIMD2(1, factor)
        }
    }

    deinit { factors.deallocate() }

    /// Turns sum and difference into left and right, without the factor of the root of a half.
    ///
    /// - Parameter count: Lines, of which four more may be computed up to a multiple of four.
    static func midSide(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
        let (a, b) = (UnsafeMutableRawPointer(left), UnsafeMutableRawPointer(right))
        var at = 0
        while at < count &* 4 {
            let mid = a.load(fromByteOffset: at, as: SIMD4<Float>.self)
            let side = b.load(fromByteOffset: at, as: SIMD4<Float>.self)
            a.storeBytes(of: mid + side, toByteOffset: at, as: SIMD4<Float>.self)
            b.storeBytes(of: mid - side, toByteOffset: at, as: SIMD4<Float>.self)
            at &+= 16
        }
    }

    /// Decodes the bands above the right channel's last line by intensity, and the rest as sum and difference if asked.
    ///
    /// - Parameters:
    ///   - kind: The kind of the right channel's bands, as in `LayerIIIGranule.bandKind`.
    ///   - positions: The position of each band; those that are illegal are not coded by intensity.
    ///   - lowScale: 0 or 1 at the lower rates; nil for MPEG-1.
    func intensity(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, edges: UnsafePointer<Int32>,
        kind: Int, longBandCount: Int, positions: UnsafePointer<UInt8>, lowScale: Int?, hasMidSide: Bool
    ) {
        var bandCount = 0
        while bandCount < 47, edges[bandCount] < 576 { bandCount += 1 }
        let first = kind == 1 ? 0 : longBandCount
        var isFound = (false, false, false)
        var band = bandCount - 1
        if kind != 0 {
            while band >= first {
                let window = (band - first) % 3
                let isHeard = !Self.isSilent(right, edges, band)
                switch window {
                case 0: isFound.0 = isFound.0 || isHeard
                case 1: isFound.1 = isFound.1 || isHeard
                default: isFound.2 = isFound.2 || isHeard
                }
                let isSilent = window == 0 ? !isFound.0 : window == 1 ? !isFound.1 : !isFound.2
                let place = band >= bandCount - 3 ? max(0, band - 3) : band
                decode(left, right, edges, band, isSilent ? positions[place] : nil, lowScale, hasMidSide)
                band -= 1
            }
        }
        var isSilent = !(isFound.0 || isFound.1 || isFound.2)
        while band >= 0 {
            if isSilent { isSilent = Self.isSilent(right, edges, band) }
            let place = kind == 0 && band == bandCount - 1 ? band - 1 : band
            decode(left, right, edges, band, isSilent ? positions[place] : nil, lowScale, hasMidSide)
            band -= 1
        }
    }

    private static func isSilent(
        _ lines: UnsafeMutablePointer<Float>, _ edges: UnsafePointer<Int32>, _ band: Int
    ) -> Bool {
        for line in Int(edges[band])..<Int(edges[band + 1]) where lines[line] != 0 { return false }
        return true
    }

    private func decode(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ edges: UnsafePointer<Int32>,
        _ band: Int, _ position: UInt8?, _ lowScale: Int?, _ hasMidSide: Bool
    ) {
        let lines = Int(edges[band])..<Int(edges[band + 1])
        if let position, position != LayerIIIScaleFactors.illegalPosition {
            let index = lowScale.map { 7 + $0 * 32 + Int(position & 31) } ?? Int(min(position, 6))
            let factor = factors[index]
            for line in lines {
                right[line] = left[line] * factor.y
                left[line] *= factor.x
            }
        } else if hasMidSide {
            for line in lines {
                let (mid, side) = (left[line] * Self.half, right[line] * Self.half)
                left[line] = mid + side
                right[line] = mid - side
            }
        }
    }
}
