import CKernels
import SordinoRealtime

extension EarMix {
    /// Clears the lines: everything that was added and not yet put out is dropped.
    @_noAllocation @_noLocks
    package mutating func reset() {
        Mixing.clear(lines, frameCount: 2 &* head.componentCount &* lineFrames)
        for segment in 0..<Self.pieceFrames / Self.segmentFrames { counts[segment] = 0 }
        (quietFrames, hasRows) = (Int.max / 2, false)
    }

    /// Indicates whether nothing is left to be heard.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get { !hasRows && quietFrames >= pastFrames }
    }

    private var lineFrames: Int {
        @_noAllocation @_noLocks get { pastFrames &+ Self.pieceFrames }
    }

    /// Makes room for two rows of each ear in a segment.
    ///
    /// - Parameter frameCount: Frames of the segment.
    @_noAllocation @_noLocks
    mutating func open(_ segment: Int, frameCount: Int) {
        hasRows = true
        if counts[segment] > Self.rowLimit &- 2 { add(segment, frameCount) }
    }

    /// A row of an ear that is to be filled; `next` counts rows from the first that is free.
    @_noAllocation @_noLocks
    func row(_ segment: Int, _ ear: Int, next: Int = 0) -> UnsafeMutablePointer<Float> {
        rows + ((segment &* 2 &+ ear) &* Self.rowLimit &+ counts[segment] &+ next) &* Self.segmentFrames
    }

    /// The shares of that row.
    @_noAllocation @_noLocks
    func rowShares(_ segment: Int, _ ear: Int, next: Int = 0) -> UnsafeMutablePointer<Float> {
        shares
            + ((segment &* 2 &+ ear) &* Self.rowLimit &+ counts[segment] &+ next) &* HeadTableView.componentLimit
    }

    /// Counts rows of both ears that were filled.
    @_noAllocation @_noLocks
    func close(_ segment: Int, rows: Int) { counts[segment] &+= rows }

    /// Adds the rows of a segment to the lines.
    @_noAllocation @_noLocks
    private func add(_ segment: Int, _ frameCount: Int) {
        let count = counts[segment]
        if count == 0 { return }
        let limit = HeadTableView.componentLimit
        for ear in 0..<2 {
            let first = (segment &* 2 &+ ear) &* Self.rowLimit
            ckernels_products_add(
                lines + ear &* head.componentCount &* lineFrames + pastFrames + segment &* Self.segmentFrames,
                lineFrames,
                UnsafePointer(shares + first &* limit), limit, 1, UnsafePointer(rows + first &* Self.segmentFrames),
                Self.segmentFrames, count, head.componentCount, frameCount)
        }
        counts[segment] = 0
    }

    /// Adds a piece of the sound at both ears to two planes; returns whether there was any.
    ///
    /// - Parameter frameCount: Frames that the voices have rendered, `pieceFrames` at most.
    @_noAllocation @_noLocks
    package mutating func finish(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
    ) -> Bool {
        if isAtRest { return false }
        var start = 0
        while start < frameCount {
            add(start / Self.segmentFrames, min(Self.segmentFrames, frameCount &- start))
            start &+= Self.segmentFrames
        }
        for ear in 0..<2 {
            let out = ear == 0 ? left : right
            for component in 0..<head.componentCount {
                let line = lines + (ear &* head.componentCount &+ component) &* lineFrames
                ckernels_ear_add(
                    out, line + pastFrames, head.components + component &* head.tapCount, head.tapCount, frameCount)
                goOn(line, frameCount)
            }
        }
        quietFrames = hasRows ? 0 : min(quietFrames &+ frameCount, Int.max / 2)
        hasRows = false
        return true
    }

    /// Makes the piece the past.
    @_noAllocation @_noLocks
    private func goOn(_ line: UnsafeMutablePointer<Float>, _ frameCount: Int) {
        // Forwards, in its order, which is right where the two overlap.
        UnsafeMutableRawPointer(line).copyMemory(from: line + frameCount, byteCount: pastFrames &* 4)
        Mixing.clear(line + pastFrames, frameCount: frameCount)
    }
}

extension HeadMixes {
    /// Adds a piece of the sound at the ears of all heads to two planes; returns whether there was any.
    @_noAllocation @_noLocks
    package func finish(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
    ) -> Bool {
        var isHeard = sphere.pointee.finish(left: left, right: right, frameCount: frameCount)
        if plain != sphere, plain.pointee.finish(left: left, right: right, frameCount: frameCount) { isHeard = true }
        if fine != plain, fine.pointee.finish(left: left, right: right, frameCount: frameCount) { isHeard = true }
        if own != fine, own.pointee.finish(left: left, right: right, frameCount: frameCount) { isHeard = true }
        return isHeard
    }

    /// Indicates whether nothing is left to be heard.
    package var isAtRest: Bool {
        @_noAllocation @_noLocks get {
            sphere.pointee.isAtRest && plain.pointee.isAtRest && fine.pointee.isAtRest && own.pointee.isAtRest
        }
    }

    /// Clears the mixes of all heads.
    @_noAllocation @_noLocks
    package func reset() {
        sphere.pointee.reset()
        plain.pointee.reset()
        fine.pointee.reset()
        own.pointee.reset()
    }

    @_noAllocation @_noLocks
    func mix(of head: VoiceHead) -> UnsafeMutablePointer<EarMix> {
        switch head {
        case .sphere: sphere
        case .plain: plain
        case .fine: fine
        case .own: own
        }
    }
}
