import SordinoSignal

/// Eight shared loops of one second, planar, interleaved and int16; voices read them from different places.
final class VoicePool {
    static let loopCount = 8
    let frameCount = 48_000
    private(set) var left: [UnsafeMutablePointer<Float>] = []
    private(set) var right: [UnsafeMutablePointer<Float>] = []
    private(set) var interleaved: [UnsafeMutablePointer<Float>] = []
    private(set) var int16: [UnsafeMutablePointer<Int16>] = []

    init() {
        var state: UInt64 = 1
        for _ in 0..<Self.loopCount {
            let both = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frameCount)
            let short = UnsafeMutablePointer<Int16>.allocate(capacity: 2 * frameCount)
            let (l, r) = (
                UnsafeMutablePointer<Float>.allocate(capacity: frameCount),
                UnsafeMutablePointer<Float>.allocate(capacity: frameCount)
            )
            for index in 0..<(2 * frameCount) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                short[index] = Int16(truncatingIfNeeded: state >> 50)
                both[index] = Float(short[index]) / 32768
                if index % 2 == 0 { l[index / 2] = both[index] } else { r[index / 2] = both[index] }
            }
            left.append(l)
            right.append(r)
            interleaved.append(both)
            int16.append(short)
        }
    }

    /// Where voice `voice` begins; apart from each other by a prime.
    func offset(of voice: Int) -> Int { voice * 7919 % frameCount }
}
