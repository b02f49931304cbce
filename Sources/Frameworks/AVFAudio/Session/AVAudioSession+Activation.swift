/// Options of `activate`; none is defined yet.
public struct AVAudioSessionActivationOptions: OptionSet, Sendable {
    /// The options as a bit mask.
    public let rawValue: UInt

    /// Makes a value from Apple's raw value, also an unknown one.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// Options for deactivating the session.
public struct AVAudioSessionDeactivationOptions: OptionSet, Sendable {
    /// The options as a bit mask.
    public let rawValue: UInt

    /// Makes a value from Apple's raw value, also an unknown one.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Notifies the programs that this session interrupted that they may resume.
    public static let notifyOthersOnDeactivation = AVAudioSessionDeactivationOptions(rawValue: 1)
}

extension AVAudioSession {
    /// Makes the session active without holding up the caller's actor.
    ///
    /// - Returns: True.
    /// - Throws: The errors of `setActive(_:options:)`.
    @discardableResult
    public func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
        try setActive(true)
        return true
    }

    /// Makes the session active and then calls the handler on the main queue.
    public func activate(
        options: AVAudioSessionActivationOptions = [],
        completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        changeActivity(to: true, [], handler)
    }

    /// Makes the session inactive without holding up the caller's actor.
    ///
    /// - Returns: True.
    /// - Throws: The errors of `setActive(_:options:)`.
    @discardableResult
    public func deactivate(options: AVAudioSessionDeactivationOptions = []) async throws -> Bool {
        try setActive(false, options: SetActiveOptions(rawValue: options.rawValue))
        return true
    }

    /// Makes the session inactive and then calls the handler on the main queue.
    public func deactivate(
        options: AVAudioSessionDeactivationOptions = [],
        completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        changeActivity(to: false, SetActiveOptions(rawValue: options.rawValue), handler)
    }

    private func changeActivity(
        to isActive: Bool, _ options: SetActiveOptions, _ handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        workers.submit { [self] in
            do {
                try setActive(isActive, options: options)
                callbacks.deliver(.main, to: client.context) { handler(true, nil) }
            } catch {
                callbacks.deliver(.main, to: client.context) { handler(false, error) }
            }
        }
    }
}
