import CMath

/// Reduces two channels to one, and describes what was between them: ISO/IEC 14496-3, 8.6.4.
///
/// Intensity differences and coherences come from the energies and cross products of 20 bands, kept for each row of
/// subbands until their frame is described. All memory is allocated in `init`.
final class PSEncoder {
    /// Bands of a description: 10 or 20.
    let bandCount: Int
    /// Indicates 31 steps of intensity difference instead of 15.
    let isFine: Bool
    /// Rows of a frame.
    private static let rowCount = 32
    private static let stride = 64
    /// Bands that are measured, and numbers of a row: energies of left and right, and the real cross product.
    static let measuredCount = 20
    static let sumCount = 60

    /// Sums of the rows in the frame and after it, `sumCount` numbers a row.
    let sums: UnsafeMutablePointer<Float>
    /// Rows that `sums` holds.
    let sumRows: Int
    /// Indices of intensity and coherence of up to two envelopes, and those of the frame before.
    let indices: UnsafeMutablePointer<Int>
    /// The data of a frame, until its length is known.
    let scratch = AACPacketBits(byteCapacity: 256)
    /// The number of envelopes that the frame before had; 0 before the first frame.
    var isStarted = false

    private let analyses: [QMFAnalysis]
    private let banks: [PSHybridBank]
    private let synthesis: QMFSynthesis
    private let line: UnsafeMutablePointer<Float>
    private let lineDelay: Int
    /// Rows of both channels: six of the past, then the newest frame; real and imaginary parts.
    private let rows: UnsafeMutablePointer<Float>
    private let rowSize: Int
    private let hybrid: UnsafeMutablePointer<Float>
    /// Smoothed energies by group of subbands: of the channels, and of their sum.
    private let smooth: UnsafeMutablePointer<Float>
    private let floats: UnsafeMutablePointer<Float>

    /// The delay in samples from the input to the single channel that comes back.
    static func delay(lag: Int) -> Int { lag % 64 + 577 }

    /// Makes an encoder with a silent past.
    ///
    /// - Parameters:
    ///   - bitRate: Bits a second of the stream: below 20000 there are 10 bands, from 30000 on fine steps.
    ///   - lag: As for `SBREncoder`.
    init(bitRate: Int, lag: Int) {
        bandCount = bitRate < 20000 ? 10 : 20
        isFine = bitRate >= 30000
        lineDelay = lag % 64
        let reach = PSHybridBank.reach
        rowSize = (Self.rowCount + reach + 4) * Self.stride
        sumRows = lag / 64 - reach + Self.rowCount
        let lineSize = Self.rowCount * 64 + 64
        let total = 4 * rowSize + 2 * lineSize + sumRows * Self.sumCount + 64 + 64
        floats = .allocate(capacity: total)
        floats.initialize(repeating: 0, count: total)
        rows = floats
        line = rows + 4 * rowSize
        sums = line + 2 * lineSize
        hybrid = sums + sumRows * Self.sumCount
        smooth = hybrid + 64
        indices = .allocate(capacity: 6 * Self.measuredCount)
        indices.initialize(repeating: 0, count: 6 * Self.measuredCount)
        analyses = (0..<2).map { _ in
            QMFAnalysis(kind: .standard, bandCount: 64, slotLimit: Self.rowCount, gain: 32768, bound: 16)
        }
        banks = (0..<2).map { _ in PSHybridBank(slotCount: Self.rowCount) }
        synthesis = QMFSynthesis(kind: .standard, bandCount: 64, slotLimit: Self.rowCount, gain: 1.0 / (64 * 32768))
    }

    deinit {
        floats.deallocate()
        indices.deallocate()
    }

    /// Real and imaginary parts of a channel's rows, the oldest of the six past ones first.
    private func parts(_ side: Int) -> (real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>) {
        (rows + 2 &* side &* rowSize, rows + (2 &* side &+ 1) &* rowSize)
    }

    /// Takes a frame of two channels.
    ///
    /// - Parameters:
    ///   - left: 2048 samples, as is `right`.
    ///   - channel: Receives the rows of the single channel.
    ///   - output: Receives 2048 samples of the single channel.
    func take(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, channel: SBREncoderChannel,
        output: UnsafeMutablePointer<Float>
    ) {
        let (count, reach) = (Self.rowCount, PSHybridBank.reach)
        let lineSize = count * 64 + 64
        for side in 0..<2 {
            let (real, imaginary) = parts(side)
            let kept = reach * Self.stride
            real.update(from: real + count * Self.stride, count: kept)
            imaginary.update(from: imaginary + count * Self.stride, count: kept)
            let samples = line + side * lineSize
            (samples + lineDelay).update(from: side == 0 ? left : right, count: count * 64)
            analyses[side].process(
                samples, slotCount: count, real: real + kept, imaginary: imaginary + kept, stride: Self.stride)
            samples.update(from: samples + count * 64, count: lineDelay)
            banks[side].push(real, imaginary, stride: Self.stride)
        }
        measure()
        channel.advance()
        mix(channel)
        channel.measure()
        synthesis.process(
            real: channel.newestReal, imaginary: channel.newestImaginary, stride: SBREncoderChannel.stride,
            slotCount: count, output: output)
    }

    /// Sums energies and cross products of the rows for which all neighbours are known.
    private func measure() {
        let count = Self.rowCount
        sums.update(from: sums + count * Self.sumCount, count: (sumRows - count) * Self.sumCount)
        let (left, right) = (parts(0), parts(1))
        PSMapping.bands20.withUnsafeBufferPointer { map in
            for slot in 0..<count {
                let target = sums + (sumRows &- count &+ slot) &* Self.sumCount
                target.update(repeating: 0, count: Self.sumCount)
                banks[0].split20(slot: slot, hybrid, hybrid + 12)
                banks[1].split20(slot: slot, hybrid + 24, hybrid + 36)
                for k in 0..<10 {
                    add(target, Int(map[k]), hybrid[k], hybrid[12 &+ k], hybrid[24 &+ k], hybrid[36 &+ k])
                }
                let at = slot &* Self.stride
                for k in 3..<64 {
                    add(
                        target, Int(map[k &+ 7]), left.real[at &+ k], left.imaginary[at &+ k], right.real[at &+ k],
                        right.imaginary[at &+ k])
                }
            }
        }
    }

    @inline(__always)
    private func add(
        _ target: UnsafeMutablePointer<Float>, _ band: Int, _ lr: Float, _ li: Float, _ rr: Float, _ ri: Float
    ) {
        target[band] += lr * lr + li * li
        target[Self.measuredCount &+ band] += rr * rr + ri * ri
        target[2 &* Self.measuredCount &+ band] += lr * rr + li * ri
    }

    /// Borders of the groups of subbands whose sum gets one gain.
    private static let groups: [Int] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14, 18, 23, 35, 64]

    /// Writes half the sum of both channels, with the gain that keeps their mean energy.
    private func mix(_ channel: SBREncoderChannel) {
        let (left, right) = (parts(0), parts(1))
        let first = PSHybridBank.reach &* Self.stride
        let (targetReal, targetImaginary) = (channel.newestReal, channel.newestImaginary)
        Self.groups.withUnsafeBufferPointer { groups in
            for row in 0..<Self.rowCount {
                let at = first &+ row &* Self.stride
                let to = row &* SBREncoderChannel.stride
                for group in 0..<15 {
                    var (whole, sum): (Float, Float) = (0, 0)
                    for k in groups[group]..<groups[group &+ 1] {
                        let (lr, li) = (left.real[at &+ k], left.imaginary[at &+ k])
                        let (rr, ri) = (right.real[at &+ k], right.imaginary[at &+ k])
                        whole += lr * lr + li * li + rr * rr + ri * ri
                        let (sr, si) = ((lr + rr) * 0.5, (li + ri) * 0.5)
                        sum += sr * sr + si * si
                        (targetReal[to &+ k], targetImaginary[to &+ k]) = (sr, si)
                    }
                    smooth[group] += 0.15 * (whole * 0.5 - smooth[group])
                    smooth[32 &+ group] += 0.15 * (sum - smooth[32 &+ group])
                    let gain = min(3, cmath_sqrtf((smooth[group] + 1) / (smooth[32 &+ group] + 1)))
                    for k in groups[group]..<groups[group &+ 1] {
                        targetReal[to &+ k] *= gain
                        targetImaginary[to &+ k] *= gain
                    }
                }
            }
        }
    }
}
