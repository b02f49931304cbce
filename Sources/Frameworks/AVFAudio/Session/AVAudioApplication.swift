import SordinoPolicy
import SordinoSession

/// What concerns the whole program's audio rather than its session: here, whether it may record.
public class AVAudioApplication: NSObject, @unchecked Sendable {
    private let client: SessionClient

    /// The running program.
    public class var shared: AVAudioApplication {
        let context = AppContext.current
        return context.attachment(AVAudioApplication.self) { AVAudioApplication(client: $0.client) }
    }

    private init(client: SessionClient) {
        self.client = client
        super.init()
    }

    // swift-format-ignore: TypeNamesShouldBeCapitalized
    /// Whether the program may record.
    public enum recordPermission: Int, Sendable {
        case undetermined = 1_970_168_948  // 'undt'
        case denied = 1_684_369_017  // 'deny'
        case granted = 1_735_552_628  // 'grnt'
    }

    /// Whether the program may record now.
    public var recordPermission: recordPermission {
        Self.recordPermission(rawValue: Int(client.snapshot.recordPermission.rawValue)) ?? .undetermined
    }

    /// Asks the person, if that has not happened yet.
    ///
    /// - Parameter response: Called on the main queue with whether the program may record.
    public class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        let context = AppContext.current
        RecordPermissionRequest.ask(context.client, context.system.callbacks, response)
    }

    /// Asks the person, if that has not happened yet.
    ///
    /// - Returns: Whether the program may record.
    public class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            requestRecordPermission { continuation.resume(returning: $0) }
        }
    }
}

extension AVAudioSession {
    /// Whether the program may record.
    public var recordPermission: RecordPermission {
        RecordPermission(rawValue: UInt(snapshot.recordPermission.rawValue)) ?? .undetermined
    }

    /// Asks the person, if that has not happened yet; `response` comes on the main queue.
    public func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
        nonisolated(unsafe) let response = response
        RecordPermissionRequest.ask(client, callbacks) { response($0) }
    }
}
