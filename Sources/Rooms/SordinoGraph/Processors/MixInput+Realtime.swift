import SordinoSignal
import Synchronization

extension MixInputState {
    /// Reads the settings changed since the last block and sets the gains' targets.
    ///
    /// - Returns: Whether every gain rests for the coming block.
    @_noAllocation @_noLocks
    mutating func aim(sampleRate: Double) -> Bool {
        let volume = setting.pointee.volume.load(ordering: .acquiring)
        let pan = setting.pointee.pan.load(ordering: .relaxed)
        if isResting && volume == seenVolume && pan == seenPan { return true }
        (seenVolume, seenPan) = (volume, pan)
        setOut(volume: Float(bitPattern: volume), pan: Float(bitPattern: pan), sampleRate: sampleRate)
        return isResting
    }

    @_noAllocation @_noLocks
    private mutating func setOut(volume: Float, pan: Float, sampleRate: Double) {
        let (left, right) = Gains.balance(pan: pan)
        let seconds = Float(bitPattern: setting.pointee.glideSeconds.load(ordering: .relaxed))
        if !isSet {
            isSet = true
            let first = seconds > 0 ? Float(bitPattern: setting.pointee.origin.load(ordering: .relaxed)) : volume
            self.left.jump(to: first * left)
            self.right.jump(to: first * right)
            rest.jump(to: first)
        }
        let frames =
            seconds > 0 ? nearestInteger(Double(seconds) * sampleRate) : Int64(glideFrames(sampleRate: sampleRate))
        self.left.aim(at: volume * left, frames: Int(frames))
        self.right.aim(at: volume * right, frames: Int(frames))
        rest.aim(at: volume, frames: Int(frames))
        look()
    }

    /// Lets a block pass.
    @_noAllocation @_noLocks
    mutating func advance(_ frames: Int) {
        if isResting { return }
        left.advance(frames)
        right.advance(frames)
        rest.advance(frames)
        look()
    }

    @_noAllocation @_noLocks
    private mutating func look() {
        isResting = !left.isGliding && !right.isGliding && !rest.isGliding
        (leftGain, rightGain) = (left.target, right.target)
    }

    /// The ramp of one output channel; with a single one there is no pan.
    @_noAllocation @_noLocks
    func ramp(output channel: Int, of channelCount: Int, _ sides: PanSides) -> GainRamp {
        switch sides.side(of: channel, of: channelCount) {
        case 0: left
        case 1: right
        default: rest
        }
    }
}

extension PanSides {
    /// 0 for the left channel, 1 for the right one, 2 for all others and for a single one.
    @_noAllocation @_noLocks
    func side(of channel: Int, of channelCount: Int) -> Int {
        channelCount == 1 ? 2 : channel == left ? 0 : channel == right ? 1 : 2
    }
}

/// How long a change of volume or pan glides while sound is rendered, in frames: 10 ms, long enough not to click, short
/// enough to be at once.
@_noAllocation @_noLocks
package func glideFrames(sampleRate: Double) -> Int { Int(0.01 * sampleRate) }

extension GainRamp {
    /// Glides to `gain` unless it rests there or is on its way.
    @_noAllocation @_noLocks
    mutating func aim(at gain: Float, frames: Int) {
        if gain != target { glide(to: gain, frames: frames) }
    }
}
