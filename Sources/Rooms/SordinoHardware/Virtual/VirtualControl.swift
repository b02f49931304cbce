import SordinoPolicy
import SordinoRealtime

/// The state of a virtual device's control side, under its lock.
struct VirtualControl {
    typealias Listener = @Sendable (HardwareEvent) -> Void

    struct PlacedPort {
        let port: Port
        let virtual: VirtualPort
    }

    // The device.
    /// In the order in which they arrived.
    var ports: [PlacedPort] = []
    private(set) var timing: HardwareTiming
    var volume: Float = 1
    var isLost = false
    var openStreams: [StageStream] = []

    // Time.
    /// Frames rendered since the device was made, over all changes of the rate.
    private(set) var frame: Int64 = 0
    private var epoch = Moment.zero
    private var epochFrame: Int64 = 0
    var isRendering = false

    // Events.
    var listener: Listener?
    var pendingEvents = HardwareEventQueue()
    var isSendingEvents = false

    // Arrangements of the driver.
    var script: [VirtualScriptEntry] = []
    var hooksBefore: [VirtualHook] = []
    var hooksAfter: [VirtualHook] = []
    var sinks: [VirtualSink] = []
    var openFaults: [HardwareError] = []
    var startFaults: [HardwareError] = []
    var pacer: VirtualPacer?
    var lateCycles = 0

    init(timing: HardwareTiming) { self.timing = timing }

    /// The time of the next frame to be rendered.
    var now: Moment {
        let nanoseconds = Double(frame - epochFrame) * 1e9 / timing.sampleRate
        return Moment(nanoseconds: epoch.nanoseconds + Int64(nanoseconds.rounded()))
    }

    /// The host's clock, and never before the time of a frame that was rendered.
    var pacedNow: Moment { max(Moment(nanoseconds: Int64(HostClock.now())), epoch) }

    /// Sets another rate or block size; frames rendered so far keep their times.
    mutating func changeTiming(_ timing: HardwareTiming) {
        epoch = now
        epochFrame = frame
        self.timing = timing
    }

    /// Sets the time of the next frame, for a device that a real clock paces.
    mutating func setNow(_ moment: Moment) {
        epoch = moment
        epochFrame = frame
    }

    mutating func finishBlock(frameCount: Int) { frame += Int64(frameCount) }

    /// Returns the reason why a stream cannot be opened: too many channels, or no port in a direction; nil if it can.
    func refusal(for description: StreamDescription) -> HardwareError? {
        if description.outputChannels < 0 || description.inputChannels < 0
            || description.outputChannels > Self.channelLimit || description.inputChannels > Self.channelLimit
        {
            return .refused("a stream has 0 to \(Self.channelLimit) channels in each direction")
        }
        if description.outputChannels > 0, !ports.contains(where: { $0.port.direction == .output }) { return .noPort }
        if description.microphoneChannels > 0, !ports.contains(where: { $0.port.direction == .input }) {
            return .noPort
        }
        return nil
    }

    func port(uid: String) -> PlacedPort? { ports.first { $0.port.uid == uid } }

    /// More than any device has; a larger number is a mistake.
    private static let channelLimit = 64
}
