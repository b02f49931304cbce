import SordinoPolicy
import SordinoRealtime

/// The part of a virtual port that the render thread uses.
struct VirtualPortCell {
    /// An output after the device's volume.
    let air: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let channelCount: Int
    /// Nothing goes through until it is mended.
    var isFailing = false
    /// Blocks that the port is yet to miss.
    var blocksToMiss = 0
    /// Blocks that the port has missed.
    var missedBlocks = 0
    /// The recent samples of an output, kept while they reach a microphone.
    var history: UnsafeMutablePointer<PortHistory>?
    /// The factor of an input's samples, and its value in the block before.
    var gain: Float = 1
    var lastGain: Float = 1
    /// Fade-outs of stopped streams, to be added to the next frames.
    let tail: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The number of frames in `tail`, and of those already played.
    var tailFrames = 0
    var tailDone = 0
    /// The sources at the microphone of an input.
    var voices: UnsafeMutableBufferPointer<MicrophoneVoice>
}

/// A port of the virtual device: the control side, and the memory of the cell.
///
/// The members that the render thread reads are changed only under the device's render gate.
final class VirtualPort: @unchecked Sendable {
    let cell: UnsafeMutablePointer<VirtualPortCell>
    /// After the device's volume.
    let air: PlanarBuffer
    private let tail: PlanarBuffer
    /// Set when the port is on the stage.
    var stagePort: StagePort?
    private var historyMemory: PortHistoryMemory?
    private var voices: MicrophoneVoices

    init(_ port: Port, frameCapacity: Int) {
        air = PlanarBuffer(channelCount: port.channels.count, frameCapacity: frameCapacity)
        tail = PlanarBuffer(channelCount: port.channels.count, frameCapacity: Self.tailCapacity)
        voices = MicrophoneVoices([]) { _ in nil }
        cell = .allocate(capacity: 1)
        cell.initialize(
            to: VirtualPortCell(
                air: air.channels, channelCount: port.channels.count, tail: tail.channels, voices: voices.voices))
    }

    deinit { cell.deallocate() }

    /// The port's history, which is written from now on.
    func remember() -> PortHistoryMemory {
        let memory = historyMemory ?? PortHistoryMemory()
        historyMemory = memory
        cell.pointee.history = memory.history
        return memory
    }

    /// Frames of the longest fade, at 768 kHz.
    private static let tailCapacity = 4_096

    /// Adds a fade-out to the next frames.
    func add(tail added: [[Float]]) {
        let count = min(added.first?.count ?? 0, Self.tailCapacity)
        let (left, done) = (cell.pointee.tailFrames - cell.pointee.tailDone, cell.pointee.tailDone)
        for channel in 0..<min(added.count, cell.pointee.channelCount) {
            let samples = cell.pointee.tail[channel]
            for frame in 0..<max(count, left) {
                let old = frame < left ? samples[done + frame] : 0
                samples[frame] = old + (frame < count ? added[channel][frame] : 0)
            }
        }
        (cell.pointee.tailFrames, cell.pointee.tailDone) = (max(count, left), 0)
    }

    func hear(_ voices: MicrophoneVoices) {
        cell.pointee.voices = voices.voices
        self.voices = voices
    }
}
