import SordinoRealtime
import SordinoSignal

/// Runs the step of the equaliser: `state` is a `UnitState<NBandEQKernel>`, `io` a `StepIO`.
@_noAllocation @_noLocks
func runNBandEQ(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let unit = state.assumingMemoryBound(to: UnitState<NBandEQKernel>.self)
    runUnit(
        state, io, filters: unit.pointee.kernel.cascade, aim: { unit.pointee.kernel.aim($0, frames: $1) },
        render: { unit.pointee.kernel.render($0) })
}

extension NBandEQKernel {
    @_noAllocation @_noLocks
    mutating func clear() { cascade.clear() }

    /// Sets targets from the parameters; slots: the gain over all, then five for each band.
    @_noAllocation @_noLocks
    mutating func aim(_ values: ParameterValues, frames: Int) {
        if values.hasChanged(0) {
            let factor = RealtimeMath.pow(10, values[0] / 20)
            if frames > 0 { gain.glide(to: factor, frames: frames) } else { gain.jump(to: factor) }
        }
        for band in 0..<bandCount {
            let slot = 1 &+ band &* 5
            guard values.hasChanged(slot..<slot &+ 5) else { continue }
            let section = NBandEQKernel.section(
                isBypassed: values[slot] >= 0.5, kind: values[slot &+ 1], hertz: values[slot &+ 2],
                decibels: values[slot &+ 3], octaves: values[slot &+ 4], sampleRate: sampleRate)
            cascade.aim(band, at: section, frames: frames)
        }
    }

    @_noAllocation @_noLocks
    mutating func render(_ piece: UnitPiece) {
        cascade.render(piece)
        if !gain.isUnity {
            for channel in 0..<piece.channelCount {
                gain.scale(piece.outputs[channel], into: piece.outputs[channel], frameCount: piece.frameCount)
            }
            gain.advance(piece.frameCount)
        }
    }

    /// The section of one band.
    @_noAllocation @_noLocks
    static func section(
        isBypassed: Bool, kind: Float, hertz: Float, decibels: Float, octaves: Float, sampleRate: Double
    ) -> Biquad {
        if isBypassed { return Biquad() }
        let (hertz, decibels) = (Double(hertz), Double(decibels))
        let plain = BiquadCorner(hertz: hertz, q: .butterworthQ, sampleRate: sampleRate)
        let wide = BiquadCorner(hertz: hertz, octaves: Double(octaves), sampleRate: sampleRate)
        switch Int(kind) {
        case 1: return .lowPass(plain)
        case 2: return .highPass(plain)
        case 3: return .lowPass(wide)
        case 4: return .highPass(wide)
        case 5: return .bandPass(wide)
        case 6: return .bandStop(wide)
        case 7: return .lowShelf(plain, decibels: decibels)
        case 8: return .highShelf(plain, decibels: decibels)
        case 9: return .lowShelf(wide, decibels: decibels)
        case 10: return .highShelf(wide, decibels: decibels)
        default: return .peak(wide, decibels: decibels)
        }
    }
}
