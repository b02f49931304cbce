import CKernels

/// Finds the artefacts in recorded samples.
///
/// Each sample is compared with the cubic through its four neighbours. In undamaged sound the errors of nearby samples
/// are of similar size; a sample whose error exceeds `outstanding` times their mean does not belong to the signal. The
/// kind is then found by the change that would make the signal smooth. The work is linear in the number of samples.
package struct ArtefactDetector: Sendable {
    /// The sample rate of the recording, in hertz.
    package let sampleRate: Double
    package let kinds: Set<SoundArtefact.Kind>

    /// The minimum error of an artefact, relative to the mean error around it.
    ///
    /// In a million samples of normally distributed noise the largest value is about 7.
    private static let outstanding: Float = 14
    /// The minimum error of an artefact, relative to full scale: below −60 dB it is inaudible.
    private static let least: Float = 1e-3
    /// The number of frames on each side over which the mean error is computed.
    private static let reach = 64
    /// −80 dB: samples below are silence.
    private static let silence: Float = 1e-4
    /// The maximum number of places in a channel at which doubled blocks are searched for, because each search is
    /// expensive.
    private static let searches = 64

    package init(sampleRate: Double, kinds: Set<SoundArtefact.Kind> = SoundArtefact.Kind.all) {
        self.sampleRate = sampleRate
        self.kinds = kinds
    }

    /// Returns the artefacts in the order of their frames.
    ///
    /// - Parameters:
    ///   - channels: The samples of each channel, nominal range ±1.
    ///   - expected: Stretches that must sound, or must be silent, on every channel.
    package func artefacts(in channels: [[Float]], expected: [ExpectedSound] = []) -> [SoundArtefact] {
        channels.indices.flatMap { channel in
            channels[channel].withUnsafeBufferPointer { artefacts($0, channel) + unmet(expected, $0, channel) }
        }.filter { kinds.contains($0.kind) }
            .sorted { ($0.frame, $0.channel) < ($1.frame, $1.channel) }
    }

    private func artefacts(_ samples: UnsafeBufferPointer<Float>, _ channel: Int) -> [SoundArtefact] {
        guard samples.count > 16 else { return [] }
        let errors = Errors(samples, reach: Self.reach)
        var found = zeroRuns(samples, errors, channel)
        var last = -1
        let spikes = errors.spikes(above: Self.outstanding, least: Self.least)
        for (index, spike) in spikes.enumerated() {
            // A wrong sample causes errors up to two frames away on each side.
            guard spike.frame > last + 4 else {
                last = spike.frame
                continue
            }
            last = spike.frame
            if found.contains(where: { abs($0.frame - spike.frame) <= $0.frameCount + 4 }) { continue }
            if let artefact = artefact(at: spike, spikes, index, samples, errors, channel) { found.append(artefact) }
        }
        if kinds.contains(.clipping) { found += clippedRuns(samples, channel) }
        if kinds.contains(.offset), let offset = offset(samples, channel) { found.append(offset) }
        return found
    }

    // MARK: Samples that do not belong

    /// Returns runs of zeros between sounds that were not on their way to zero.
    private func zeroRuns(
        _ samples: UnsafeBufferPointer<Float>, _ errors: Errors, _ channel: Int
    ) -> [SoundArtefact] {
        guard let base = samples.baseAddress else { return [] }
        var found: [SoundArtefact] = []
        let (shortest, longest) = (Int(sampleRate * 0.005), Int(sampleRate * 0.1))
        // 8-bit samples cross zero in large steps.
        let least = max(2 * Self.least, 4 * ckernels_least_magnitude(base, samples.count))
        var frame = ckernels_next_zero(base, 3, samples.count)
        while frame < samples.count - 3 {
            let start = frame
            frame = ckernels_next_sound(base, frame, samples.count)
            defer { frame = ckernels_next_zero(base, frame, samples.count) }
            guard frame + 2 < samples.count, frame - start <= longest, samples[start - 1] != 0 else { continue }
            // Inaudible ringing of a filter after the end of a sound does not count as sound.
            let isHeard = { (frames: Range<Int>) in frames.contains { abs(samples[$0]) > Self.least } }
            guard isHeard(start - 3..<start), isHeard(frame..<frame + 3) else { continue }
            // The first zero and the last one, extrapolated by a parabola from the sound on each side.
            let before = 3 * samples[start - 1] - 3 * samples[start - 2] + samples[start - 3]
            let after = 3 * samples[frame] - 3 * samples[frame + 1] + samples[frame + 2]
            let (usualBefore, usualAfter) = (errors.mean(before: start - 2), errors.mean(after: frame + 1))
            let isBroken =
                abs(before) > least + Self.outstanding * usualBefore
                && abs(after) > least + Self.outstanding * usualAfter
            // A loud sound may cross zero in a single frame: then that frame fits its neighbours.
            guard isBroken, frame - start > 1 || errors[start] > least else { continue }
            found.append(
                SoundArtefact(
                    frame - start < shortest ? .zeros : .gap, channel: channel, frame: start,
                    frameCount: frame - start, size: max(abs(before), abs(after))))
        }
        return found
    }

    private func artefact(
        at spike: Errors.Spike, _ spikes: [Errors.Spike], _ index: Int, _ samples: UnsafeBufferPointer<Float>,
        _ errors: Errors, _ channel: Int
    ) -> SoundArtefact? {
        for frame in max(spike.frame - 2, 4)...max(spike.frame + 3, 4)
        where frame < samples.count - 2 && isRepeated(frame, samples, errors) {
            return SoundArtefact(.repeated, channel: channel, frame: frame, size: spike.size)
        }
        for frame in max(spike.frame - 1, 1)...(spike.frame + 3) where index < Self.searches {
            if let length = doubledLength(at: frame, samples) {
                return SoundArtefact(
                    .doubled, channel: channel, frame: frame, frameCount: length, size: spike.size)
            }
        }
        // Repeated edges belong to the signal, such as a square wave.
        let near = Int(sampleRate * 0.1)
        let alike = spikes[max(index - 64, 0)..<min(index + 64, spikes.count)].count {
            abs($0.frame - spike.frame) <= near && abs($0.frame - spike.frame) > 8 && $0.size > spike.size / 2
        }
        guard alike < 6 else { return nil }
        let still = Int(sampleRate * 0.005)
        let isEdge =
            isSilent(samples, spike.frame - still..<spike.frame - 3)
            || isSilent(samples, spike.frame + 3..<spike.frame + still)
        return SoundArtefact(isEdge ? .edge : .step, channel: channel, frame: spike.frame, size: spike.size)
    }

    /// Returns whether the signal would be smooth without this sample.
    private func isRepeated(_ frame: Int, _ samples: UnsafeBufferPointer<Float>, _ errors: Errors) -> Bool {
        guard samples[frame] == samples[frame - 1], samples[frame] != samples[frame - 2] else { return false }
        let carriedOn = 3 * samples[frame - 1] - 3 * samples[frame - 2] + samples[frame - 3]
        let usual = Self.least / 10 + 4 * errors.mean(before: frame - 3)
        return abs(samples[frame + 1] - carriedOn) < usual && abs(carriedOn - samples[frame]) > 4 * usual
    }

    /// Returns the number of frames before `frame` that are repeated from there on; nil if none are.
    private func doubledLength(at frame: Int, _ samples: UnsafeBufferPointer<Float>) -> Int? {
        let (shortest, longest) = (16, 4_096)
        guard frame > shortest, frame + shortest < samples.count else { return nil }
        for length in shortest...min(longest, frame - 1) where samples[frame] == samples[frame - length] {
            guard frame + length < samples.count, samples[frame - 1] != samples[frame - length - 1] else { continue }
            var same = 1
            while same < length, samples[frame + same] == samples[frame - length + same] { same += 1 }
            guard same == length, !isSilent(samples, frame..<frame + length) else { continue }
            // A constant is no repetition.
            var changes = 0
            for index in frame..<frame + length - 1 where samples[index] != samples[index + 1] { changes += 1 }
            if changes > length / 2 { return length }
        }
        return nil
    }

    private func isSilent(_ samples: UnsafeBufferPointer<Float>, _ frames: Range<Int>) -> Bool {
        frames.clamped(to: 0..<samples.count).allSatisfy { abs(samples[$0]) < Self.silence }
    }

    // MARK: Clipping and offset

    /// Returns runs of at least four samples at full scale that the signal approached, as a cut peak does and a square
    /// wave does not.
    private func clippedRuns(_ samples: UnsafeBufferPointer<Float>, _ channel: Int) -> [SoundArtefact] {
        var found: [SoundArtefact] = []
        let full: Float = 1 - 1 / 32_768
        var frame = 1
        while frame < samples.count {
            guard abs(samples[frame]) >= full else {
                frame += 1
                continue
            }
            let start = frame
            while frame < samples.count, samples[frame] == samples[start] { frame += 1 }
            if frame - start >= 4, abs(samples[start] - samples[start - 1]) < 0.5 {
                found.append(
                    SoundArtefact(.clipping, channel: channel, frame: start, frameCount: frame - start, size: full))
            }
            if frame == start { frame += 1 }
        }
        return found
    }

    /// Returns the mean of all samples if it exceeds a hundredth of full scale and a tenth of the RMS level.
    private func offset(_ samples: UnsafeBufferPointer<Float>, _ channel: Int) -> SoundArtefact? {
        guard Double(samples.count) > sampleRate / 2 else { return nil }
        var (sum, squares) = (0.0, 0.0)
        for sample in samples {
            sum += Double(sample)
            squares += Double(sample) * Double(sample)
        }
        let mean = sum / Double(samples.count)
        guard abs(mean) > 0.01, abs(mean) > 0.1 * (squares / Double(samples.count)).squareRoot() else { return nil }
        return SoundArtefact(.offset, channel: channel, frame: 0, frameCount: samples.count, size: Float(abs(mean)))
    }

    // MARK: Expectations

    private func unmet(
        _ expected: [ExpectedSound], _ samples: UnsafeBufferPointer<Float>, _ channel: Int
    ) -> [SoundArtefact] {
        let window = max(Int(sampleRate * 0.05), 1)
        return expected.flatMap { stretch in
            stride(from: stretch.frames.lowerBound, to: stretch.frames.upperBound, by: window).compactMap { start in
                let frames = start..<min(start + window, stretch.frames.upperBound)
                let peak = frames.clamped(to: 0..<samples.count).reduce(0) { max($0, abs(samples[$1])) }
                guard (peak >= Self.silence) != stretch.isSound else { return nil }
                return SoundArtefact(
                    stretch.isSound ? .missingSound : .unexpectedSound, channel: channel, frame: start,
                    frameCount: frames.count, size: peak)
            }
        }
    }
}

/// The distance of each sample from the cubic through its neighbours.
private struct Errors {
    struct Spike {
        let frame: Int
        let size: Float
    }

    private let errors: [Float]
    /// The sum of all errors before a frame.
    private let sums: [Double]
    private let reach: Int

    init(_ samples: UnsafeBufferPointer<Float>, reach: Int) {
        self.reach = reach
        var errors = [Float](repeating: 0, count: samples.count)
        var sums = [Double](repeating: 0, count: samples.count + 1)
        if let start = samples.baseAddress {
            ckernels_cubic_errors(start, &errors, samples.count)
            ckernels_running_sums(errors, &sums, samples.count)
        }
        self.errors = errors
        self.sums = sums
    }

    subscript(frame: Int) -> Float { errors[frame] }

    /// The mean error of the frames before `frame`.
    func mean(before frame: Int) -> Float {
        let (start, end) = (max(frame - reach, 0), max(frame, 0))
        return end > start ? Float((sums[end] - sums[start]) / Double(end - start)) : 0
    }

    /// The mean error of the frames after `frame`.
    func mean(after frame: Int) -> Float {
        let (start, end) = (min(frame + 1, errors.count), min(frame + 1 + reach, errors.count))
        return end > start ? Float((sums[end] - sums[start]) / Double(end - start)) : 0
    }

    /// Returns the local maxima of the error that exceed `ratio` times the mean on both sides.
    func spikes(above ratio: Float, least: Float) -> [Spike] {
        var found: [Spike] = []
        errors.withUnsafeBufferPointer { errors in
            guard let start = errors.baseAddress else { return }
            var frame = ckernels_next_above(start, least, 2, errors.count - 2)
            while frame < errors.count - 2 {
                let isPeak = errors[frame] >= errors[frame - 1] && errors[frame] >= errors[frame + 1]
                if isPeak, errors[frame] > ratio * max(mean(before: frame - 3), mean(after: frame + 3)) {
                    found.append(Spike(frame: frame, size: errors[frame]))
                }
                frame = ckernels_next_above(start, least, frame + 1, errors.count - 2)
            }
        }
        return found
    }
}
