import SordinoDevice
import SordinoPolicy
import SordinoSession
import SordinoWork

/// A program's audio session: it tells the system how the program uses sound, and hears from it what becomes of that.
///
/// Getters read a copy that the device's session service keeps fresh; setters ask it and wait for its answer.
///
/// - Throws: Every throwing method throws an `NSError` of `NSOSStatusErrorDomain` whose code is an
///   `AVAudioSession.ErrorCode`; its description says which rule refused and who caused it.
/// - Thread: any but the render thread.
public class AVAudioSession: NSObject, @unchecked Sendable {
    package let client: SessionClient
    package let callbacks: CallbackQueue
    let workers: Workers
    private let notificationObserver: Int
    private let activityObserver: Int

    /// The session of the program that the running code belongs to.
    @discardableResult
    public class func sharedInstance() -> AVAudioSession { session(of: .current) }

    /// The session of a program.
    package class func session(of context: AppContext) -> AVAudioSession {
        context.attachment(AVAudioSession.self) { AVAudioSession(context: $0) }
    }

    private init(context: AppContext) {
        client = context.client
        callbacks = context.system.callbacks
        workers = context.system.workers
        let poster = SessionNotificationPoster()
        notificationObserver = context.client.addObserver { poster.post($0) }
        activityObserver = context.client.addActivityObserver { poster.post($0) }
        super.init()
        poster.session = self
    }

    deinit {
        client.removeObserver(notificationObserver)
        client.removeObserver(activityObserver)
    }

    package var snapshot: SessionSnapshot { client.snapshot }

    /// Asks the service; its refusal becomes Apple's error.
    func ask(_ request: Request) throws {
        do {
            try client.ask(request)
        } catch {
            throw NSError(error)
        }
    }

    // MARK: Category, mode, options

    /// The category in force or asked for.
    ///
    /// Default: `soloAmbient`.
    public var category: Category { Category(rawValue: snapshot.configuration.category.rawValue) }

    /// The mode as it was set; one that the category does not know acts as `default`.
    public var mode: Mode { Mode(rawValue: snapshot.configuration.mode.rawValue) }

    /// The options as they were set, with those that other options and the mode bring along; without the routes that a
    /// category allows anyway.
    public var categoryOptions: CategoryOptions {
        let snapshot = snapshot
        let routes: SordinoPolicy.CategoryOptions = [.allowBluetoothA2DP, .allowAirPlay]
        let brought = snapshot.effectiveOptions.subtracting(routes)
        return CategoryOptions(rawValue: snapshot.configuration.options.union(brought).rawValue)
    }

    /// How the route is shared with other programs.
    public var routeSharingPolicy: RouteSharingPolicy {
        RouteSharingPolicy(rawValue: snapshot.configuration.policy.rawValue) ?? .default
    }

    /// The categories that this device can offer.
    public var availableCategories: [Category] {
        snapshot.availableCategories.map { Category(rawValue: $0.rawValue) }
    }

    /// The modes that this device can offer.
    public var availableModes: [Mode] { snapshot.availableModes.map { Mode(rawValue: $0.rawValue) } }

    /// Sets the category; options become empty, the mode stays.
    ///
    /// - Throws: `badParam` for an unknown category, `resourceNotAvailable` if the device cannot offer it,
    ///   `insufficientPriority` while somebody more important holds the sound. Nothing has changed then.
    public func setCategory(_ category: Category) throws { try setCategory(category, options: []) }

    /// Sets category and options; the mode stays.
    ///
    /// - Throws: As `setCategory(_:)`; `badParam` also for an option that the category does not allow.
    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try ask(.configure(category: category.rawValue, mode: nil, options: options.rawValue, policy: 0))
    }

    /// Sets category, mode and options together: all of them or none.
    ///
    /// - Throws: As `setCategory(_:options:)`; `badParam` also for an unknown mode.
    public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Sets category, mode, route-sharing policy and options together: all of them or none.
    ///
    /// - Throws: As `setCategory(_:mode:options:)`; `badParam` also if the policy does not go with the rest.
    public func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        try ask(
            .configure(
                category: category.rawValue, mode: mode.rawValue, options: options.rawValue, policy: policy.rawValue))
    }

    /// Sets the mode alone.
    ///
    /// - Throws: `badParam` for an unknown mode.
    public func setMode(_ mode: Mode) throws {
        try ask(.configure(category: nil, mode: mode.rawValue, options: nil, policy: nil))
    }

    // MARK: Activation

    /// Makes the session active or inactive.
    ///
    /// Others may be interrupted, ducked or released by it; all of that has been decided when this returns.
    ///
    /// - Throws: `insufficientPriority` while a call or the like holds the sound; `cannotInterruptOthers`,
    ///   `cannotStartPlaying` or `cannotStartRecording` from the background; `isBusy` when deactivated with running
    ///   I/O under older profiles; `mediaServicesFailed` while the services are lost.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        try ask(.setActive(active, notifyOthers: options.contains(.notifyOthersOnDeactivation)))
    }

    // MARK: Other programs

    /// Whether another program has output running.
    public var isOtherAudioPlaying: Bool { client.device.isOtherAudioPlaying(than: client.id) }

    /// Whether another program plays what should not be mixed with: a game mutes its soundtrack then.
    public var secondaryAudioShouldBeSilencedHint: Bool { client.device.shouldSilenceSecondaryAudio(of: client.id) }

    /// How wordy spoken prompts should be now.
    public var promptStyle: PromptStyle { PromptStyle(rawValue: UInt(snapshot.promptStyle.rawValue)) ?? .normal }
}
