import SordinoSignal
import Synchronization

extension PlannedLine {
    /// Begins a block in which nothing has entered.
    @_noAllocation @_noLocks
    func beginBlock() {
        for channel in 0..<channelCount { written[channel] = false }
    }

    /// Takes the block that was mixed, and puts the block that leaves in its place.
    ///
    /// - Returns: False if nothing leaves.
    @_noAllocation @_noLocks
    func turn(frameCount: Int) -> Bool {
        var hasEntered = false
        for channel in 0..<channelCount where written[channel] { hasEntered = true }
        let wasSounding = cell.pointee.isSounding.load(ordering: .relaxed)
        // Older sound is over.
        if !wasSounding { cell.pointee.pastFrames = 0 }
        adoptDelay(fades: wasSounding, frameCount: frameCount)
        if hasEntered { cell.pointee.framesLeft = max(cell.pointee.framesLeft, cell.pointee.longest &+ frameCount) }
        let isSounding = cell.pointee.framesLeft > 0
        cell.pointee.isSounding.store(isSounding, ordering: .releasing)
        guard isSounding else { return false }
        let place = cell.pointee.place
        for channel in 0..<channelCount {
            // The oldest frames become those of the ends of sounds.
            clear(channel, from: place &+ fadeFrames, frameCount: frameCount)
            if written[channel] {
                let first = min(frameCount, capacity &- place)
                let (mix, ring) = (mix[channel], ring[channel])
                pour(mix, times: 1, into: ring + place, adding: true, frameCount: first)
                pour(mix + first, times: 1, into: ring, adding: true, frameCount: frameCount &- first)
            }
            leave(channel, frameCount: frameCount)
        }
        cell.pointee.place = (place &+ frameCount) % capacity
        cell.pointee.pastFrames = min(cell.pointee.pastFrames &+ frameCount, reachFrames)
        cell.pointee.framesLeft = max(cell.pointee.framesLeft &- frameCount, 0)
        if cell.pointee.fadedFrames >= 0 {
            cell.pointee.fadedFrames = min(cell.pointee.fadedFrames &+ frameCount, fadeFrames)
            if cell.pointee.fadedFrames == fadeFrames { land() }
        }
        return true
    }

    /// Begins to fade to the delay of the plan; one fade ends before the next begins.
    @_noAllocation @_noLocks
    private func adoptDelay(fades: Bool, frameCount: Int) {
        if !fades, cell.pointee.fadedFrames >= 0 { land() }
        guard cell.pointee.fadedFrames < 0, cell.pointee.serial != serial else { return }
        cell.pointee.serial = serial
        cell.pointee.next = delayFrames
        guard fades, delayFrames != cell.pointee.delay else {
            land()
            return
        }
        cell.pointee.fadedFrames = 0
        cell.pointee.framesLeft = max(cell.pointee.framesLeft, delayFrames &+ frameCount)
    }

    @_noAllocation @_noLocks
    private func land() {
        cell.pointee.delay = cell.pointee.next
        cell.pointee.fadedFrames = -1
        cell.pointee.landed.store(cell.pointee.serial, ordering: .releasing)
    }

    /// Puts the block that leaves into the mix of a channel.
    @_noAllocation @_noLocks
    private func leave(_ channel: Int, frameCount: Int) {
        let mix = mix[channel]
        let faded = cell.pointee.fadedFrames
        guard faded >= 0 else {
            copy(channel, delay: cell.pointee.delay, from: 0, into: mix, frameCount: frameCount)
            return
        }
        let fading = min(frameCount, fadeFrames &- faded)
        for frame in 0..<fading {
            let (old, new) = (
                sample(channel, delay: cell.pointee.delay, frame), sample(channel, delay: cell.pointee.next, frame)
            )
            mix[frame] = old + (new - old) * Float(faded &+ frame &+ 1) / Float(fadeFrames)
        }
        copy(channel, delay: cell.pointee.next, from: fading, into: mix + fading, frameCount: frameCount &- fading)
    }

    /// A sample of the block that leaves after a delay.
    @_noAllocation @_noLocks
    private func sample(_ channel: Int, delay: Int, _ frame: Int) -> Float {
        guard delay &- frame <= cell.pointee.pastFrames else { return 0 }
        return ring[channel][(cell.pointee.place &+ capacity &- delay &+ frame) % capacity]
    }

    /// Copies frames of the block that leaves after a delay.
    @_noAllocation @_noLocks
    private func copy(
        _ channel: Int, delay: Int, from start: Int, into target: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        let silent = min(max(delay &- start &- cell.pointee.pastFrames, 0), frameCount)
        Mixing.clear(target, frameCount: silent)
        let count = frameCount &- silent
        let exit = (cell.pointee.place &+ capacity &- delay &+ start &+ silent) % capacity
        let first = min(count, capacity &- exit)
        Mixing.copy(ring[channel] + exit, into: target + silent, frameCount: first)
        Mixing.copy(ring[channel], into: target + silent + first, frameCount: count &- first)
    }

    @_noAllocation @_noLocks
    private func clear(_ channel: Int, from start: Int, frameCount: Int) {
        let start = start % capacity
        let first = min(frameCount, capacity &- start)
        Mixing.clear(ring[channel] + start, frameCount: first)
        Mixing.clear(ring[channel], frameCount: frameCount &- first)
    }
}
