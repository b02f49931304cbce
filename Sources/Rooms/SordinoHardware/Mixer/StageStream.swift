import SordinoPolicy
import SordinoRealtime
import Synchronization

/// A stream on the stage: the parts that the control side and the peer use.
package final class StageStream: @unchecked Sendable {
    package let description: StreamDescription
    /// The memory that the program renders into and reads from.
    package let output: PlanarBuffer
    package let input: PlanarBuffer
    /// The peer's own, handed on in the plan; alive as long as a plan names it.
    package let peer: UnsafeMutableRawPointer?
    let peerKeeper: AnyObject?
    let state: UnsafeMutablePointer<StreamState>
    /// Counts up as streams are opened: the order of summation within a program.
    let order: Int

    // Guarded by the mixer's lock.
    var isRunning = false
    var startSerial: UInt64 = 0
    var links: [StageStreamLink] = []
    var injections: [StageInjection] = []

    init(
        description: StreamDescription, order: Int, frameCapacity: Int, peer: UnsafeMutableRawPointer?,
        peerKeeper: AnyObject?
    ) {
        self.description = description
        self.order = order
        self.peer = peer
        self.peerKeeper = peerKeeper
        output = PlanarBuffer(channelCount: description.outputChannels, frameCapacity: frameCapacity)
        input = PlanarBuffer(channelCount: description.inputChannels, frameCapacity: frameCapacity)
        state = .allocate(capacity: 1)
        state.initialize(to: StreamState())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Blocks of this stream that were thrown away because a sample was not a number or above the limit of the mixer.
    package var faultCount: Int { state.pointee.faults.load(ordering: .relaxed) }
}

/// One link of a stream with its fade.
final class StageStreamLink {
    let port: StagePort
    /// One tap for each channel in use: in the port's order for an output, in the stream's order for an input.
    let taps: [PlannedTap]
    /// Holds the sound back before it reaches the port; nil: it reaches it at once.
    var line: DelayLine?
    let gain: GainControl
    /// Indicates whether it was made while the program's sound was being ended; it stays closed until the program has a
    /// gain again.
    var isHeldBack: Bool

    init(port: StagePort, taps: [PlannedTap], line: DelayLine?, gain: GainControl, isHeldBack: Bool) {
        self.port = port
        self.taps = taps
        self.line = line
        self.gain = gain
        self.isHeldBack = isHeldBack
    }
}

/// Another stream whose sound is in this one's input, with its fade.
final class StageInjection {
    let source: StageStream
    let gain: GainControl
    /// From the source's channels to those of the input.
    let taps: [PlannedTap]
    /// Indicates whether it is the sound of a tap, which does not depend on the microphone's gate and has no fade.
    let isTap: Bool

    init(source: StageStream, gain: GainControl, taps: [PlannedTap], isTap: Bool = false) {
        self.source = source
        self.gain = gain
        self.taps = taps
        self.isTap = isTap
    }
}

/// A port on the stage: the parts that the control side and the peer use.
package final class StagePort: @unchecked Sendable {
    package let port: Port
    /// An output's mix, an input's samples.
    package let samples: PlanarBuffer
    /// The peer's own, handed on in the plan; alive as long as a plan names it.
    package let peer: UnsafeMutableRawPointer?
    package let state: UnsafeMutablePointer<PortState>
    let peerKeeper: AnyObject?
    /// An output's mix of the block before; an input's samples behind its sections.
    let reference: PlanarBuffer
    let meters: MeterCells
    let written: UnsafeMutablePointer<Bool>
    let tone: PortTone
    /// The delays through which streams are linked to an output, guarded by the mixer's lock.
    var lines: [DelayLine] = []
    /// The port's latency as it was stated last, guarded by the mixer's lock.
    var latencySeconds: Double

    init(port: Port, frameCapacity: Int, peer: UnsafeMutableRawPointer?, peerKeeper: AnyObject?) {
        self.port = port
        self.peer = peer
        self.peerKeeper = peerKeeper
        latencySeconds = port.latencySeconds
        let channelCount = port.channels.count
        samples = PlanarBuffer(channelCount: channelCount, frameCapacity: frameCapacity)
        reference = PlanarBuffer(channelCount: channelCount, frameCapacity: frameCapacity)
        meters = MeterCells(count: channelCount)
        tone = PortTone(channelCount: channelCount, frameCapacity: frameCapacity)
        written = .allocate(capacity: max(channelCount, 1))
        written.initialize(repeating: false, count: max(channelCount, 1))
        state = .allocate(capacity: 1)
        state.initialize(to: PortState())
    }

    deinit {
        written.deallocate()
        state.deallocate()
    }
}

/// The state that a program was last given; kept also while it has no stream.
struct StageProgram {
    /// The gain of each class, indexed by `AudioClass.rawValue`.
    var gains: [Float] = Array(repeating: 0, count: AudioClass.allCases.count)
    /// Whether the sound of each class was cut off by its gain, and has not come back.
    var wasCut = Array(repeating: false, count: AudioClass.allCases.count)
    var outputs: [[StageLink]] = Array(repeating: [], count: AudioClass.allCases.count)
    var inputs: [[String]] = Array(repeating: [], count: AudioClass.allCases.count)
    var isInputSilent = false
    /// The programs whose input receives this program's output.
    var injectsInto: [ProgramID] = []
    /// The gain controls that the render thread follows; present while the program has streams of the class.
    var gainControls: [GainControl?] = Array(repeating: nil, count: AudioClass.allCases.count)
    var inputGate: GainControl?
    var meters: MeterCells?
    /// The program's own volume, as a person set it: linear, 1 is untouched.
    var volume: Float = 1

    /// Returns whether its sound of a class is to be silent and is on its way there.
    func isEnding(_ audioClass: Int) -> Bool {
        gains[audioClass] == 0 && gainControls[audioClass]?.hasLanded == false
    }
}
