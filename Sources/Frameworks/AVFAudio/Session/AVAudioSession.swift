import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import SordinoDevice
import SordinoPolicy
import SordinoSession
import SordinoWork

/// A program's audio session: declares how the program uses sound, and reports interruptions and route changes.
///
/// Getters read a copy that the device's session service keeps fresh; setters ask it and wait for its answer.
///
/// - Throws: Every throwing method throws an `NSError` of `NSOSStatusErrorDomain` whose code is an
///   `AVAudioSession.ErrorCode`; its description names the rule that refused and the program that caused it.
/// - Thread: any but the render thread.
open class AVAudioSession: NSObject, @unchecked Sendable {
    /// The session's connection to its program.
    private struct Connection {
        let client: SessionClient
        let callbacks: CallbackQueue
        let workers: Workers
        let notificationObserver: Int
        let activityObserver: Int
    }

    /// Nil for a session that a program made itself: it speaks for whichever program asks it.
    private let connection: Connection?

    /// The delegate that programs written before iOS 6 set on the session.
    let earlyDelegate = EarlyDelegate()

    package var client: SessionClient { connection?.client ?? AppContext.current.client }
    package var callbacks: CallbackQueue { connection?.callbacks ?? AppContext.current.system.callbacks }
    var workers: Workers { connection?.workers ?? AppContext.current.system.workers }

    /// The session of the program that the running code belongs to.
    @discardableResult
    open class func sharedInstance() -> AVAudioSession {
        let context = AppContext.current
        // A program that uses this class may also call the session's C functions.
        LegacySession.of(context).begin()
        return session(of: context)
    }

    /// The session of a program.
    package class func session(of context: AppContext) -> AVAudioSession {
        context.attachment(AVAudioSession.self) { AVAudioSession(context: $0) }
    }

    /// Makes another object for the program's one session, for subclasses that stand in for it in tests.
    ///
    /// Notifications are posted by `sharedInstance()` alone.
    public override init() {
        connection = nil
        super.init()
    }

    private init(context: AppContext) {
        let poster = SessionNotificationPoster()
        connection = Connection(
            client: context.client, callbacks: context.system.callbacks, workers: context.system.workers,
            notificationObserver: context.client.addObserver { poster.post($0) },
            activityObserver: context.client.addActivityObserver { poster.post($0) })
        super.init()
        poster.session = self
    }

    deinit {
        guard let connection else { return }
        connection.client.removeObserver(connection.notificationObserver)
        connection.client.removeObserver(connection.activityObserver)
    }

    package var snapshot: SessionSnapshot { client.snapshot }
    /// Indicates whether the session is interrupted now, also before its notification has arrived; for our own tools.
    package var isInterrupted: Bool { snapshot.state == .interrupted }

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
    open var category: Category { Category(snapshot.configuration.category) }

    /// The mode as it was set; one that the category does not support acts as `default`.
    open var mode: Mode { Mode(snapshot.configuration.mode) }

    /// The options as they were set, with those that other options and the mode bring along; without the routes that a
    /// category allows anyway.
    open var categoryOptions: CategoryOptions {
        let snapshot = snapshot
        let brought = snapshot.effectiveOptions.subtracting([.allowBluetoothA2DP, .allowAirPlay])
        return snapshot.configuration.options.union(brought)
    }

    /// The way in which the route is shared with other programs.
    open var routeSharingPolicy: RouteSharingPolicy { snapshot.configuration.policy }

    /// The categories that this device can offer.
    open var availableCategories: [Category] { snapshot.availableCategories.map { Category($0) } }

    /// The modes that this device can offer.
    open var availableModes: [Mode] { snapshot.availableModes.map { Mode($0) } }

    /// Sets the category; options become empty, the mode stays.
    ///
    /// - Throws: `badParam` for an unknown category, `resourceNotAvailable` if the device cannot offer it,
    ///   `insufficientPriority` while a call or an alarm has priority. Nothing has changed then.
    open func setCategory(_ category: Category) throws {
        try ask(.configure(category: category.rawValue, mode: nil, options: nil, policy: 0))
    }

    /// Sets category and options; the mode stays.
    ///
    /// - Throws: The errors of `setCategory(_:)`; `badParam` also for an option that the category does not allow.
    open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try ask(.configure(category: category.rawValue, mode: nil, options: options.rawValue, policy: 0))
    }

    /// Sets category, mode and options together: all of them or none.
    ///
    /// - Throws: The errors of `setCategory(_:options:)`; `badParam` also for an unknown mode.
    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Sets category, mode, route-sharing policy and options together: all of them or none.
    ///
    /// - Throws: The errors of `setCategory(_:mode:options:)`; `badParam` also if the policy does not suit the rest.
    open func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        try ask(
            .configure(
                category: category.rawValue, mode: mode.rawValue, options: options.rawValue, policy: policy.rawValue))
    }

    /// Sets the mode alone.
    ///
    /// - Throws: `badParam` for an unknown mode.
    open func setMode(_ mode: Mode) throws {
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
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        try ask(.setActive(active, notifyOthers: options.contains(.notifyOthersOnDeactivation)))
    }

    // MARK: Other programs

    /// Indicates whether another program has output running.
    open var isOtherAudioPlaying: Bool { client.snapshot.isOtherAudioPlaying(client.device, than: client.id) }

    /// Indicates whether another program plays primary audio; a game mutes its soundtrack then.
    open var secondaryAudioShouldBeSilencedHint: Bool {
        client.snapshot.shouldSilenceSecondaryAudio(client.device, of: client.id)
    }

    /// The desired length of spoken prompts at present.
    open var promptStyle: PromptStyle { snapshot.promptStyle }

    // MARK: The route

    /// The ports that the session uses now.
    open var currentRoute: AVAudioSessionRouteDescription {
        let snapshot = snapshot
        return AVAudioSessionRouteDescription(snapshot.route, selections: snapshot.selectedDataSources, client: client)
    }

    /// Indicates whether the device has any input now.
    open var isInputAvailable: Bool { snapshot.isInputAvailable }

    /// The inputs that the session could use; nil if its category has no input.
    open var availableInputs: [AVAudioSessionPortDescription]? {
        let snapshot = snapshot
        switch snapshot.configuration.category {
        case .ambient, .soloAmbient, .playback, .audioProcessing: return nil
        case .record, .playAndRecord, .multiRoute: break
        }
        return snapshot.availableInputs.map {
            AVAudioSessionPortDescription($0, selections: snapshot.selectedDataSources, client: client)
        }
    }

    /// The input that was asked for; nil if none was, or if it is not available.
    open var preferredInput: AVAudioSessionPortDescription? {
        let snapshot = snapshot
        guard let uid = snapshot.preferredInputUID else { return nil }
        return availableInputs?.first { $0.uid == uid }
    }

    /// Asks for an input; nil for the system's choice.
    ///
    /// - Throws: `badParam` for a port that is not among `availableInputs`.
    open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        try ask(.prefer(.input(portUID: inPort?.uid)))
    }

    /// Sends output to the loudspeaker until the route changes; only with `playAndRecord`.
    ///
    /// - Throws: `badParam` with another category.
    open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        try ask(.overrideOutput(toSpeaker: portOverride == .speaker))
    }

    // MARK: Data sources

    /// The sources of the current input; nil if it has none to choose from.
    open var inputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.inputs.first?.dataSources }

    /// The source that the current input uses.
    open var inputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.inputs.first?.selectedDataSource }

    /// Asks for a source of the current input; nil for the system's choice.
    ///
    /// - Throws: `badParam` for a source of another port, or without input.
    open func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try setDataSource(dataSource, of: currentRoute.inputs.first)
    }

    /// The destinations of the current output; nil if it has none to choose from.
    open var outputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.outputs.first?.dataSources }

    /// The destination that the current output uses.
    open var outputDataSource: AVAudioSessionDataSourceDescription? {
        currentRoute.outputs.first?.selectedDataSource
    }

    /// Asks for a destination of the current output; nil for the system's choice.
    ///
    /// - Throws: `badParam` for a destination of another port, or without output.
    open func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try setDataSource(dataSource, of: currentRoute.outputs.first)
    }

    private func setDataSource(
        _ dataSource: AVAudioSessionDataSourceDescription?, of port: AVAudioSessionPortDescription?
    ) throws {
        guard let port else { throw NSError(.badParam, "the route has no port in this direction") }
        try port.setPreferredDataSource(dataSource)
    }

    // MARK: Stereo capture

    /// The orientation in which the device is held, for stereo capture.
    open var inputOrientation: StereoOrientation {
        StereoOrientation(rawValue: Int(snapshot.inputOrientation)) ?? .none
    }

    /// The orientation that was asked for.
    open var preferredInputOrientation: StereoOrientation {
        StereoOrientation(rawValue: Int(snapshot.preferredInputOrientation)) ?? .none
    }

    /// Asks for an orientation of stereo capture.
    open func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        try ask(.prefer(.inputOrientation(UInt(orientation.rawValue))))
    }

    // MARK: Rate and block

    /// The hardware's sample rate for this session, in hertz.
    ///
    /// Meaningful while the session is active.
    open var sampleRate: Double { client.device.timing.sampleRate }

    /// The preferred rate in hertz; 0 if none.
    open var preferredSampleRate: Double { snapshot.preferredSampleRate }

    /// Asks for a hardware rate in hertz; granted only to the session that holds the hardware, and to the nearest rate.
    ///
    /// - Throws: `badParam` for a rate that no hardware runs at.
    open func setPreferredSampleRate(_ sampleRate: Double) throws { try ask(.prefer(.sampleRate(sampleRate))) }

    /// Seconds of one I/O block.
    open var ioBufferDuration: TimeInterval {
        let timing = client.device.timing
        return timing.sampleRate > 0 ? Double(timing.blockFrames) / timing.sampleRate : 0
    }

    /// The preferred duration of a block, in seconds; 0 if none.
    open var preferredIOBufferDuration: TimeInterval { snapshot.preferredIOBufferDuration }

    /// Asks for a block of so many seconds; the grant is the next power of two in frames.
    ///
    /// - Throws: `badParam` for a duration that is not a number above 0.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        try ask(.prefer(.ioBufferDuration(duration)))
    }

    /// Seconds from a sound in the air to the program; 0 without input.
    open var inputLatency: TimeInterval { snapshot.inputLatencySeconds }

    /// Seconds from the program to the air; 0 without output.
    open var outputLatency: TimeInterval { snapshot.outputLatencySeconds }

    // MARK: Channels

    /// Input channels of the route; 0 without input.
    open var inputNumberOfChannels: Int { snapshot.inputChannels }

    /// Output channels of the route; 0 without output.
    open var outputNumberOfChannels: Int { snapshot.outputChannels }

    /// The most input channels that the route can have.
    open var maximumInputNumberOfChannels: Int { snapshot.maximumInputChannels }

    /// The most output channels that the route can have.
    open var maximumOutputNumberOfChannels: Int { snapshot.maximumOutputChannels }

    /// The preferred number of input channels; 0 if none.
    open var preferredInputNumberOfChannels: Int { snapshot.preferredInputChannels }

    /// The preferred number of output channels; 0 if none.
    open var preferredOutputNumberOfChannels: Int { snapshot.preferredOutputChannels }

    /// Sets the preferred number of input channels.
    ///
    /// - Throws: `badParam` below 1 or above the maximum.
    open func setPreferredInputNumberOfChannels(_ count: Int) throws { try ask(.prefer(.inputChannels(count))) }

    /// Sets the preferred number of output channels.
    ///
    /// - Throws: `badParam` below 1 or above the maximum.
    open func setPreferredOutputNumberOfChannels(_ count: Int) throws { try ask(.prefer(.outputChannels(count))) }

    // MARK: Levels

    /// The volume that the user chose, 0 to 1; no program can set it.
    open var outputVolume: Float { client.device.outputVolume }

    /// The gain of the input, 0 to 1.
    open var inputGain: Float { snapshot.inputGain }

    /// Indicates whether the input's gain can be set.
    open var isInputGainSettable: Bool { snapshot.isInputGainSettable }

    /// Sets the input's gain, clamped to 0 to 1.
    ///
    /// - Throws: If the input's gain cannot be set.
    open func setInputGain(_ gain: Float) throws { try ask(.prefer(.inputGain(gain))) }

    // MARK: Behaviour

    /// Indicates whether system sounds and haptics stay on while this session records.
    open var allowHapticsAndSystemSoundsDuringRecording: Bool { snapshot.allowsHapticsAndSystemSoundsDuringRecording }

    /// Sets whether system sounds and haptics stay on while this session records.
    open func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        try ask(.prefer(.allowsHapticsAndSystemSoundsDuringRecording(inValue)))
    }

    /// Indicates whether a ringing call that shows as a banner leaves this session alone.
    open var prefersNoInterruptionsFromSystemAlerts: Bool { snapshot.prefersNoInterruptionsFromSystemAlerts }

    /// Sets whether a ringing call that shows as a banner leaves this session alone.
    open func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try ask(.prefer(.prefersNoInterruptionsFromSystemAlerts(inValue)))
    }

    /// Indicates whether this session is interrupted when the port that it plays on is disconnected.
    ///
    /// Default: true.
    open var prefersInterruptionOnRouteDisconnect: Bool { snapshot.prefersInterruptionOnRouteDisconnect }

    /// Sets whether this session is interrupted when the port that it plays on is disconnected.
    open func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        try ask(.prefer(.prefersInterruptionOnRouteDisconnect(inValue)))
    }

    /// Asks for input and output in one I/O unit on one clock.
    open func setAggregatedIOPreference(_ inIOType: IOType) throws {
        try ask(.prefer(.aggregatedIO(inIOType == .aggregated)))
    }

    /// Indicates whether the program has muted its own output.
    open var isOutputMuted: Bool { snapshot.isOutputMuted }

    /// Mutes or unmutes everything that the session plays; initially unmuted.
    ///
    /// A change from the default mode opens it in `playAndRecord`.
    /// - Throws: `badParam` in `playAndRecord` with another mode than the default.
    open func setOutputMuted(_ muted: Bool) throws { try ask(.prefer(.outputMuted(muted))) }

    // MARK: Echo

    /// Indicates whether the route's microphone can cancel the loudspeaker's echo.
    open var isEchoCancelledInputAvailable: Bool { snapshot.isEchoCancelledInputAvailable }

    /// Indicates whether the microphone cancels echo now.
    ///
    /// It does if that is available and preferred, and the session is active in `playAndRecord` with the default mode.
    open var isEchoCancelledInputEnabled: Bool { snapshot.isEchoCancelledInputEnabled }

    /// Indicates whether the program prefers echo cancellation.
    open var prefersEchoCancelledInput: Bool { snapshot.prefersEchoCancelledInput }

    /// Asks for a microphone without the loudspeaker's echo; at first false.
    open func setPrefersEchoCancelledInput(_ value: Bool) throws { try ask(.prefer(.echoCancelledInput(value))) }

    /// Indicates whether the program has declared content of more than two channels; initially false.
    open var supportsMultichannelContent: Bool { snapshot.supportsMultichannelContent }

    /// Declares whether the program has content of more than two channels.
    open func setSupportsMultichannelContent(_ inValue: Bool) throws {
        try ask(.prefer(.multichannelContent(inValue)))
    }

    /// The way in which the session's content is rendered on the present route.
    open var renderingMode: RenderingMode { snapshot.renderingMode }

    /// The layouts that the route can play as they are: stereo, and those for which it has the channels or places them
    /// itself.
    open var supportedOutputChannelLayouts: [AVAudioChannelLayout] {
        let outputs = snapshot.route.outputs
        guard !outputs.isEmpty else { return [] }
        let isSpatial = outputs.contains { $0.spatialAudio == .on }
        let channelCount = outputs.map(\.channels.count).max() ?? 0
        let tags = [
            kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_AAC_5_1, kAudioChannelLayoutTag_MPEG_7_1_C,
            kAudioChannelLayoutTag_Atmos_5_1_2, kAudioChannelLayoutTag_Atmos_5_1_4, kAudioChannelLayoutTag_Atmos_7_1_2,
            kAudioChannelLayoutTag_Atmos_7_1_4,
        ]
        return tags.compactMap { tag in
            let needed = Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
            return needed <= max(channelCount, 2) || isSpatial ? AVAudioChannelLayout(layoutTag: tag) : nil
        }
    }

    /// Determines the route of a long-form program before it activates.
    ///
    /// There is no picker to wait for: the answer is the present route, and whether there is one.
    /// - Parameter completionHandler: Called on the main queue with whether playback may start, and where.
    open func prepareRouteSelectionForPlayback(completionHandler: @escaping (Bool, RouteSelection) -> Void) {
        nonisolated(unsafe) let respond = completionHandler
        let selection: RouteSelection =
            if let output = snapshot.route.outputs.first {
                output.kind?.isExternal ?? false ? .external : .local
            } else {
                .none
            }
        callbacks.deliver(.main, to: client.context) { respond(selection != .none, selection) }
    }

    /// The sound that the program asked to be added to calls: none, or its spoken sound.
    open var preferredMicrophoneInjectionMode: MicrophoneInjectionMode { snapshot.preferredMicrophoneInjection }

    /// Asks for the sound of the program to be added to the microphone of other programs that record for a call.
    ///
    /// It happens while the session is active and audible, the user has granted the permission
    /// (`AVAudioApplication.requestMicrophoneInjectionPermission()`), and such a call is in progress.
    /// - Throws: `mediaServicesFailed` while the services are down.
    open func setPreferredMicrophoneInjectionMode(_ inValue: MicrophoneInjectionMode) throws {
        try ask(.prefer(.microphoneInjection(inValue)))
    }

    /// Indicates whether the user lets programs add their sound to calls, and another program records for a call.
    open var isMicrophoneInjectionAvailable: Bool { client.device.isMicrophoneInjectionAvailable(to: client.id) }
}
