import Synchronization

/// The render thread's way through the list.
extension PlayerState {
    /// Reports to the control side which items may be freed; a sound that ended in the last block may have been read
    /// until now.
    @_noAllocation @_noLocks
    func release() {
        if let item = current, item.pointee.isStream, let ring = item.pointee.streamRing { ring.pointee.release() }
        let sequence = current?.pointee.sequence ?? (tail.pointee.sequence &+ 1)
        news.pointee.neededFrom.store(sequence, ordering: .releasing)
    }

    /// Takes in the entries that were appended since the last block.
    ///
    /// - Parameter nodeTime: The first frame of this block.
    @_noAllocation @_noLocks
    mutating func arrive(nodeTime: Int64) {
        while let item = next(of: tail) {
            tail = item
            switch item.pointee.kind {
            case .head: break
            case .buffer, .stream:
                if current == nil { take(item) }
                if item.pointee.options.has(.interrupts) || item.pointee.options.has(.interruptsAtLoop) {
                    offerInterruption(item)
                }
            case .play:
                if !isPlaying { play(item) }
            case .pause: pause(fadeSeconds: item.pointee.fadeSeconds)
            case .settle: settleFades()
            case .stop:
                flush(before: nil, nodeTime: nodeTime)
                pause(fadeSeconds: 0)
                playerTime = 0
            case .rewind:
                position = 0
                isStarted = false
                settleFades()
                startFrame = nil
                startHostNanoseconds = nil
                playerTime = 0
            }
        }
    }

    /// The entry after this one.
    @_noAllocation @_noLocks
    private func next(of item: UnsafeMutablePointer<PlayerItem>) -> UnsafeMutablePointer<PlayerItem>? {
        UnsafeMutablePointer(bitPattern: item.pointee.next.load(ordering: .acquiring))
    }

    /// The next sound after this entry that has arrived.
    @_noAllocation @_noLocks
    private func nextSound(after item: UnsafeMutablePointer<PlayerItem>) -> UnsafeMutablePointer<PlayerItem>? {
        var item = item
        while item != tail, let following = next(of: item) {
            item = following
            if item.pointee.isSound { return item }
        }
        return nil
    }

    @_noAllocation @_noLocks
    private mutating func take(_ item: UnsafeMutablePointer<PlayerItem>?) {
        current = item
        position = 0
        if interrupting == item { interrupting = nil }
    }

    /// The earliest interruption counts; one without a time is due now, and drops those before it.
    @_noAllocation @_noLocks
    private mutating func offerInterruption(_ item: UnsafeMutablePointer<PlayerItem>) {
        if item == current { return }
        guard let present = interrupting else {
            interrupting = item
            return
        }
        guard item.pointee.options.has(.interrupts) else { return }
        guard let time = item.pointee.startFrame else {
            interrupting = item
            return
        }
        if let presentTime = present.pointee.startFrame {
            if time < presentTime { interrupting = item }
        } else if present.pointee.options.has(.interruptsAtLoop) {
            interrupting = item
        }
    }

    /// Ends everything before `item`, which then plays; nil ends all that has arrived.
    @_noAllocation @_noLocks
    mutating func flush(before item: UnsafeMutablePointer<PlayerItem>?, nodeTime: Int64) {
        while let ending = current, ending != item {
            end(ending, PlayerProgress.flushed, nodeTime: nodeTime)
            current = nextSound(after: ending)
        }
        position = 0
        interrupting = nil
        guard let item else { return }
        // Other interruptions may stand behind the one that has come.
        var later = nextSound(after: item)
        while let sound = later {
            if sound.pointee.options.has(.interrupts) || sound.pointee.options.has(.interruptsAtLoop) {
                offerInterruption(sound)
            }
            later = nextSound(after: sound)
        }
    }

    /// The current sound has been played to its end.
    @_noAllocation @_noLocks
    mutating func finishCurrent(nodeTime: Int64) {
        guard let ended = current else { return }
        end(ended, PlayerProgress.consumed, nodeTime: nodeTime)
        take(nextSound(after: ended))
    }

    @_noAllocation @_noLocks
    private mutating func end(_ item: UnsafeMutablePointer<PlayerItem>, _ progress: Int, nodeTime: Int64) {
        needsService = true
        item.pointee.endedAt = nodeTime
        item.pointee.progress.store(progress, ordering: .releasing)
    }
}
