import SordinoRealtime

extension NoteEnvelope {
    /// Indicates whether it is over.
    var isOver: Bool {
        @_noAllocation @_noLocks get { if case .end = stage { true } else { false } }
    }

    /// Indicates whether it will stay as it is until the key is released.
    var isSteady: Bool {
        @_noAllocation @_noLocks get {
            switch stage {
            case .sustain, .end: true
            case .delay, .attack, .hold, .decay, .release: false
            }
        }
    }

    /// Moves the envelope `frameCount` frames ahead.
    @_noAllocation @_noLocks
    mutating func advance(_ frameCount: Float) {
        var left = frameCount
        while left > 0 {
            switch stage {
            case .delay:
                guard pass(&left, of: delayFrames) else { return }
                stage = .attack
            case .attack:
                let isOver = pass(&left, of: attackFrames)
                rise = isOver ? 1 : passed / attackFrames
                guard isOver else { return }
                stage = .hold
            case .hold:
                guard pass(&left, of: holdFrames) else { return }
                stage = .decay
            case .decay:
                fall += decayStep * left
                if fall < sustainFall { return }
                fall = sustainFall
                stage = .sustain
            case .sustain:
                // A note that has decayed to silence stays silent, so its voice ends.
                if fall >= 1 { stage = .end }
                return
            case .release:
                fall += releaseStep * left
                if fall < 1 { return }
                fall = 1
                stage = .end
            case .end: return
            }
        }
    }

    /// Spends frames on the present stage.
    ///
    /// - Returns: Whether the stage is over; then `left` holds the frames that remain.
    @_noAllocation @_noLocks
    private mutating func pass(_ left: inout Float, of length: Float) -> Bool {
        let rest = length - passed
        if left < rest {
            passed += left
            left = 0
            return false
        }
        left -= max(rest, 0)
        passed = 0
        return true
    }

    /// Releases the key.
    ///
    /// - Parameter reached: How far down a fall from 1 would be at the height that an unfinished attack has reached.
    @_noAllocation @_noLocks
    mutating func release(reached: Float) {
        switch stage {
        case .delay:
            stage = .end
            fall = 1
        case .attack:
            fall = min(max(reached, 0), 1)
            rise = 1
            stage = .release
        case .hold, .decay, .sustain: stage = .release
        case .release, .end: break
        }
    }

    /// The value where falls are straight: of the modulation envelope.
    var value: Float {
        @_noAllocation @_noLocks get {
            switch stage {
            case .delay: 0
            // The convex curve of 96 dB: an attack of a pitch or a cutoff rises soonest at first (sections 8.1.3 and
            // 9.5.3).
            case .attack: max(1 + 0.416_666_7 * RealtimeMath.log10(max(rise, 1e-4)), 0)
            case .hold: 1
            case .decay, .sustain, .release, .end: 1 - fall
            }
        }
    }
}

extension NoteOscillator {
    /// Lets frames pass.
    ///
    /// - Returns: The value behind them.
    @_noAllocation @_noLocks
    mutating func advance(_ frameCount: Float) -> Float {
        delay -= frameCount
        if delay >= 0 { return 0 }
        // At the first step only the frames behind the delay count.
        phase += step * min(frameCount, -delay)
        delay = max(delay, -1e6)
        if phase >= 1 { phase -= Float(Int(phase)) }
        return phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
    }
}
