import SordinoRealtime
import SordinoSignal

/// The way of a source's sound to the listener: it is heard as much later as sound takes for the distance, so a source
/// that comes nearer sounds higher and one that goes away lower.
///
/// The delay follows the distance within a twentieth of a second, no faster than makes the sound an octave higher or
/// lower. Distances beyond `metresLimit` count as that.
struct DopplerLine: BitwiseCopyable {
    /// The flag of `AU3DMixerRenderingFlags` that asks for it.
    static var flag: UInt32 { @_noAllocation @_noLocks get { 2 } }
    /// Metres a second, in air of 20 degrees.
    static var speedOfSound: Float { @_noAllocation @_noLocks get { 343.2 } }
    /// One second of sound.
    static var metresLimit: Float { @_noAllocation @_noLocks get { 343.2 } }

    /// A bus of one channel over the line's output.
    let output: UnsafeMutablePointer<BusBuffer>
    let sampleRate: Float
    let samples: UnsafeMutablePointer<Float>
    /// A power of two less one.
    let mask: Int
    var position = 0
    /// Frames between the places of writing and reading.
    var delay = 0.0
    /// Indicates whether the delay has been set once.
    var isSet = false
    /// Frames of silence that were written since the last sound.
    var quietFrames = Int.max / 2

    /// Makes a silent line.
    ///
    /// - Parameter memory: Keeps everything that it points to.
    /// - Thread: control.
    init(sampleRate: Double, maximumFrameCount: Int, memory: UnitMemory) {
        var length = 1
        while length < Int(sampleRate) + 2 * maximumFrameCount + 8 { length *= 2 }
        samples = memory.floats(length)
        mask = length - 1
        self.sampleRate = Float(sampleRate)
        let planes = memory.planes(1, frameCount: maximumFrameCount)
        output = memory.copies(of: BusBuffer(channels: planes, own: planes, channelCount: 1), count: 1)
    }
}
