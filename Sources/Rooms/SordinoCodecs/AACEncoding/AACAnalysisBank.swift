/// Turns the samples of a block into lines by the windows of a plan: ISO/IEC 14496-3, 4.6.11, the encoder's side.
///
/// One instance serves all channels of an encoder, one after the other.
final class AACAnalysisBank {
    private let lineCount: Int
    private let long: MDCT
    private let short: MDCT
    private let halves: UnsafeMutablePointer<Float>
    private let work: UnsafeMutablePointer<Float>

    /// Makes the transforms for frames of `lineCount` samples: 1024, 512 or 480.
    init(lineCount: Int, isLowDelay: Bool) {
        self.lineCount = lineCount
        long = MDCT(lineCount: lineCount)
        short = MDCT(lineCount: lineCount / 8)
        halves = .allocate(capacity: 2 * lineCount + lineCount / 4)
        work = .allocate(capacity: 2 * lineCount)
        work.initialize(repeating: 0, count: 2 * lineCount)
        let second = isLowDelay ? AACWindows.lowOverlap(lineCount) : AACWindows.kaiserBessel(lineCount)
        let shapes = [
            AACWindows.sine(lineCount), second, AACWindows.sine(lineCount / 8), AACWindows.kaiserBessel(lineCount / 8),
        ]
        var place = 0
        for value in shapes.joined() {
            halves[place] = value
            place += 1
        }
    }

    deinit {
        halves.deallocate()
        work.deallocate()
    }

    private func longHalf(_ shape: Int) -> UnsafePointer<Float> { UnsafePointer(halves + (shape & 1) &* lineCount) }
    private func shortHalf(_ shape: Int) -> UnsafePointer<Float> {
        UnsafePointer(halves + 2 &* lineCount + (shape & 1) &* (lineCount / 8))
    }

    /// Transforms a block of 2 * `lineCount` samples.
    ///
    /// - Parameters:
    ///   - samples: The block.
    ///   - plan: The windows.
    ///   - lines: Receives `lineCount` lines, of short windows one window after the other.
    func transform(_ samples: UnsafePointer<Float>, _ plan: AACWindowPlan, _ lines: UnsafeMutablePointer<Float>) {
        if plan.isShort {
            let count = lineCount / 8
            for window in 0..<8 {
                let left = shortHalf(window == 0 ? plan.lastShape : plan.shape)
                let right = shortHalf(plan.shape)
                let source = samples + (lineCount &* 7 / 16 &+ window &* count)
                for index in 0..<count {
                    work[index] = source[index] * left[index]
                    work[count &+ index] = source[count &+ index] * right[count &- 1 &- index]
                }
                short.forward(work, lines + window &* count)
            }
            return
        }
        let left = longHalf(plan.lastShape)
        let right = longHalf(plan.shape)
        let flat = lineCount &* 7 / 16
        let slope = lineCount / 8
        if plan.sequence == .stop {
            let rising = shortHalf(plan.lastShape)
            work.update(repeating: 0, count: flat)
            for index in 0..<slope { work[flat &+ index] = samples[flat &+ index] * rising[index] }
            for index in (flat &+ slope)..<lineCount { work[index] = samples[index] }
        } else {
            var index = 0
            while index < lineCount {
                store4(work + index, load4(samples + index) * load4(left + index))
                index &+= 4
            }
        }
        if plan.sequence == .start {
            let falling = shortHalf(plan.shape)
            let (end, source) = (work + lineCount, samples + lineCount)
            for index in 0..<flat { end[index] = source[index] }
            for index in 0..<slope { end[flat &+ index] = source[flat &+ index] * falling[slope &- 1 &- index] }
            (end + (flat &+ slope)).update(repeating: 0, count: flat)
        } else {
            var index = 0
            while index < lineCount {
                store4(
                    work + (lineCount &+ index),
                    load4(samples + (lineCount &+ index)) * reversed(load4(right + (lineCount &- 4 &- index))))
                index &+= 4
            }
        }
        long.forward(work, lines)
    }
}
