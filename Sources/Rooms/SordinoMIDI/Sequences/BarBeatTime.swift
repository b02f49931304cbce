/// A place in bars: the first bar is 1, and so is its first beat.
package struct BarBeatTime: Equatable, Sendable {
    package var bar: Int
    package var beat: Int
    /// The part of the beat, in `subbeatDivisor`ths of it.
    package var subbeat: Int
    package var subbeatDivisor: Int

    /// Makes a position of bar, beat and subbeat.
    package init(bar: Int, beat: Int, subbeat: Int, subbeatDivisor: Int) {
        self.bar = bar
        self.beat = beat
        self.subbeat = subbeat
        self.subbeatDivisor = subbeatDivisor
    }
}

extension SequenceContent {
    /// A stretch of bars of one length.
    private struct Bars {
        var startBeat: Double
        var firstBar: Int
        var beatsInBar: Int
        /// Quarter notes that one beat lasts.
        var beatLength: Double

        var length: Double { Double(beatsInBar) * beatLength }
    }

    /// The time signatures; 4/4 before the first.
    ///
    /// One that comes inside of a bar begins a new one.
    private var bars: [Bars] {
        var all = [Bars(startBeat: 0, firstBar: 1, beatsInBar: 4, beatLength: 1)]
        for event in tempoTrack.events {
            guard case .meta(MIDIFile.Meta.timeSignature, let data) = event.kind, data.count >= 2, data[0] > 0,
                data[1] < 8
            else { continue }
            let last = all[all.count - 1]
            let count = ((event.beat - last.startBeat) / last.length).rounded(.up)
            let next = Bars(
                startBeat: event.beat, firstBar: last.firstBar + Int(min(count, 1e9)), beatsInBar: Int(data[0]),
                beatLength: 4 / Double(1 << Int(data[1])))
            if next.startBeat == last.startBeat { all[all.count - 1] = next } else { all.append(next) }
        }
        return all
    }

    /// Returns the bar and beat of a place in quarter notes.
    ///
    /// - Parameter subbeatDivisor: Parts of a beat that are counted, 1 or more.
    package func barBeatTime(atBeat beat: Double, subbeatDivisor: Int) -> BarBeatTime {
        let beat = min(max(beat, 0), 1e9)
        let bars = bars
        let stretch = bars.last { $0.startBeat <= beat } ?? bars[0]
        // A billionth of a beat: the rounding in sums of fractions must not lead to the beat before.
        let inside = (beat - stretch.startBeat) / stretch.beatLength + 1e-9
        let whole = Int(inside)
        return BarBeatTime(
            bar: stretch.firstBar + whole / stretch.beatsInBar, beat: whole % stretch.beatsInBar + 1,
            subbeat: Int((inside - Double(whole)) * Double(max(subbeatDivisor, 1))),
            subbeatDivisor: max(subbeatDivisor, 1))
    }

    /// Returns the place in quarter notes of a bar and beat; nil before the first bar.
    package func beat(at time: BarBeatTime) -> Double? {
        guard time.bar >= 1, time.beat >= 1 else { return nil }
        let bars = bars
        let stretch = bars.last { $0.firstBar <= time.bar } ?? bars[0]
        let count = Double(time.bar - stretch.firstBar) * Double(stretch.beatsInBar) + Double(time.beat - 1)
        let part = Double(time.subbeat) / Double(max(time.subbeatDivisor, 1))
        return stretch.startBeat + (count + part) * stretch.beatLength
    }
}
