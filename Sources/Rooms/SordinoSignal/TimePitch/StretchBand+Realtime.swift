import CKernels
import SordinoRealtime

/// The processing of one frame in one band.
extension StretchBand {
    /// The position of a frame and its limits.
    struct Frame {
        /// Middle of the frame, counted from the first frame of `history`.
        var middle: Int
        /// Middle of the frame in the sums.
        var target: Int
        /// Output frames since the frame before; 0 takes the input as it is.
        var hop: Int
        /// Input from here on, in `history`, is not for this frame; `Int.max` if there is no such edge.
        var inputEnd: Int
        /// Output before this place of the sums is not for this frame; `Int.min` if there is no such edge.
        var outputBegin: Int
        /// Frames over which the edge at `inputEnd` falls and the one at `outputBegin` rises.
        var endEdge: Int
        var beginEdge: Int

        @_noAllocation @_noLocks
        init(
            middle: Int, target: Int, hop: Int, inputEnd: Int, outputBegin: Int, endEdge: Int, beginEdge: Int
        ) {
            self.middle = middle
            self.target = target
            self.hop = hop
            self.inputEnd = inputEnd
            self.outputBegin = outputBegin
            self.endEdge = endEdge
            self.beginEdge = beginEdge
        }
    }

    /// Analyses a frame, turns it to where the frames before it lead, and adds it to the sums.
    @_noAllocation @_noLocks
    func add(_ frame: Frame, history: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int) {
        if isSilent(frame, history: history, channelCount: channelCount) {
            for channel in 0..<channelCount {
                Mixing.clear(output[channel].real + firstBin, frameCount: binCount)
                Mixing.clear(output[channel].imaginary + firstBin, frameCount: binCount)
            }
            addWeights(frame)
            return
        }
        for channel in 0..<channelCount {
            analyse(history[channel], middle: frame.middle, frame, into: spectra[channel])
        }
        if frame.hop == 0 {
            for channel in 0..<channelCount {
                let (from, to) = (spectra[channel], output[channel])
                Mixing.copy(from.real + firstBin, into: to.real + firstBin, frameCount: binCount)
                Mixing.copy(from.imaginary + firstBin, into: to.imaginary + firstBin, frameCount: binCount)
            }
        } else {
            // One turn for all channels: the phases between them stay as they are.
            Mixing.clear(turn.real + firstBin, frameCount: binCount)
            Mixing.clear(turn.imaginary + firstBin, frameCount: binCount)
            for channel in 0..<channelCount {
                analyse(history[channel], middle: frame.middle &- frame.hop, frame, into: earlier)
                let last = output[channel]
                ckernels_turn_between(
                    turn.real + firstBin, turn.imaginary + firstBin, last.real + firstBin, last.imaginary + firstBin,
                    earlier.real + firstBin, earlier.imaginary + firstBin, binCount)
            }
            if sharesTurns {
                ckernels_unit_turn(
                    unit.real, unit.imaginary, turn.real + (firstBin &- 1), turn.imaginary + (firstBin &- 1), binCount)
            } else {
                turnAlone()
            }
            for channel in 0..<channelCount {
                let (from, to) = (spectra[channel], output[channel])
                ckernels_turn(
                    to.real + firstBin, to.imaginary + firstBin, from.real + firstBin, from.imaginary + firstBin,
                    unit.real, unit.imaginary, binCount)
            }
        }
        synthesise(frame, channelCount: channelCount)
    }

    /// Indicates whether a frame sees nothing but zeros: then it adds nothing but its weights.
    @_noAllocation @_noLocks
    private func isSilent(
        _ frame: Frame, history: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int
    ) -> Bool {
        let first = frame.middle &- frame.hop &- windowFrames / 2
        for channel in 0..<channelCount
        where Mixing.peak(history[channel] + first, frameCount: windowFrames &+ frame.hop) > 0 { return false }
        return true
    }

    /// Each bin's turn for itself, brought to length 1.
    @_noAllocation @_noLocks
    private func turnAlone() {
        for bin in 0..<binCount {
            let (real, imaginary) = (turn.real[firstBin &+ bin], turn.imaginary[firstBin &+ bin])
            let square = real * real + imaginary * imaginary
            let isFit = square >= 1e-36 && square <= 1e36
            let scale = isFit ? 1 / RealtimeMath.sqrt(square) : 1
            unit.real[bin] = isFit ? real * scale : 1
            unit.imaginary[bin] = isFit ? imaginary * scale : 0
        }
    }

    @_noAllocation @_noLocks
    private func analyse(
        _ samples: UnsafeMutablePointer<Float>, middle: Int, _ frame: Frame, into planes: Planes
    ) {
        let first = middle &- windowFrames / 2
        ckernels_product(segment, samples + first, window, windowFrames)
        if frame.inputEnd < first &+ windowFrames {
            shapeEnd(segment, at: frame.inputEnd &- first, frame.endEdge)
        }
        transform.forward(segment, real: planes.real, imaginary: planes.imaginary)
    }

    /// Lets something fall to zero before a place.
    @_noAllocation @_noLocks
    private func shapeEnd(_ values: UnsafeMutablePointer<Float>, at end: Int, _ edgeFrames: Int) {
        let edge = max(0, end &- edgeFrames)
        if edge < end {
            for index in edge..<end { values[index] *= Float(end &- index) / Float(edgeFrames &+ 1) }
        }
        let rest = max(0, end)
        if rest < windowFrames { Mixing.clear(values + rest, frameCount: windowFrames &- rest) }
    }

    /// Lets something rise from zero to a place.
    @_noAllocation @_noLocks
    private func shapeBegin(_ values: UnsafeMutablePointer<Float>, at begin: Int, _ edgeFrames: Int) {
        let edge = min(windowFrames, max(0, begin &- edgeFrames))
        if edge > 0 { Mixing.clear(values, frameCount: edge) }
        let top = min(windowFrames, begin)
        if edge < top {
            for index in edge..<top { values[index] *= 1 - Float(begin &- index) / Float(edgeFrames &+ 1) }
        }
    }

    /// Adds a frame's window to the weights that the sums are divided by.
    @_noAllocation @_noLocks
    private func addWeights(_ frame: Frame) {
        let first = frame.target &- windowFrames / 2
        let skip = max(0, 0 &- first)
        guard skip < windowFrames else { return }
        let begins = frame.outputBegin > first
        let ends = frame.inputEnd &- frame.middle < windowFrames / 2
        var weight = windowSquared
        if begins || ends {
            Mixing.copy(windowSquared, into: shape, frameCount: windowFrames)
            if ends { shapeEnd(shape, at: frame.inputEnd &- frame.middle &+ windowFrames / 2, frame.endEdge) }
            if begins { shapeBegin(shape, at: frame.outputBegin &- first, frame.beginEdge) }
            weight = shape
        }
        Mixing.add(weight + skip, to: weights + (first &+ skip), frameCount: windowFrames &- skip)
    }

    @_noAllocation @_noLocks
    private func synthesise(_ frame: Frame, channelCount: Int) {
        addWeights(frame)
        let first = frame.target &- windowFrames / 2
        // The part before the sums has been put out already.
        let skip = max(0, 0 &- first)
        guard skip < windowFrames else { return }
        let begins = frame.outputBegin > first
        let (target, count) = (first &+ skip, windowFrames &- skip)
        for channel in 0..<channelCount {
            let planes = output[channel]
            ckernels_product(masked.real + firstBin, planes.real + firstBin, shares, binCount)
            ckernels_product(masked.imaginary + firstBin, planes.imaginary + firstBin, shares, binCount)
            transform.inverse(real: masked.real, imaginary: masked.imaginary, samples: segment)
            if begins { shapeBegin(segment, at: frame.outputBegin &- first, frame.beginEdge) }
            ckernels_add_product(sums[channel] + target, segment + skip, window + skip, count)
        }
    }

    /// Lets everything summed up so far end before a place.
    @_noAllocation @_noLocks
    func endSums(at end: Int, edgeFrames: Int, channelCount: Int) {
        fade(weights, at: end, edgeFrames)
        for channel in 0..<channelCount { fade(sums[channel], at: end, edgeFrames) }
    }

    @_noAllocation @_noLocks
    private func fade(_ values: UnsafeMutablePointer<Float>, at end: Int, _ edgeFrames: Int) {
        let edge = max(0, end &- edgeFrames)
        if edge < end {
            for index in edge..<end { values[index] *= Float(end &- index) / Float(edgeFrames &+ 1) }
        }
        Mixing.clear(values + end, frameCount: capacity &- end)
    }

    /// Adds finished frames to the output.
    @_noAllocation @_noLocks
    func addOutput(
        from start: Int, frameCount: Int, to output: UnsafePointer<UnsafeMutablePointer<Float>>, at offset: Int,
        channelCount: Int
    ) {
        for channel in 0..<channelCount {
            ckernels_add_quotient(
                output[channel] + offset, sums[channel] + start, weights + start, StretchBand.leastWeight, frameCount)
        }
    }

    /// Below this a weight is the very edge of a window, where nothing is heard.
    static var leastWeight: Float {
        @_noAllocation @_noLocks get { 1e-4 }
    }

    /// Moves the sums to the front.
    @_noAllocation @_noLocks
    func moveSums(by frames: Int, filled: Int, channelCount: Int) {
        move(weights, frames, filled)
        for channel in 0..<channelCount { move(sums[channel], frames, filled) }
    }

    @_noAllocation @_noLocks
    private func move(_ values: UnsafeMutablePointer<Float>, _ frames: Int, _ filled: Int) {
        let kept = max(0, filled &- frames)
        Mixing.copy(values + frames, into: values, frameCount: kept)
        Mixing.clear(values + kept, frameCount: filled &- kept)
    }

    /// Clears the sums and their weights.
    @_noAllocation @_noLocks
    func reset(channelCount: Int) {
        Mixing.clear(weights, frameCount: capacity)
        for channel in 0..<channelCount { Mixing.clear(sums[channel], frameCount: capacity) }
    }
}
