import AVFAudio
import CoreMedia
import Foundation
import SordinoEngine
import SordinoRealtime
import SordinoSession

/// The key of the error in `AVCaptureSession.runtimeErrorNotification`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// The key of the reason in `AVCaptureSession.wasInterruptedNotification`, a number.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension NSNotification.Name {
    /// A session runs; its object is the session.
    public static let AVCaptureSessionDidStartRunning = NSNotification.Name(
        "AVCaptureSessionDidStartRunningNotification")
    /// A session has stopped; its object is the session.
    public static let AVCaptureSessionDidStopRunning = NSNotification.Name(
        "AVCaptureSessionDidStopRunningNotification")
    /// A session was interrupted; its object is the session.
    public static let AVCaptureSessionWasInterrupted = NSNotification.Name(
        "AVCaptureSessionWasInterruptedNotification")
    /// A session resumed after an interruption; its object is the session.
    public static let AVCaptureSessionInterruptionEnded = NSNotification.Name(
        "AVCaptureSessionInterruptionEndedNotification")
    /// A session failed; its object is the session.
    public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
}

/// Brings sound from the microphone to outputs.
///
/// It records as the program's audio session allows: an interruption stops it, and it resumes by itself afterwards.
/// - Thread: any; starting and stopping wait for the hardware.
open class AVCaptureSession: NSObject, @unchecked Sendable {
    /// The quality of captured media; sound always has the quality of the input.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// The text that names the preset.
        public let rawValue: String
        /// Makes a preset of its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// High quality, as the input delivers.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// Medium quality: the same for sound.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// Low quality: the same for sound.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// The quality follows the input's settings.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
    }

    /// The reason why a session was interrupted.
    public enum InterruptionReason: Int, Sendable {
        /// The program is in the background.
        case videoDeviceNotAvailableInBackground = 1
        /// Another program has the microphone, as in a call.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program has the camera.
        case videoDeviceInUseByAnotherClient = 3
    }

    /// A session runs; its object is the session.
    public static let didStartRunningNotification = NSNotification.Name.AVCaptureSessionDidStartRunning
    /// A session has stopped; its object is the session.
    public static let didStopRunningNotification = NSNotification.Name.AVCaptureSessionDidStopRunning
    /// A session was interrupted; its object is the session.
    public static let wasInterruptedNotification = NSNotification.Name.AVCaptureSessionWasInterrupted
    /// A session resumed after an interruption; its object is the session.
    public static let interruptionEndedNotification = NSNotification.Name.AVCaptureSessionInterruptionEnded
    /// A session failed; its object is the session.
    public static let runtimeErrorNotification = NSNotification.Name.AVCaptureSessionRuntimeError

    private struct State {
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var preset = Preset.high
        var isWanted = false
        var isInterrupted = false
        var configures = true
    }

    private let context = AppContext.current
    private let state = Guarded(State())
    private let watchers = PropertyWatchers<AVCaptureSession>()
    private let capture = Guarded<SoundCapture?>(nil)

    /// Makes a session without inputs and outputs.
    public override init() { super.init() }

    deinit { capture.withLock { $0 }?.stop() }

    // MARK: Inputs and outputs

    /// The inputs that were added.
    open var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
    /// The outputs that were added.
    open var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    /// The connections between inputs and outputs.
    open var connections: [AVCaptureConnection] { outputs.flatMap(\.connections) }

    /// Returns whether an input can be added: there is no other yet.
    open func canAddInput(_ input: AVCaptureInput) -> Bool { inputs.isEmpty }

    /// Adds an input; one that cannot be added stops the program.
    open func addInput(_ input: AVCaptureInput) {
        requireCondition(
            canAddInput(input), "*** -[AVCaptureSession addInput:] Multiple audio AVCaptureInputs are not supported")
        state.withLock { $0.inputs.append(input) }
        connect()
    }

    /// Takes an input away.
    open func removeInput(_ input: AVCaptureInput) {
        state.withLock { state in state.inputs.removeAll { $0 === input } }
        connect()
    }

    /// Returns whether an output can be added: it is no session's.
    open func canAddOutput(_ output: AVCaptureOutput) -> Bool { output.session == nil }

    /// Adds an output; one that cannot be added stops the program.
    open func addOutput(_ output: AVCaptureOutput) {
        requireCondition(
            canAddOutput(output),
            "*** -[AVCaptureSession addOutput:] An output cannot be added to more than one session")
        output.session = self
        state.withLock { $0.outputs.append(output) }
        connect()
    }

    /// Takes an output away.
    open func removeOutput(_ output: AVCaptureOutput) {
        guard output.session === self else { return }
        output.session = nil
        output.connect([])
        state.withLock { state in state.outputs.removeAll { $0 === output } }
        connect()
    }

    /// Gives each output its way from the input, and follows them with the hardware.
    private func connect() {
        let (inputs, outputs, isWanted) = state.withLock { ($0.inputs, $0.outputs, $0.isWanted) }
        let ports = inputs.flatMap(\.ports)
        for output in outputs {
            if ports.isEmpty {
                output.connect([])
            } else if output.connections.first?.inputPorts != ports {
                output.connect([AVCaptureConnection(inputPorts: ports, output: output)])
            }
        }
        guard isWanted else { return }
        if ports.isEmpty { capture.withLock { $0 }?.stop() } else { begin() }
    }

    /// Begins several changes; each takes effect at once here.
    open func beginConfiguration() {}
    /// Ends a group of changes.
    open func commitConfiguration() {}

    /// The quality of captured media; has no effect on sound.
    open var sessionPreset: Preset {
        get { state.withLock { $0.preset } }
        set { state.withLock { $0.preset = newValue } }
    }

    /// Returns whether a preset can be set.
    open func canSetSessionPreset(_ preset: Preset) -> Bool { true }

    /// Indicates whether the program's own audio session is used; always so here.
    open var usesApplicationAudioSession: Bool { true }

    /// Indicates whether starting gives the audio session a category that records, if it has none.
    open var automaticallyConfiguresApplicationAudioSession: Bool {
        get { state.withLock { $0.configures } }
        set { state.withLock { $0.configures = newValue } }
    }

    // MARK: Running

    /// Indicates whether it has been started; also while it is interrupted.
    open var isRunning: Bool { state.withLock { $0.isWanted && !$0.isInterrupted } }
    /// Indicates whether it waits for the end of an interruption.
    open var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Starts the session; failures are posted as `runtimeErrorNotification`.
    open func startRunning() {
        guard !state.withLock({ $0.isWanted }) else { return }
        let (hasInput, configures) = state.withLock { state in
            state.isWanted = true
            return (!state.inputs.isEmpty, state.configures)
        }
        if hasInput {
            let session = AVAudioSession.session(of: context)
            let recording: [AVAudioSession.Category] = [.record, .playAndRecord, .multiRoute]
            // A session that refuses gives its reason when the input is started.
            if configures, !recording.contains(session.category) { try? session.setCategory(.playAndRecord) }
            guard begin() else { return }
        }
        post(.AVCaptureSessionDidStartRunning)
    }

    /// Stops; no buffer is made after this has returned.
    open func stopRunning() {
        let wasWanted = state.withLock { state in
            defer { (state.isWanted, state.isInterrupted) = (false, false) }
            return state.isWanted
        }
        capture.withLock { $0 }?.stop()
        if wasWanted { post(.AVCaptureSessionDidStopRunning) }
    }

    @discardableResult
    private func begin() -> Bool {
        let capture = capture.withLock { capture in
            let there =
                capture
                ?? SoundCapture(
                    context: context, deliver: { [weak self] in self?.take($0) },
                    changed: { [weak self] in self?.follow($0) })
            capture = there
            return there
        }
        guard !capture.isRunning else { return true }
        do throws(EngineIO.StartError) {
            try capture.start()
            return true
        } catch {
            fail(error)
            return false
        }
    }

    private func take(_ piece: CapturedPiece) {
        for output in outputs {
            guard let connection = output.connections.first, connection.isEnabled else { continue }
            for (index, channel) in connection.channels(piece.channelCount).enumerated() {
                channel.measure(
                    piece.channels[index], piece.frameCount, seconds: Double(piece.frameCount) / piece.sampleRate)
            }
            output.take(piece)
        }
    }

    private func follow(_ change: SoundCapture.Change) {
        switch change {
        case .interrupted:
            state.withLock { $0.isInterrupted = true }
            post(
                .AVCaptureSessionWasInterrupted,
                [AVCaptureSessionInterruptionReasonKey: InterruptionReason.audioDeviceInUseByAnotherClient.rawValue])
        case .resumed:
            state.withLock { $0.isInterrupted = false }
            post(.AVCaptureSessionInterruptionEnded)
        case .failed(let error): fail(error)
        }
    }

    private func fail(_ error: EngineIO.StartError) {
        state.withLock { ($0.isWanted, $0.isInterrupted) = (false, false) }
        let code: AVError.Code =
            switch error {
            case .hardware(.noPort): .deviceNotConnected
            case .hardware: .mediaServicesWereReset
            case .session: .sessionNotRunning
            }
        post(.AVCaptureSessionRuntimeError, [AVCaptureSessionErrorKey: AVError.error(code, "\(error)")])
    }

    private func post(_ name: NSNotification.Name, _ info: [String: Any]? = nil) {
        NotificationCenter.default.postFromAnywhere(name: name, object: self, userInfo: info)
        watchers.look(self)
    }

    /// The rate and channels of the input; nil while it is not open.
    var inputFormat: (sampleRate: Double, channelCount: Int)? { capture.withLock { $0 }?.format }

    /// Calls a function when a property changes, on the thread where it does.
    ///
    /// - Returns: Keep it as long as you observe.
    public func observe<Value>(
        _ keyPath: KeyPath<AVCaptureSession, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (AVCaptureSession, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { watchers.add(self, keyPath, options, changeHandler) }
}
