/// Finds the moments at which something is struck: a sudden rise of the energy of the differences between samples.
///
/// Steps from sample to sample weigh high frequencies more, where attacks show first. A block counts as an onset when
/// it holds several times the energy of any block of the last twenty milliseconds, so that neither noise nor the
/// beating of tones does.
struct OnsetDetector {
    /// Frames of a block: 1.3 ms.
    let blockFrames: Int
    /// The number of further input frames that decide whether there is an onset.
    let lookaheadFrames: Int
    /// Energies of the last blocks, newest last.
    let energies: UnsafeMutablePointer<Float>
    let steps: UnsafeMutablePointer<Float>
    let onsets: UnsafeMutablePointer<Int>
    /// For each onset, a bit for every band in which the energy rises; known from `judgedCount` onsets.
    let risingBands: UnsafeMutablePointer<UInt32>
    var judgedCount = 0
    let channelCount: Int
    /// Energy that is taken for silence: steps of -90 dB.
    let silence: Float
    /// Input frames that have been looked at.
    var frame = 0
    var rest = 0
    var onsetCount = 0

    /// - Thread: control, as it allocates.
    init(channelCount: Int, sampleRate: Double) {
        self.channelCount = channelCount
        var frames = 64
        while Double(frames) * 48_000 > 1.5 * 64 * sampleRate, frames > 8 { frames /= 2 }
        while Double(frames) * 48_000 < 0.75 * 64 * sampleRate, frames < 512 { frames *= 2 }
        blockFrames = frames
        lookaheadFrames = 10 * frames
        silence = 1e-9 * Float(frames * channelCount)
        energies = .allocate(capacity: Self.pastBlocks + 2)
        energies.initialize(repeating: 0, count: Self.pastBlocks + 2)
        steps = .allocate(capacity: 2 * frames)
        steps.initialize(repeating: 0, count: 2 * frames)
        onsets = .allocate(capacity: Self.onsetLimit)
        onsets.initialize(repeating: 0, count: Self.onsetLimit)
        risingBands = .allocate(capacity: Self.onsetLimit)
        risingBands.initialize(repeating: 0, count: Self.onsetLimit)
    }

    func deallocate() {
        energies.deallocate()
        steps.deallocate()
        onsets.deallocate()
        risingBands.deallocate()
    }
}
