// The names that the session had until iOS 6, beside those that replaced them.
import SordinoPolicy
import SordinoSession
import Synchronization

/// Methods that a session called on its delegate before there were notifications; every method is optional.
///
/// - Thread: the main queue, or the queue that the program chose.
@available(*, deprecated, message: "observe AVAudioSession's notifications")
public protocol AVAudioSessionDelegate: NSObjectProtocol {
    /// The session was interrupted: sound has stopped, the session is inactive.
    func beginInterruption()

    /// The interruption is over.
    ///
    /// - Parameter flags: `AVAudioSessionInterruptionFlags_ShouldResume` if the program should resume, else 0.
    func endInterruption(withFlags flags: Int)

    /// The interruption is over; called if the delegate has no `endInterruption(withFlags:)`.
    func endInterruption()

    /// The device has an input now, or has none any more.
    func inputIsAvailableChanged(_ isInputAvailable: Bool)
}

@available(*, deprecated, message: "observe AVAudioSession's notifications")
extension AVAudioSessionDelegate {
    /// Ignores the beginning of the interruption.
    public func beginInterruption() {}
    /// Calls the method without flags, `endInterruption()`.
    public func endInterruption(withFlags flags: Int) { endInterruption() }
    /// Ignores the end of the interruption.
    public func endInterruption() {}
    /// Ignores the change of the input.
    public func inputIsAvailableChanged(_ isInputAvailable: Bool) {}
}

/// A flag for delegates at the end of an interruption: the program may resume by itself.
@available(*, deprecated, renamed: "AVAudioSession.InterruptionOptions.shouldResume")
public var AVAudioSessionInterruptionFlags_ShouldResume: Int { 1 }

/// Notifies the programs that this session interrupted that they may resume.
@available(*, deprecated, renamed: "AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation")
public var AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation: Int { 1 }

/// The delegate of a session and the function that calls it, so that the session does not depend on the deprecated
/// protocol.
final class EarlyDelegate: Sendable {
    private struct State: @unchecked Sendable {
        weak var object: AnyObject?
        var tell: ((AnyObject, SessionNotification) -> Void)?
    }

    private let state = Mutex(State())

    /// The delegate, held weakly.
    var delegate: AnyObject? { state.withLock { $0.object } }

    /// Puts a delegate in the place of the one before.
    func set(_ delegate: AnyObject?, _ tell: @escaping (AnyObject, SessionNotification) -> Void) {
        state.withLock { $0 = State(object: delegate, tell: tell) }
    }

    /// Passes a notification of the session on to the delegate.
    func hear(_ notification: SessionNotification) {
        let (delegate, tell) = state.withLock { ($0.object, $0.tell) }
        if let delegate { tell?(delegate, notification) }
    }
}

extension AVAudioSession {
    /// The delegate for interruptions and changes of the input; held weakly.
    @available(*, deprecated, message: "observe AVAudioSession's notifications")
    public var delegate: (any AVAudioSessionDelegate)? {
        get { earlyDelegate.delegate as? any AVAudioSessionDelegate }
        set {
            earlyDelegate.set(newValue) { delegate, notification in
                if let delegate = delegate as? any AVAudioSessionDelegate { Self.tell(delegate, notification) }
            }
        }
    }

    @available(*, deprecated)
    private static func tell(_ delegate: any AVAudioSessionDelegate, _ notification: SessionNotification) {
        switch notification {
        case .interruptionBegan: delegate.beginInterruption()
        case .interruptionEnded(let shouldResume): delegate.endInterruption(withFlags: shouldResume ? 1 : 0)
        case .inputAvailable(let isAvailable): delegate.inputIsAvailableChanged(isAvailable)
        case .routeChanged, .silenceSecondaryAudioHint, .mediaServicesLost, .mediaServicesReset, .recordPermission,
            .outputVolume, .promptStyle, .availableInputsChanged, .remoteCommand, .outputMuted, .inputMuted,
            .unmuteIntended, .renderingMode, .renderingCapabilitiesChanged, .spatialAudio,
            .microphoneInjectionPermission, .microphoneInjectionAvailable, .libraryPermission:
            break
        }
    }

    /// Makes the session active or inactive.
    ///
    /// - Parameter flags: `AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation` or 0.
    /// - Throws: The errors of `setActive(_:options:)`.
    @available(*, deprecated, renamed: "setActive(_:options:)")
    public func setActive(_ active: Bool, withFlags flags: Int) throws {
        try setActive(active, options: SetActiveOptions(rawValue: UInt(bitPattern: flags)))
    }

    /// Asks for a hardware rate in hertz.
    ///
    /// - Throws: The errors of `setPreferredSampleRate(_:)`.
    @available(*, deprecated, renamed: "setPreferredSampleRate(_:)")
    public func setPreferredHardwareSampleRate(_ sampleRate: Double) throws { try setPreferredSampleRate(sampleRate) }

    /// The rate that was asked for; 0 if none.
    @available(*, deprecated, renamed: "preferredSampleRate")
    public var preferredHardwareSampleRate: Double { preferredSampleRate }

    /// The hardware's sample rate for this session, in hertz.
    @available(*, deprecated, renamed: "sampleRate")
    public var currentHardwareSampleRate: Double { sampleRate }

    /// Input channels of the route; 0 without input.
    @available(*, deprecated, renamed: "inputNumberOfChannels")
    public var currentHardwareInputNumberOfChannels: Int { inputNumberOfChannels }

    /// Output channels of the route; 0 without output.
    @available(*, deprecated, renamed: "outputNumberOfChannels")
    public var currentHardwareOutputNumberOfChannels: Int { outputNumberOfChannels }

    /// Indicates whether the device has any input now.
    @available(*, deprecated, renamed: "isInputAvailable")
    public var inputIsAvailable: Bool { isInputAvailable }
}
