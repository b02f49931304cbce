import SordinoDevice
import SordinoPolicy
import SordinoSession
import Synchronization

/// Audio properties of the whole program: its permission to record, and its input mute.
public class AVAudioApplication: NSObject, @unchecked Sendable {
    let client: SessionClient
    private let observer = Mutex(0)

    /// The application object of the running program.
    public class var shared: AVAudioApplication {
        let context = AppContext.current
        return context.attachment(AVAudioApplication.self) { AVAudioApplication(client: $0.client) }
    }

    private init(client: SessionClient) {
        self.client = client
        super.init()
        let number = client.addObserver { [weak self] notification in
            guard case .inputMuted(let isMuted) = notification, let self else { return }
            NotificationCenter.default.postFromAnywhere(
                name: Self.inputMuteStateChangeNotification, object: self,
                userInfo: [Self.muteStateKey: NSNumber(value: isMuted)])
        }
        observer.withLock { $0 = number }
    }

    deinit { client.removeObserver(observer.withLock { $0 }) }

    // MARK: Input mute

    /// Posted on the main queue when the input is muted or opened while the program records, and when a change that
    /// came before takes effect.
    public class var inputMuteStateChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioApplicationInputMuteStateChangeNotification")
    }

    /// With it: a number, 1 for muted.
    public class var muteStateKey: String { "AVAudioApplicationMuteStateKey" }

    /// Indicates whether the program itself muted its input, so that it records zeros.
    public var isInputMuted: Bool { client.snapshot.isInputMuted }

    /// Mutes or opens all input of the program.
    ///
    /// Kept while it does not record; then the notification waits for the session's activation.
    /// - Throws: `mediaServicesFailed` while the services are down.
    public func setInputMuted(_ muted: Bool) throws { try client.askOrThrow(.prefer(.inputMuted(muted))) }

    // MARK: Permission

    // swift-format-ignore: TypeNamesShouldBeCapitalized
    /// Indicates whether the program may record.
    public enum recordPermission: Int, Sendable {
        case undetermined = 1_970_168_948  // 'undt'
        case denied = 1_684_369_017  // 'deny'
        case granted = 1_735_552_628  // 'grnt'
    }

    /// Indicates whether the program may record now.
    public var recordPermission: recordPermission {
        Self.recordPermission(rawValue: Int(client.snapshot.recordPermission.rawValue)) ?? .undetermined
    }

    /// Asks the person, if that has not happened yet.
    ///
    /// - Parameter response: Called on the main queue with whether the program may record.
    public class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        let context = AppContext.current
        PermissionRequest.askToRecord(context.client, context.system.callbacks, response)
    }

    /// Asks the person, if that has not happened yet.
    ///
    /// - Returns: Whether the program may record.
    @discardableResult
    public class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            requestRecordPermission { continuation.resume(returning: $0) }
        }
    }
}

extension AVAudioSession {
    /// Indicates whether the program may record.
    public var recordPermission: RecordPermission { snapshot.recordPermission }

    /// Asks the person, if that has not happened yet; `response` comes on the main queue.
    public func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
        nonisolated(unsafe) let response = response
        PermissionRequest.askToRecord(client, callbacks) { response($0) }
    }
}
