import SordinoSignal
import Synchronization

extension MixInputState {
    /// Reads what was set since the last block and sets out for it.
    @_noAllocation @_noLocks
    mutating func aim(sampleRate: Double) {
        let volume = Float(bitPattern: setting.pointee.volume.load(ordering: .relaxed))
        let (left, right) = Gains.balance(pan: Float(bitPattern: setting.pointee.pan.load(ordering: .relaxed)))
        if !isSet {
            isSet = true
            self.left.jump(to: volume * left)
            self.right.jump(to: volume * right)
            rest.jump(to: volume)
            return
        }
        let frames = glideFrames(sampleRate: sampleRate)
        self.left.aim(at: volume * left, frames: frames)
        self.right.aim(at: volume * right, frames: frames)
        rest.aim(at: volume, frames: frames)
    }

    /// Lets a block pass.
    @_noAllocation @_noLocks
    mutating func advance(_ frames: Int) {
        left.advance(frames)
        right.advance(frames)
        rest.advance(frames)
    }

    /// The ramp of one output channel; with a single one there is no pan.
    @_noAllocation @_noLocks
    func ramp(output channel: Int, of channelCount: Int) -> GainRamp {
        channelCount == 1 || channel > 1 ? rest : channel == 0 ? left : right
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
