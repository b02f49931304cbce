import CKernels
import SordinoRealtime

extension NoteVoice {
    /// The samples that an interpolation looks at before and behind a place.
    @_noAllocation @_noLocks
    private static func surroundings(_ interpolation: NoteInterpolation) -> (before: Int, behind: Int, kind: Int32) {
        switch interpolation {
        case .none: (0, 0, CKERNELS_NOTE_NONE)
        case .linear: (0, 1, CKERNELS_NOTE_LINEAR)
        case .cubic: (1, 2, -1)
        case .sinc: (Int(CKERNELS_NOTE_TAPS) / 2 &- 1, Int(CKERNELS_NOTE_TAPS) / 2, CKERNELS_NOTE_SINC)
        }
    }

    /// Reads frames of the sample at the present pitch in any way; those of 24 bits one by one.
    ///
    /// - Parameters:
    ///   - out: Receives all of them; zeros from the sample's end on.
    ///   - table: `NoteInterpolation.sincTable`.
    @_noAllocation @_noLocks
    mutating func read(
        _ out: UnsafeMutablePointer<Float>, count: Int, by interpolation: NoteInterpolation,
        _ table: UnsafePointer<Float>
    ) {
        guard let zone else { return }
        let isDeep = zone.pointee.lowBytes != nil
        let way = Self.surroundings(interpolation)
        if way.kind < 0 && !isDeep { return read(out, count: count) }
        let (start, end) = isLooping ? (zone.pointee.loopStart, zone.pointee.loopEnd) : (0, zone.pointee.frameCount)
        var done = 0
        while done < count {
            var place = Int(truncatingIfNeeded: phase >> 32)
            if place >= end {
                guard isLooping else {
                    for frame in done..<count { out[frame] = 0 }
                    hasEnded = true
                    return
                }
                let whole = (place &- start) / (end &- start) &* (end &- start)
                phase &-= UInt64(truncatingIfNeeded: whole) << 32
                place &-= whole
                hasWrapped = true
            }
            let first = (isLooping && hasWrapped ? start : 0) &+ way.before
            if !isDeep && place >= first && place < end &- way.behind {
                let room = UInt64(truncatingIfNeeded: end &- way.behind) << 32 &- phase
                var frames = count &- done
                // A division takes longer than some frames do.
                if step &* UInt64(truncatingIfNeeded: frames &- 1) >= room {
                    frames = Int(truncatingIfNeeded: (room &- 1) / step) &+ 1
                }
                if zone.pointee.isFloat {
                    ckernels_note_other_float(
                        out + done, zone.pointee.samples.assumingMemoryBound(to: Float.self), phase, step, frames,
                        way.kind, table)
                } else {
                    ckernels_note_other_int16(
                        out + done, zone.pointee.samples.assumingMemoryBound(to: Int16.self), phase, step, frames,
                        way.kind, table)
                }
                phase &+= step &* UInt64(truncatingIfNeeded: frames)
                done &+= frames
            } else {
                out[done] = value(zone, place, interpolation, table)
                phase &+= step
                done &+= 1
            }
        }
    }

    /// One frame where samples around it are on the other side of a loop, are not there, or have 24 bits.
    @_noAllocation @_noLocks
    private func value(
        _ zone: UnsafePointer<PatchZone>, _ place: Int, _ interpolation: NoteInterpolation,
        _ table: UnsafePointer<Float>
    ) -> Float {
        let f = Float(UInt32(truncatingIfNeeded: phase) >> 8) * 0x1p-24
        let b = around(zone, place)
        switch interpolation {
        case .none: return b
        case .linear: return b + f * (around(zone, place &+ 1) - b)
        case .cubic:
            let a = around(zone, place &- 1)
            let c = around(zone, place &+ 1)
            let d = around(zone, place &+ 2)
            let straight = c - a / 3 - b / 2 - d / 6
            return b + f * (straight + f * ((a + c) / 2 - b + f * ((d - a) / 6 + (b - c) / 2)))
        case .sinc:
            let taps = Int(CKERNELS_NOTE_TAPS)
            let exact = f * Float(CKERNELS_NOTE_PHASES)
            let row = min(Int(exact), Int(CKERNELS_NOTE_PHASES) &- 1)
            let t = exact - Float(row)
            let weights = table + row &* taps
            var sum: Float = 0
            for tap in 0..<taps {
                let weight = weights[tap] + t * (weights[tap &+ taps] - weights[tap])
                sum += weight * around(zone, place &+ tap &- (taps / 2 &- 1))
            }
            return sum
        }
    }

    /// The sample at a place, which may be on the other side of the loop; 0 outside of the recording.
    @_noAllocation @_noLocks
    private func around(_ zone: UnsafePointer<PatchZone>, _ index: Int) -> Float {
        var index = index
        if isLooping {
            let (start, end) = (zone.pointee.loopStart, zone.pointee.loopEnd)
            let length = end &- start
            if index >= end {
                index = start &+ (index &- start) % length
            } else if hasWrapped && index < start {
                index = start &+ ((index &- start) % length &+ length) % length
            }
        }
        guard index >= 0 && index < zone.pointee.frameCount else { return 0 }
        if zone.pointee.isFloat { return zone.pointee.samples.assumingMemoryBound(to: Float.self)[index] }
        let high = Int32(zone.pointee.samples.assumingMemoryBound(to: Int16.self)[index])
        guard let low = zone.pointee.lowBytes else { return Float(high) * 0x1p-15 }
        return Float(high << 8 | Int32(low[index])) * 0x1p-23
    }
}
