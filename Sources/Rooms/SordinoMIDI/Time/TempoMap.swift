/// The tempo over the beats of a sequence, which converts beats to seconds and back.
///
/// A tempo holds from its beat until the next one; before the first one it is 120 beats per minute. Beats before 0 go
/// by at the tempo at 0.
package struct TempoMap: Equatable, Sendable {
    /// A stretch of one tempo.
    package struct Segment: Equatable, Sendable {
        /// The beat at which it begins.
        package let beat: Double
        /// The second at which it begins.
        package let second: Double
        /// Seconds that one beat lasts.
        package let secondsPerBeat: Double

        @_noAllocation @_noLocks
        init(beat: Double, second: Double, secondsPerBeat: Double) {
            self.beat = beat
            self.second = second
            self.secondsPerBeat = secondsPerBeat
        }
    }

    /// The tempo of a sequence without tempo events, in beats per minute.
    package static let defaultTempo = 120.0

    /// The slowest and the fastest tempo, in beats per minute: one beat in a day; 1 MHz, which leaves room for
    /// sequences whose beats are samples.
    package static let tempoRange = 1.0 / 1440...60_000_000.0

    /// The stretches by rising beats; the first begins at 0.
    package let segments: [Segment]

    /// Makes a map of tempos, by rising beats.
    ///
    /// Of several at one beat the last holds. A tempo that is no number or not above 0 is left out; one outside of
    /// `tempoRange` is brought into it.
    package init(_ tempos: [(beat: Double, beatsPerMinute: Double)] = []) {
        var all = [Segment(beat: 0, second: 0, secondsPerBeat: 60 / Self.defaultTempo)]
        for (beat, tempo) in tempos where beat.isFinite && tempo > 0 {
            let last = all[all.count - 1]
            let start = max(beat, last.beat)
            let secondsPerBeat = 60 / min(max(tempo, Self.tempoRange.lowerBound), Self.tempoRange.upperBound)
            let segment = Segment(
                beat: start, second: last.second + (start - last.beat) * last.secondsPerBeat,
                secondsPerBeat: secondsPerBeat)
            if start == last.beat { all[all.count - 1] = segment } else { all.append(segment) }
        }
        segments = all
    }

    /// Returns the second at which a beat comes.
    package func seconds(atBeat beat: Double) -> Double {
        segments.withUnsafeBufferPointer { TempoScale($0).seconds(atBeat: beat) }
    }

    /// Returns the beat that comes at a second.
    package func beats(atSecond second: Double) -> Double {
        segments.withUnsafeBufferPointer { TempoScale($0).beats(atSecond: second) }
    }

    /// Returns the tempo at a beat, in beats per minute.
    package func tempo(atBeat beat: Double) -> Double {
        60 / segments.withUnsafeBufferPointer { TempoScale($0).segment(atBeat: beat).secondsPerBeat }
    }
}

/// A tempo map in memory that the render thread can read.
package struct TempoScale {
    let segments: UnsafeBufferPointer<TempoMap.Segment>

    /// Looks at the segments of a map: at least one, the first at beat 0.
    @_noAllocation @_noLocks
    package init(_ segments: UnsafeBufferPointer<TempoMap.Segment>) { self.segments = segments }
}
