import CoreMedia
import Foundation
import SordinoRealtime

/// Something that brings media into a capture session.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    /// A stream of an input.
    open class Port: NSObject, @unchecked Sendable {
        /// The input that the port belongs to.
        public private(set) weak var owner: AVCaptureInput?

        fileprivate init(_ owner: AVCaptureInput) {
            self.owner = owner
            super.init()
        }

        /// The input that the port belongs to; nil when it is gone.
        open var input: AVCaptureInput? { owner }
        /// The kind of media.
        open var mediaType: AVMediaType { .audio }
        /// The format of the media; nil before the session runs.
        open var formatDescription: CMFormatDescription? { owner?.formatDescription }
        /// Indicates whether media comes.
        open var isEnabled: Bool {
            get { enabled.withLock { $0 } }
            set { enabled.withLock { $0 = newValue } }
        }
        private let enabled = Guarded(true)
    }

    override init() { super.init() }

    /// The streams: one of sound.
    open var ports: [Port] { list }
    private lazy var list = [Port(self)]
    var formatDescription: CMFormatDescription? { nil }
}

/// A device as an input of a capture session.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// The device that is recorded.
    public let device: AVCaptureDevice
    private let format = Guarded<CMFormatDescription?>(nil)

    /// Takes a device.
    ///
    /// - Throws: `AVError.Code.applicationIsNotAuthorizedToUseDevice` if the user does not allow it.
    public init(device: AVCaptureDevice) throws {
        self.device = device
        super.init()
        guard AVCaptureDevice.authorizationStatus(for: .audio) != .denied else {
            throw AVError.error(.applicationIsNotAuthorizedToUseDevice, "the microphone may not be used")
        }
    }

    override var formatDescription: CMFormatDescription? { format.withLock { $0 } }

    func take(_ description: CMFormatDescription) { format.withLock { $0 = description } }
}

/// The levels of one channel of a connection.
open class AVCaptureAudioChannel: NSObject, @unchecked Sendable {
    private let levels = Guarded((average: Float(-160), peak: Float(-160)))

    override init() { super.init() }

    /// Decibels of the mean square of the latest piece; -160 for silence.
    open var averagePowerLevel: Float { levels.withLock { $0.average } }
    /// Decibels of the latest peak, which falls by 20 dB a second; -160 for silence.
    open var peakHoldLevel: Float { levels.withLock { $0.peak } }

    /// Measures the level of captured frames.
    func measure(_ samples: UnsafePointer<Float>, _ frameCount: Int, seconds: Double) {
        var (squares, peak) = (Float(0), Float(0))
        for frame in 0..<frameCount {
            squares += samples[frame] * samples[frame]
            peak = max(peak, abs(samples[frame]))
        }
        func decibels(_ value: Float) -> Float { value > 1e-8 ? 20 * log10(value) : -160 }
        let average = decibels((squares / Float(max(1, frameCount))).squareRoot())
        let high = decibels(peak)
        levels.withLock { levels in
            levels.average = average
            levels.peak = max(high, max(-160, levels.peak - Float(20 * seconds)))
        }
    }
}

/// The way from the ports of inputs to an output.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    /// The ports from which the media comes.
    public let inputPorts: [AVCaptureInput.Port]
    /// The output that receives the media.
    public private(set) weak var output: AVCaptureOutput?
    private let state = Guarded((isEnabled: true, channels: [AVCaptureAudioChannel]()))

    /// Connects ports with an output.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        self.output = output
        super.init()
    }

    /// Indicates whether media goes this way.
    open var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { state.withLock { $0.isEnabled = newValue } }
    }

    /// Indicates whether media can go this way now.
    open var isActive: Bool { isEnabled && output?.session?.isRunning == true }

    /// The channels with their levels; none before the first sound has come.
    open var audioChannels: [AVCaptureAudioChannel] { state.withLock { $0.channels } }

    /// Returns as many channels as there are.
    func channels(_ count: Int) -> [AVCaptureAudioChannel] {
        state.withLock { state in
            while state.channels.count < count { state.channels.append(AVCaptureAudioChannel()) }
            state.channels.removeLast(state.channels.count - count)
            return state.channels
        }
    }
}

/// Something that takes media out of a capture session.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    weak var session: AVCaptureSession?
    private let list = Guarded<[AVCaptureConnection]>([])

    override init() { super.init() }

    /// The ways that lead here.
    open var connections: [AVCaptureConnection] { list.withLock { $0 } }

    /// Returns the connection for a kind of media; nil if there is none.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        mediaType == .audio ? connections.first : nil
    }

    func connect(_ connections: [AVCaptureConnection]) { list.withLock { $0 = connections } }

    /// Takes a piece of sound.
    func take(_ piece: CapturedPiece) {}
}
