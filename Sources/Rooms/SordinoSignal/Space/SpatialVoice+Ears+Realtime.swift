import CKernels
import SordinoRealtime

extension SpatialVoice {
    /// Adds the voice to the mixes of its heads, and takes the next path where the voice moves.
    @_noAllocation @_noLocks
    mutating func hear(
        _ samples: UnsafePointer<Float>, _ start: Int, _ count: Int, _ isMoving: Bool, _ wish: VoiceWish,
        _ scene: VoiceScene
    ) {
        let (old, next) = (
            EarPath(memory + pair &* EarPath.floatCount), EarPath(memory + (1 &- pair) &* EarPath.floatCount)
        )
        let heard = EarStep(path: old, delays: delays)
        if !isMoving {
            stay(samples, start, count, heard, scene.heads.mix(of: heardHead))
            return
        }
        let later = EarStep(path: next, delays: nextDelays)
        let mix = scene.heads.mix(of: wish.head)
        let goesToEars = wish.way.isEars
        if isInEars, !goesToEars {
            fade(samples, start, count, heard, scene.heads.mix(of: heardHead), grows: false)
        } else if isInEars, heardHead.number != wish.head.number {
            fade(samples, start, count, heard, scene.heads.mix(of: heardHead), grows: false)
            fade(samples, start, count, later, mix, grows: true)
        } else if isInEars {
            glide(samples, start, count, heard, later, mix)
        } else if isFresh {
            // The first piece after a reset starts at full gain, without a fade.
            stay(samples, start, count, later, mix)
        } else {
            fade(samples, start, count, later, mix, grows: true)
        }
        (pair, delays, isInEars, heardHead) = (1 &- pair, nextDelays, goesToEars, wish.head)
    }

    /// One path, all the time.
    @_noAllocation @_noLocks
    private func stay(
        _ samples: UnsafePointer<Float>, _ start: Int, _ count: Int, _ step: EarStep,
        _ mix: UnsafeMutablePointer<EarMix>
    ) {
        var done = 0
        while done < count {
            let (segment, frames) = Self.segment(start, done, count)
            mix.pointee.open(segment, frameCount: frames)
            for ear in 0..<2 {
                ckernels_ear_row(
                    mix.pointee.row(segment, ear), samples + done - step.delay(ear), step.path.weights(ear), frames)
                Mixing.copy(step.path.shares(ear), into: mix.pointee.rowShares(segment, ear), frameCount: 32)
            }
            mix.pointee.close(segment, rows: 1)
            done &+= frames
        }
    }

    /// From one path to another of the same head.
    @_noAllocation @_noLocks
    private func glide(
        _ samples: UnsafePointer<Float>, _ start: Int, _ count: Int, _ old: EarStep, _ new: EarStep,
        _ mix: UnsafeMutablePointer<EarMix>
    ) {
        let share = 1 / Float(count)
        for ear in 0..<2 { Self.align(old, new, ear) }
        var done = 0
        while done < count {
            let (segment, frames) = Self.segment(start, done, count)
            mix.pointee.open(segment, frameCount: frames)
            for ear in 0..<2 {
                var (from, to) = (old.delay(ear), new.delay(ear))
                // Aligned: both are read from the same frames.
                if abs(from &- to) == 1 { (from, to) = (min(from, to), min(from, to)) }
                ckernels_ear_rows(
                    mix.pointee.row(segment, ear), mix.pointee.row(segment, ear, next: 1), samples + done - from,
                    old.path.weights(ear), samples + done - to, new.path.weights(ear),
                    Int32(truncatingIfNeeded: done &+ 1),
                    share, frames)
                let (a, b) = (old.path.shares(ear), new.path.shares(ear))
                let (first, second) = (
                    mix.pointee.rowShares(segment, ear), mix.pointee.rowShares(segment, ear, next: 1)
                )
                Mixing.copy(a, into: first, frameCount: 32)
                for item in 0..<32 { second[item] = b[item] - a[item] }
            }
            mix.pointee.close(segment, rows: 2)
            done &+= frames
        }
        for ear in 0..<2 { Self.restore(old, new, ear) }
    }

    /// Fades one path in or out.
    @_noAllocation @_noLocks
    private func fade(
        _ samples: UnsafePointer<Float>, _ start: Int, _ count: Int, _ step: EarStep,
        _ mix: UnsafeMutablePointer<EarMix>,
        grows: Bool
    ) {
        let share = 1 / Float(count)
        var done = 0
        while done < count {
            let (segment, frames) = Self.segment(start, done, count)
            mix.pointee.open(segment, frameCount: frames)
            for ear in 0..<2 {
                let (place, weights) = (samples + done - step.delay(ear), step.path.weights(ear))
                ckernels_ear_rows(
                    mix.pointee.row(segment, ear), mix.pointee.row(segment, ear, next: 1), place, weights, place,
                    weights,
                    Int32(truncatingIfNeeded: done &+ 1), share, frames)
                let shares = step.path.shares(ear)
                let (first, second) = (
                    mix.pointee.rowShares(segment, ear), mix.pointee.rowShares(segment, ear, next: 1)
                )
                for item in 0..<32 {
                    first[item] = grows ? 0 : shares[item]
                    second[item] = grows ? shares[item] : 0 - shares[item]
                }
            }
            mix.pointee.close(segment, rows: 2)
            done &+= frames
        }
    }

    /// The segment in which a frame of a piece lies, and how many frames of it are rendered from there.
    @_noAllocation @_noLocks
    private static func segment(_ start: Int, _ done: Int, _ count: Int) -> (Int, Int) {
        let first = start &+ done
        let segment = first / EarMix.segmentFrames
        return (segment, min((segment &+ 1) &* EarMix.segmentFrames &- first, count &- done))
    }

    /// Moves the weights of the later of two delays that are a frame apart back by one, so that both start from the
    /// same frame.
    @_noAllocation @_noLocks
    private static func align(_ old: EarStep, _ new: EarStep, _ ear: Int) {
        let way = new.delay(ear) &- old.delay(ear)
        if abs(way) != 1 { return }
        let weights = way > 0 ? new.path.weights(ear) : old.path.weights(ear)
        for index in 0..<8 { weights[8 &- index] = weights[7 &- index] }
        weights[0] = 0
    }

    @_noAllocation @_noLocks
    private static func restore(_ old: EarStep, _ new: EarStep, _ ear: Int) {
        let way = new.delay(ear) &- old.delay(ear)
        if way != 1 { return }
        let weights = new.path.weights(ear)
        for index in 0..<8 { weights[index] = weights[index &+ 1] }
        weights[8] = 0
    }
}

/// A path to the ears with its delays.
private struct EarStep: BitwiseCopyable {
    let path: EarPath
    let delays: EarDelays

    @_noAllocation @_noLocks
    init(path: EarPath, delays: EarDelays) { (self.path, self.delays) = (path, delays) }

    @_noAllocation @_noLocks
    func delay(_ ear: Int) -> Int { ear == 0 ? delays.left : delays.right }
}
