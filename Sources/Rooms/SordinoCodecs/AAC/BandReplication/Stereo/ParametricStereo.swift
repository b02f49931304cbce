/// Makes two channels of one by the parameters of parametric stereo, in the domain of the QMF subbands.
///
/// All memory is allocated in `init`; an instance serves one thread at a time. Source: ISO/IEC 14496-3, 8.6.4, Annex 8.A.
package final class ParametricStereo {
    private let slotCount: Int
    private let stride: Int
    private var frame = PSFrame()
    private var frameBefore = PSFrame()
    private let bank: PSHybridBank
    private let decorrelator: PSDecorrelator
    private let outputs: UnsafeMutablePointer<Float>
    private let outputSize: Int
    private var is34 = false
    /// Matrices at the end of the envelope before, by band: 4 real parts, then 4 imaginary parts.
    private let matrices: UnsafeMutablePointer<Float>
    private let wanted: UnsafeMutablePointer<Float>
    /// Matrices and steps by hybrid subband: 8 lists, then 8 lists of steps.
    private let lists: UnsafeMutablePointer<Float>
    private let mapped: UnsafeMutablePointer<Int8>
    private let phaseHistory: UnsafeMutablePointer<Int>
    private let mixed: UnsafeMutablePointer<Float>
    private var hasNewData = false

    private static let listStride = 96

    /// Makes the decoder of one element.
    ///
    /// - Parameters:
    ///   - slotCount: QMF slots of a frame, 32 or 30.
    ///   - stride: Numbers from row to row of inputs and outputs, at least 72.
    package init(slotCount: Int, stride: Int) {
        self.slotCount = slotCount
        self.stride = max(72, stride)
        bank = PSHybridBank(slotCount: slotCount)
        decorrelator = PSDecorrelator(slotCount: slotCount)
        outputSize = (slotCount + 4) * self.stride
        outputs = .allocate(capacity: 4 * outputSize)
        outputs.initialize(repeating: 0, count: 4 * outputSize)
        matrices = .allocate(capacity: 8 * 34)
        wanted = .allocate(capacity: 8 * 34)
        lists = .allocate(capacity: 16 * Self.listStride)
        mapped = .allocate(capacity: 4 * 34)
        phaseHistory = .allocate(capacity: 2 * 17)
        mixed = .allocate(capacity: 4 * Self.listStride)
        wanted.initialize(repeating: 0, count: 8 * 34)
        lists.initialize(repeating: 0, count: 16 * Self.listStride)
        mapped.initialize(repeating: 0, count: 4 * 34)
        mixed.initialize(repeating: 0, count: 4 * Self.listStride)
        matrices.initialize(repeating: 0, count: 8 * 34)
        phaseHistory.initialize(repeating: 0, count: 2 * 17)
    }

    deinit {
        outputs.deallocate()
        matrices.deallocate()
        wanted.deallocate()
        lists.deallocate()
        mapped.deallocate()
        phaseHistory.deallocate()
        mixed.deallocate()
    }

    /// Forgets all frames, as after a jump.
    package func reset() {
        frame.reset()
        frameBefore.reset()
        bank.reset()
        decorrelator.reset()
        (is34, hasNewData) = (false, false)
        matrices.update(repeating: 0, count: 8 * 34)
        phaseHistory.update(repeating: 0, count: 2 * 17)
    }

    /// Rows of real parts of channel 0 or 1, after `process`.
    func outputReal(_ side: Int) -> UnsafePointer<Float> { UnsafePointer(outputs + side * 2 * outputSize) }

    /// Rows of imaginary parts likewise.
    func outputImaginary(_ side: Int) -> UnsafePointer<Float> { UnsafePointer(outputs + (side * 2 + 1) * outputSize) }

    /// Reads a frame's data.
    ///
    /// Damaged data are forgotten, and the last envelope holds.
    package func read(_ input: inout BitInput, end: Int) {
        // Several data in one payload: only the first counts.
        guard !hasNewData else { return input.skip(end - input.position) }
        do throws(CodecError) {
            try frameBefore.read(&input, end: end, before: frame, slotCount: slotCount)
            swap(&frame, &frameBefore)
            hasNewData = true
        } catch {
            input.skip(end - input.position)
        }
    }

    /// Makes two channels from the subbands of the frame.
    ///
    /// - Parameters:
    ///   - real: Rows of the frame and of six slots more.
    ///   - imaginary: The imaginary parts likewise.
    package func process(real: UnsafePointer<Float>, imaginary: UnsafePointer<Float>) {
        if !hasNewData {
            frameBefore.hold(frame, slotCount: slotCount)
            swap(&frame, &frameBefore)
        }
        hasNewData = false
        guard frame.isStarted else { return copy(real, imaginary) }
        let was34 = is34
        if frame.header.hasIntensity || frame.header.hasCoherence { is34 = frame.header.is34 }
        if is34 != was34 {
            decorrelator.reset()
            for list in 0..<8 { PSMapping.map(matrices + list * 34, to34: is34) }
            phaseHistory.update(repeating: 0, count: 2 * 17)
        }
        bank.push(real, imaginary, stride: stride)
        let rows = PSDecorrelator.past
        let (low, whole) = is34 ? (32, 59) : (10, 61)
        let first = 64 - whole
        for slot in 0..<slotCount {
            let target = (slot + rows) * PSDecorrelator.stride
            if is34 {
                bank.split34(slot: slot, decorrelator.real + target, decorrelator.imaginary + target)
            } else {
                bank.split20(slot: slot, decorrelator.real + target, decorrelator.imaginary + target)
            }
            let source = slot * stride + first
            decorrelator.real.advanced(by: target + low).update(from: real + source, count: whole)
            decorrelator.imaginary.advanced(by: target + low).update(from: imaginary + source, count: whole)
        }
        decorrelator.process(is34: is34)
        for envelope in 0..<frame.envelopeCount { mix(envelope) }
        decorrelator.advance()
    }

    /// Puts the one channel to both sides, before the first parameters.
    private func copy(_ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>) {
        for side in 0..<2 {
            outputs.advanced(by: side * 2 * outputSize).update(from: real, count: slotCount * stride)
            outputs.advanced(by: (side * 2 + 1) * outputSize).update(from: imaginary, count: slotCount * stride)
        }
        bank.push(real, imaginary, stride: stride)
    }

    /// Computes the matrices at the end of an envelope.
    private func makeMatrices(_ envelope: Int) {
        let (header, base) = (frame.header, envelope * PSFrame.stride)
        PSMapping.map(frame.intensity + base, count: header.intensityCount, to34: is34, mapped)
        PSMapping.map(frame.coherence + base, count: header.coherenceCount, to34: is34, mapped + 34)
        if frame.hasPhase {
            PSMapping.map(frame.phase + base, count: header.phaseCount, to34: is34, mapped + 68)
            PSMapping.map(frame.overallPhase + base, count: header.phaseCount, to34: is34, mapped + 102)
        }
        let (bandCount, phaseCount) = is34 ? (34, 17) : (20, 11)
        for band in 0..<bandCount {
            let h = PSMixing.matrix(
                intensity: Int(mapped[band]), coherence: Int(mapped[34 + band]), isFine: header.isFine,
                isB: header.usesMixingB)
            var (first, second): ((Float, Float), (Float, Float)) = ((1, 0), (1, 0))
            if frame.hasPhase, band < phaseCount {
                let (phase, overall) = (Int(mapped[68 + band]) & 7, Int(mapped[102 + band]) & 7)
                let (oldPhase, oldOverall) = (phaseHistory[band], phaseHistory[17 + band])
                let between = PSMixing.smoothPhase(oldPhase >> 3, oldPhase, phase)
                first = PSMixing.smoothPhase(oldOverall >> 3, oldOverall, overall)
                phaseHistory[band] = (oldPhase & 7) << 3 | phase
                phaseHistory[17 + band] = (oldOverall & 7) << 3 | overall
                second = (
                    first.0 * between.0 + first.1 * between.1, first.1 * between.0 - first.0 * between.1
                )
            }
            (wanted[band], wanted[34 + band]) = (h[0] * first.0, h[1] * second.0)
            (wanted[68 + band], wanted[102 + band]) = (h[2] * first.0, h[3] * second.0)
            (wanted[136 + band], wanted[170 + band]) = (h[0] * first.1, h[1] * second.1)
            (wanted[204 + band], wanted[238 + band]) = (h[2] * first.1, h[3] * second.1)
        }
    }

    /// Mixes the slots of an envelope, the matrices moving in equal steps to those at its end.
    private func mix(_ envelope: Int) {
        makeMatrices(envelope)
        let (start, end) = (frame.borders[envelope] + 1, frame.borders[envelope + 1] + 1)
        guard start < end, start >= 0, end <= slotCount else { return }
        let width = 1 / Float(end - start)
        let count = is34 ? 91 : 71
        let map = is34 ? PSMapping.bands34 : PSMapping.bands20
        let listCount = frame.hasPhase ? 8 : 4
        for list in 0..<listCount {
            let (from, to) = (matrices + list * 34, wanted + list * 34)
            let target = lists + list * Self.listStride
            for k in 0..<count {
                let band = Int(map[k])
                // The phases of subbands below zero hertz turn the other way.
                let sign: Float = list >= 4 && (is34 ? k >= 9 && k <= 13 : k <= 1) ? -1 : 1
                target[k] = from[band] * sign
                target[8 * Self.listStride + k] = (to[band] - from[band]) * width * sign
            }
        }
        for slot in start..<end {
            if listCount == 8 { mixPhases(slot, count) } else { mixPlain(slot, count) }
            leave(slot)
        }
        matrices.update(from: wanted, count: 8 * 34)
        if listCount == 4 { matrices.advanced(by: 136).update(repeating: 0, count: 136) }
    }

    private func mixPlain(_ slot: Int, _ count: Int) {
        let width = Self.listStride
        let source = (slot &+ PSDecorrelator.past) &* PSDecorrelator.stride
        let other = slot &* PSDecorrelator.stride
        var k = 0
        while k < count {
            let h11 = load4(lists + k) + load4(lists + (8 &* width &+ k))
            let h12 = load4(lists + (width &+ k)) + load4(lists + (9 &* width &+ k))
            let h21 = load4(lists + (2 &* width &+ k)) + load4(lists + (10 &* width &+ k))
            let h22 = load4(lists + (3 &* width &+ k)) + load4(lists + (11 &* width &+ k))
            store4(lists + k, h11)
            store4(lists + (width &+ k), h12)
            store4(lists + (2 &* width &+ k), h21)
            store4(lists + (3 &* width &+ k), h22)
            let (sr, si) = (load4(decorrelator.real + (source &+ k)), load4(decorrelator.imaginary + (source &+ k)))
            let (dr, di) = (load4(decorrelator.outReal + (other &+ k)), load4(decorrelator.outImaginary + (other &+ k)))
            store4(mixed + k, h11 * sr + h21 * dr)
            store4(mixed + (width &+ k), h11 * si + h21 * di)
            store4(mixed + (2 &* width &+ k), h12 * sr + h22 * dr)
            store4(mixed + (3 &* width &+ k), h12 * si + h22 * di)
            k &+= 4
        }
    }

    private func mixPhases(_ slot: Int, _ count: Int) {
        let width = Self.listStride
        let source = (slot &+ PSDecorrelator.past) &* PSDecorrelator.stride
        let other = slot &* PSDecorrelator.stride
        var k = 0
        while k < count {
            @inline(__always) func step(_ list: Int) -> SIMD4<Float> {
                let at = lists + (list &* width &+ k)
                let value = load4(at) + load4(at + 8 &* width)
                store4(at, value)
                return value
            }
            let (h11, h12, h21, h22) = (step(0), step(1), step(2), step(3))
            let (i11, i12, i21, i22) = (step(4), step(5), step(6), step(7))
            let (sr, si) = (load4(decorrelator.real + (source &+ k)), load4(decorrelator.imaginary + (source &+ k)))
            let (dr, di) = (load4(decorrelator.outReal + (other &+ k)), load4(decorrelator.outImaginary + (other &+ k)))
            store4(mixed + k, h11 * sr + h21 * dr - i11 * si - i21 * di)
            store4(mixed + (width &+ k), h11 * si + h21 * di + i11 * sr + i21 * dr)
            store4(mixed + (2 &* width &+ k), h12 * sr + h22 * dr - i12 * si - i22 * di)
            store4(mixed + (3 &* width &+ k), h12 * si + h22 * di + i12 * sr + i22 * dr)
            k &+= 4
        }
    }

    /// Adds the hybrid subbands to whole ones.
    private func leave(_ slot: Int) {
        for list in 0..<4 {
            let source = mixed + list * Self.listStride
            let target = outputs + (list * outputSize + slot * stride)
            if is34 {
                var sums: (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
                for k in 0..<12 { sums.0 += source[k] }
                for k in 12..<20 { sums.1 += source[k] }
                for k in 20..<24 { sums.2 += source[k] }
                for k in 24..<28 { sums.3 += source[k] }
                for k in 28..<32 { sums.4 += source[k] }
                (target[0], target[1], target[2], target[3], target[4]) = sums
                target.advanced(by: 5).update(from: source + 32, count: 59)
            } else {
                target[0] = source[0] + source[1] + source[2] + source[3] + source[4] + source[5]
                target[1] = source[6] + source[7]
                target[2] = source[8] + source[9]
                target.advanced(by: 3).update(from: source + 10, count: 61)
            }
        }
    }
}
