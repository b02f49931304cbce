import SordinoGraph
import SordinoHardware
import SordinoPolicy
import SordinoSession
import SordinoWork

/// The graph of one recorder, from the input to a capture, and its stream of the device.
///
/// - Thread: control, one at a time.
package final class RecorderGraph: @unchecked Sendable {
    /// Seconds that the worker may be late, for a disk that stalls or a machine that is busy, until frames are lost.
    package static let patienceSeconds = 2.0

    private let client: SessionClient
    private let source: InputCapture
    private var format: EngineIO.Format?
    /// The destination of the frames; nil before the first start.
    private(set) var capture: Capture?
    /// The port and channel that each channel of the recorder receives; nil for the usual order.
    var assignments: [AssignedChannel]?

    init(context: AppContext) {
        client = context.client
        source = InputCapture(context: context, face: .recorder)
    }

    private var io: EngineIO { source.io }

    /// Indicates whether the input goes through voice processing, and is one channel; holds from the next `prepare` on.
    var isVoiceProcessed: Bool {
        get { io.voice != nil }
        set { io.voice = newValue ? VoiceLine() : nil }
    }

    /// The input as it is now for this program; nil where there is none.
    private var currentFormat: EngineIO.Format? {
        var format = source.device
        // All channels that there are, whatever the session prefers: a recorder chooses among them itself.
        let channelCount = client.snapshot.route.inputs.reduce(0) { $0 + $1.channels.count }
        format.inputChannels = format.isVoice ? min(channelCount, 1) : channelCount
        guard format.inputChannels > 0 else { return nil }
        // The stage handles a change of port; only its channel count matters here.
        format.outputUIDs = []
        format.inputUIDs = []
        return format
    }

    /// Makes everything ready for the input as it is; nothing is taken until `start`.
    ///
    /// - Returns: Whether the capture is another one than before.
    /// - Throws: `noPort` if there is no input.
    func prepare(channelCount: Int) throws(HardwareError) -> Bool {
        guard let format = currentFormat else { throw .noPort }
        let isNew = capture?.sampleRate != format.sampleRate || capture?.channelCount != channelCount
        if isNew {
            let made = Capture(
                channelCount: channelCount, sampleRate: format.sampleRate, seconds: Self.patienceSeconds)
            capture = made
        }
        self.format = format
        try publish()
        return isNew
    }

    /// A new recording begins; nothing may be rendering.
    func forgetCapture() { capture = nil }

    /// Lets the stream run; `prepare` came before, and `Capture.begin`.
    ///
    /// - Parameter session: The object that the session knows.
    func start(_ session: SessionIO?) throws(HardwareError) {
        guard let format else { throw .noPort }
        do throws(EngineIO.StartError) {
            try io.start(for: format, wantsInput: true, stops: 0, session: session)
        } catch {
            switch error {
            case .hardware(let failure): throw failure
            case .session: throw .gone
            }
        }
    }

    /// Stops the stream; nothing is taken after this has returned.
    ///
    /// - Parameter closes: Whether the stream is given back.
    func stop(closes: Bool) { io.stop(closes: closes) }

    /// Indicates whether the input is another one than the stream runs for.
    var isOutdated: Bool { currentFormat.map { $0 != format } ?? false }

    /// Follows ports that have come or gone, and frees plans that the render thread has returned.
    func follow() {
        // The formats stay, so the plan can be made as the one before.
        if source.input.channelMap != channelMap { try? publish() }
        io.live.renderer.collect()
    }

    /// Makes a plan for the input as it was last.
    private func publish() throws(HardwareError) {
        guard let format, let capture else { return }
        source.input.channelMap = channelMap
        try source.lead(into: capture, sampleRate: format.sampleRate)
    }

    /// The stream's channel for each channel of the recorder; empty for the usual order.
    private var channelMap: [Int] {
        assignments.map { AssignedChannel.map($0, on: client.snapshot.route.inputs) } ?? []
    }
}
