import SordinoGraph
import SordinoMIDI
import SordinoRealtime

extension SequencerState {
    /// Sends what is due in a block to its destinations, each event on its frame.
    ///
    /// Called before the destinations are rendered.
    ///
    /// - Parameters:
    ///   - hostNanoseconds: The host time at which the first frame is heard; below 0 if it is unknown.
    /// - Thread: render.
    @_noAllocation @_noLocks
    package mutating func render(frameCount: Int, sampleRate: Double, hostNanoseconds: Int64) {
        blockHostNanoseconds = hostNanoseconds
        takePlan()
        guard plan != nil, frameCount > 0, sampleRate > 0 else { return }
        if sampleRate != self.sampleRate {
            anchor(atSecond: anchorSecond + seconds(ofFrame: frame))
            self.sampleRate = sampleRate
        }
        obey()
        if isPlaying {
            blockEnd = frame &+ Int64(frameCount)
            sliceEnd = scale.beats(atSecond: anchorSecond + seconds(ofFrame: blockEnd))
            notesLeft = NoteLimits.notes(inBlockOf: frameCount)
            sendDue()
            frame = blockEnd
            beat = sliceEnd
        }
        var reading = SequencerReading()
        reading.serial = serial
        reading.isPlaying = isPlaying
        reading.beat = beat
        reading.second = anchorSecond + seconds(ofFrame: frame)
        reading.startBeat = startBeat
        if isPlaying, hostNanoseconds >= 0 {
            reading.hostNanoseconds = hostNanoseconds &+ Int64(Double(frameCount) / sampleRate * 1e9)
        }
        readings.set(reading)
    }

    // MARK: Time

    /// The tempo map of the present plan; an empty one without a plan.
    private var scale: TempoScale {
        @_noAllocation @_noLocks get {
            guard let plan else { return TempoScale(UnsafeBufferPointer(start: nil, count: 0)) }
            return TempoScale(UnsafeBufferPointer(plan.pointee.segments))
        }
    }

    /// The seconds of the tempo map that so many frames since the anchor last.
    @_noAllocation @_noLocks
    private func seconds(ofFrame frame: Int64) -> Double {
        sampleRate > 0 ? Double(frame) / sampleRate * rate : 0
    }

    /// The frame since the anchor that is nearest to a beat.
    @_noAllocation @_noLocks
    private func frame(ofBeat beat: Double) -> Int64 {
        let exact = (scale.seconds(atBeat: beat) - anchorSecond) / rate * sampleRate + 0.5
        // 2^53: beyond it, and for what is no number, the time never comes.
        guard exact < 9_007_199_254_740_992 else { return .max }
        if exact < 0 { return exact < -9_007_199_254_740_992 ? .min : Int64(exact) &- 1 }
        return Int64(exact)
    }

    /// Counts frames from here on.
    @_noAllocation @_noLocks
    private mutating func anchor(atSecond second: Double) {
        anchorSecond = second
        frame = 0
    }

    // MARK: The plan and the transport

    /// Takes up the newest plan, and finds the place in it.
    @_noAllocation @_noLocks
    private mutating func takePlan() {
        let former = plan
        let next = plans.takeUp()
        guard let next, next != former else { return }
        plan = next
        // Beats may be at other seconds now.
        anchor(atSecond: scale.seconds(atBeat: beat))
        endInaudible()
        place(isSeek: false)
    }

    /// Ends the notes of tracks that are silent or gone.
    @_noAllocation @_noLocks
    private mutating func endInaudible() {
        guard let plan, endCount > 0 else { return }
        var kept = 0
        for index in 0..<endCount {
            let end = ends[index]
            var isAudible = false
            for part in 0..<plan.pointee.parts.count where plan.pointee.parts[part].id == end.track {
                isAudible = plan.pointee.parts[part].isAudible && plan.pointee.parts[part].target == Int(end.target)
            }
            if isAudible {
                ends[kept] = end
                kept &+= 1
            } else {
                send(end, atFrame: 0)
            }
        }
        // Back into the order of a heap.
        endCount = 0
        for index in 0..<kept { push(ends[index]) }
    }

    /// Follows the newest command.
    @_noAllocation @_noLocks
    private mutating func obey() {
        let command = commands.latest()
        guard command.serial != serial else { return }
        serial = command.serial
        if command.rate != rate {
            anchor(atSecond: anchorSecond + seconds(ofFrame: frame))
            rate = command.rate
        }
        if command.seekSerial != seekSerial {
            seekSerial = command.seekSerial
            beat = command.seekBeat
            endAll()
            anchor(atSecond: scale.seconds(atBeat: beat))
            startBeat = beat
            place(isSeek: true)
        }
        if command.isPlaying != isPlaying {
            isPlaying = command.isPlaying
            if isPlaying { startBeat = beat } else { endAll() }
        }
    }

    /// Ends all notes, and lifts the pedals.
    @_noAllocation @_noLocks
    private mutating func endAll() {
        for index in 0..<endCount { send(ends[index], atFrame: 0) }
        endCount = 0
        guard let plan else { return }
        for target in 0..<min(plan.pointee.targets.count, SequencerState.pedalLimit) where pedals[target] != 0 {
            for channel in 0..<16 where pedals[target] & 1 << UInt16(channel) != 0 {
                send(0xB0 | UInt8(channel), 64, 0, target: target, atFrame: 0)
            }
            pedals[target] = 0
        }
    }

    /// Finds the next event of each part.
    ///
    /// - Parameter isSeek: Whether the beat was set: then the first event is at or after it. Otherwise it is the first one
    ///   whose frame has not been rendered.
    @_noAllocation @_noLocks
    private mutating func place(isSeek: Bool) {
        guard let plan else { return }
        let (parts, heap) = (plan.pointee.parts, plan.pointee.heap)
        let count = parts.count
        for index in 0..<count {
            parts[index].place(at: beat)
            if !isSeek {
                // The beat of a frame is not that of the event that was rounded to it.
                while parts[index].stepBack() {
                    if frame(ofBeat: parts[index].nextBeat) < frame {
                        parts[index].advance()
                        break
                    }
                }
                while parts[index].nextBeat < .infinity,
                    frame(ofBeat: parts[index].nextBeat) < frame
                {
                    parts[index].advance()
                }
            }
            heap[index] = Int32(truncatingIfNeeded: index)
        }
        for index in stride(from: count / 2 - 1, through: 0, by: -1) { plan.pointee.siftDown(index) }
    }

    // MARK: Events

    /// Sends the events of the block, by rising beats; at one beat ends of notes come first, then the tracks in their order.
    @_noAllocation @_noLocks
    private mutating func sendDue() {
        guard let plan else { return }
        let (parts, heap) = (plan.pointee.parts, plan.pointee.heap)
        // The rest comes with the next block.
        for _ in 0..<2 &* notesLeft {
            guard notesLeft > 0 else { return }
            let first = heap.count > 0 ? Int(heap[0]) : -1
            let nextBeat = first < 0 ? Double.infinity : parts[first].nextBeat
            let endBeat = endCount > 0 ? ends[0].beat : .infinity
            let due = min(nextBeat, endBeat)
            guard due < .infinity else { return }
            let place = frame(ofBeat: due)
            guard place < blockEnd else { return }
            // Below 0: of a block that had too many.
            let offset = place < frame ? 0 : place &- frame
            if endBeat <= nextBeat {
                send(popEnd(), atFrame: offset)
            } else {
                send(plan, first, atFrame: offset)
                parts[first].advance()
                plan.pointee.siftDown(0)
            }
        }
    }

    @_noAllocation @_noLocks
    private mutating func send(_ plan: UnsafeMutablePointer<SequencePlan>, _ part: Int, atFrame offset: Int64) {
        let track = plan.pointee.parts[part]
        let event = track.events[track.index]
        switch event.kind {
        case .note:
            guard track.isAudible, track.target >= 0 else { return }
            notesLeft &-= 1
            send(event.status, event.data1, event.data2, target: track.target, atFrame: offset)
            guard event.data2 > 0 else { return }
            if endCount == SequencerState.noteLimit { send(popEnd(), atFrame: offset) }
            push(
                PendingEnd(
                    beat: track.nextBeat + event.duration, track: track.id,
                    target: Int32(truncatingIfNeeded: track.target), status: 0x80 | event.status & 15, key: event.data1,
                    velocity: UInt8(truncatingIfNeeded: event.place)))
        case .message:
            if event.status >> 4 == 0xB && event.data1 == 64 && track.target < SequencerState.pedalLimit,
                track.target >= 0
            {
                let bit: UInt16 = 1 << UInt16(event.status & 15)
                if event.data2 >= 64 { pedals[track.target] |= bit } else { pedals[track.target] &= ~bit }
            }
            // A message with a note is silent on a muted track, like the track's notes.
            let isNote = event.status >> 4 == 9
            if isNote { notesLeft &-= 1 }
            if track.isAudible || !isNote {
                send(event.status, event.data1, event.data2, target: track.target, atFrame: offset)
            }
        case .bytes:
            guard track.target >= 0 else { return }
            if isExternal(track.target) { return depart(track, event, atFrame: offset) }
            let start = track.bytes + Int(event.place)
            send(
                (start + 4).assumingMemoryBound(to: UInt8.self), count: Int(start.load(as: UInt32.self)),
                target: track.target, atFrame: offset)
        case .parameter: send(track.parameters[Int(event.place)], track, atFrame: offset)
        case .user:
            if let user = plan.pointee.user {
                var message = SequenceUserMessage(
                    track: track.id, beat: event.beat, sliceStart: beat, sliceEnd: sliceEnd,
                    data: track.bytes + Int(event.place))
                _ = withUnsafeMutablePointer(to: &message) { user(UnsafeMutableRawPointer($0)) }
            }
            report(track, event)
        case .preset: report(track, event)
        }
    }

    @_noAllocation @_noLocks
    private func report(_ track: PlannedPart, _ event: PlannedEvent) {
        reports.report(SequencerReport(track: track.id, revision: track.revision, index: Int(event.index)))
    }

    @_noAllocation @_noLocks
    private func send(_ parameter: PlannedParameter, _ track: PlannedPart, atFrame offset: Int64) {
        guard track.target >= 0, let plan, let take = plan.pointee.targets[track.target].parameter else { return }
        let time = SequencerState.blockTime &+ offset
        var message = SequenceParameterMessage(
            time: time, rampFrameCount: 0, address: parameter.address, value: parameter.value)
        _ = withUnsafeMutablePointer(to: &message) { take(UnsafeMutableRawPointer($0)) }
        guard parameter.beats > 0 else { return }
        let end = frame(ofBeat: track.nextBeat + parameter.beats)
        let length = end &- frame &- offset
        guard length > 0, length < 1 << 31 else { return }
        message = SequenceParameterMessage(
            time: time, rampFrameCount: UInt32(length), address: parameter.address, value: parameter.nextValue)
        _ = withUnsafeMutablePointer(to: &message) { take(UnsafeMutableRawPointer($0)) }
    }

    /// The time of the first frame of the coming block: `AUEventSampleTimeImmediate`.
    private static var blockTime: Int64 { @_noAllocation @_noLocks get { -4_294_967_296 } }

    @_noAllocation @_noLocks
    private func send(_ end: PendingEnd, atFrame offset: Int64) {
        send(end.status, end.key, end.velocity, target: Int(end.target), atFrame: offset)
    }

    @_noAllocation @_noLocks
    private func send(_ status: UInt8, _ data1: UInt8, _ data2: UInt8, target: Int, atFrame offset: Int64) {
        var bytes = (status, data1, data2)
        let count = status & 0xE0 == 0xC0 ? 2 : 3
        withUnsafeMutablePointer(to: &bytes.0) { send($0, count: count, target: target, atFrame: offset) }
    }

    @_noAllocation @_noLocks
    private func send(_ bytes: UnsafePointer<UInt8>, count: Int, target: Int, atFrame offset: Int64) {
        guard let plan, target >= 0, target < plan.pointee.targets.count else { return }
        if isExternal(target) { return depart(bytes, count: count, target: target, atFrame: offset) }
        var message = MIDIBytesMessage(time: SequencerState.blockTime &+ offset, cable: 0, count: count, bytes: bytes)
        let take = plan.pointee.targets[target].bytes
        _ = withUnsafeMutablePointer(to: &message) { take(UnsafeMutableRawPointer($0)) }
    }

    // MARK: The heap of ends

    @_noAllocation @_noLocks
    private mutating func push(_ end: PendingEnd) {
        var place = endCount
        endCount &+= 1
        while place > 0, ends[(place &- 1) / 2].beat > end.beat {
            ends[place] = ends[(place &- 1) / 2]
            place = (place &- 1) / 2
        }
        ends[place] = end
    }

    /// Takes the end that comes first.
    @_noAllocation @_noLocks
    private mutating func popEnd() -> PendingEnd {
        let first = ends[0]
        endCount &-= 1
        let moved = ends[endCount]
        var place = 0
        while true {
            var child = place &* 2 &+ 1
            guard child < endCount else { break }
            if child &+ 1 < endCount, ends[child &+ 1].beat < ends[child].beat { child &+= 1 }
            guard ends[child].beat < moved.beat else { break }
            ends[place] = ends[child]
            place = child
        }
        ends[place] = moved
        return first
    }
}
