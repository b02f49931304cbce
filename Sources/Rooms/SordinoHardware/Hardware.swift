import SordinoPolicy

/// A device with a name and a time line: the part of the contract that programs and the service share.
package protocol HardwareClock: AnyObject, Sendable {
    /// A short name for logs, such as "virtual phone".
    var name: String { get }

    /// The rate and block of the device.
    var timing: HardwareTiming { get }

    /// Now, on the device's time line: virtual time on a pulled device, monotonic time elsewhere.
    var now: Moment { get }
}

/// A program's side of a device: it opens streams.
///
/// Two planes: everything in this protocol belongs to the control plane and may be called from any thread but the
/// render thread; the data plane is `StreamRenderer` alone.
package protocol ProgramHardware: HardwareClock {
    /// Opens a stream; it does not run yet.
    ///
    /// - Throws: `HardwareError.noPort`, `.refused`, `.gone`.
    func openStream(_ description: StreamDescription, renderer: StreamRenderer) throws(HardwareError)
        -> any HardwareStream

    /// A sentence with the reason for which the output cannot be used now although it is there; nil if it can.
    var outputRefusal: String? { get }
}

extension ProgramHardware {
    package var outputRefusal: String? { nil }
}

/// The service's side of a device: its ports, its stage and its volume.
///
/// - Thread: any but the render thread.
package protocol ServiceHardware: HardwareClock {
    /// Starts the delivery of events: called once, before streams are opened.
    ///
    /// The ports that exist are announced first, in the order in which they arrived.
    ///
    /// - Parameter listener: Called on a thread of the device, never on the render thread, one event at a time.
    func begin(_ listener: @escaping @Sendable (HardwareEvent) -> Void)

    /// All ports, in the order in which they arrived.
    var ports: [Port] { get }

    /// Asks for another rate or block size.
    ///
    /// - Returns: What was granted; the same follows as `HardwareEvent.timing` if it differs from before.
    @discardableResult
    func request(_ timing: HardwareTiming) -> HardwareTiming

    /// The smallest and largest block in frames, and the rates in hertz, ascending, that the device can run at.
    var limits: HardwareLimits { get }

    /// The device's output volume, 0 to 1, applied behind the stage to every output port.
    var volume: Float { get set }

    /// Has `volume` be that of this output's own device from now on; nil is no output in particular.
    ///
    /// - Returns: The volume that the device has; nil where all outputs share one, or when it is not known.
    func followVolume(ofPort uid: String?) -> Float?

    /// Sets the gain of an input that declares it settable, 0 to 1; nil restores the former one. Other ports stay
    /// unchanged.
    func setInputGain(_ gain: Float?, portUID: String)

    /// The stage between the programs' streams and the ports.
    var stage: any Stage { get }
}

/// A device with both sides in one process.
///
/// The contract that each peer (virtual, PipeWire) fulfils and that one suite of tests checks.
package typealias Hardware = ProgramHardware & ServiceHardware

extension ServiceHardware {
    package func followVolume(ofPort uid: String?) -> Float? { nil }
}

/// The rates and blocks that a device supports.
package struct HardwareLimits: Hashable, Sendable {
    package var blockFrames: ClosedRange<Int>
    package var sampleRates: [Double]

    package init(blockFrames: ClosedRange<Int>, sampleRates: [Double]) {
        self.blockFrames = blockFrames
        self.sampleRates = sampleRates
    }
}

/// A change of the device from outside.
package enum HardwareEvent: Hashable, Sendable {
    case portsArrived([Port])
    case portsDeparted([String])
    case timing(HardwareTiming)
    case volume(Float)
    /// The output whose volume is followed was muted or unmuted by another program or the user.
    case outputMuted(Bool)
    /// The default devices, as UIDs of ports; reported as a whole when they change.
    case portsPreferred([String])
    /// Indicates whether an audio server answers at all.
    case serverAnswers(Bool)
    /// The purposes of running streams of programs without a session; reported as a whole when it changes.
    case otherSounds(Set<OtherSound>)
    /// The streams of programs without a session that go through the stage, ascending by serial number; reported as a
    /// whole when they change.
    case guests([GuestStream])
    /// The audio server was lost; every stream is unusable.
    case lost
    /// The audio server is back; streams must be opened again.
    case restarted
}

/// A purpose of a stream without a session that concerns programs with a session.
package enum OtherSound: CaseIterable, Hashable, Sendable {
    /// A clock's alarm, a timer.
    case alarm
    /// A screen reader speaks.
    case screenReader
}

/// The reason for which the hardware refused.
package enum HardwareError: Error, Hashable, Sendable {
    /// There is no port for this direction. Retrying helps when one arrives.
    case noPort
    /// The device refuses to open or start the stream, for the reason in the sentence; retrying does not help.
    case refused(String)
    /// The server is lost. Open again after `HardwareEvent.restarted`.
    case gone
}

extension HardwareError: CustomStringConvertible {
    /// A sentence for people.
    package var description: String {
        switch self {
        case .noPort: "the device has no port for this direction; connect loudspeakers, headphones or a microphone"
        case .refused(let sentence): sentence
        case .gone: "the audio server is gone"
        }
    }
}

/// The description of a program's stream.
package struct StreamDescription: Hashable, Sendable {
    package var program: ProgramID
    package var audioClass: AudioClass
    /// Shown in logs and graphs, such as "Music: engine".
    package var name: String
    /// Channels that the program makes; 0 for none.
    package var outputChannels: Int
    /// Channels that the program takes, those of taps included; 0 for none.
    package var inputChannels: Int
    /// Indicates whether the mix of the output port is delivered beside the input (for echo cancellation).
    package var wantsReference: Bool
    /// The taps whose sound is in the last input channels.
    package var taps: [StreamTap] = []

    package init(
        program: ProgramID, audioClass: AudioClass = .media, name: String, outputChannels: Int, inputChannels: Int = 0,
        wantsReference: Bool = false, taps: [StreamTap] = []
    ) {
        self.program = program
        self.audioClass = audioClass
        self.name = name
        self.outputChannels = outputChannels
        self.inputChannels = inputChannels
        self.wantsReference = wantsReference
        self.taps = taps
    }
}

/// One stream of a program: both directions share one callback and one clock.
package protocol HardwareStream: AnyObject, Sendable {
    var description: StreamDescription { get }

    /// The callback comes from now on, once per block, when all links to the stage are up.
    func start() throws(HardwareError)

    /// The callback has returned for the last time when this returns.
    func stop()

    /// Stops and frees the stream; further calls do nothing.
    func close()

    var isRunning: Bool { get }

    /// Seconds from a rendered frame to the air, and from the air to a delivered frame.
    var outputLatencySeconds: Double { get }
    var inputLatencySeconds: Double { get }
}
