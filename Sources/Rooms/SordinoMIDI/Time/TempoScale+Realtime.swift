extension TempoScale {
    /// Returns the second at which a beat comes.
    @_noAllocation @_noLocks
    package func seconds(atBeat beat: Double) -> Double {
        let segment = segment(atBeat: beat)
        return segment.second + (beat - segment.beat) * segment.secondsPerBeat
    }

    /// Returns the beat that comes at a second.
    @_noAllocation @_noLocks
    package func beats(atSecond second: Double) -> Double {
        var low = 0
        var high = segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if segments[middle].second <= second { low = middle } else { high = middle - 1 }
        }
        let segment = segments[low]
        return segment.beat + (second - segment.second) / segment.secondsPerBeat
    }

    /// Returns the segment that holds a beat.
    @_noAllocation @_noLocks
    package func segment(atBeat beat: Double) -> TempoMap.Segment {
        var low = 0
        var high = segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if segments[middle].beat <= beat { low = middle } else { high = middle - 1 }
        }
        return segments[low]
    }
}
