import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

/// A unit that makes, changes or takes sound: the one of the house that a description names, or a program's own subclass.
///
/// A subclass gives its busses, its parameter tree and its `internalRenderBlock`; hosts set the busses' formats, call
/// `allocateRenderResources` and render by the `renderBlock`. A unit that is put into an engine is rendered as a node there.
/// - Thread: one at a time; `renderBlock` and the scheduling blocks on any thread.
open class AUAudioUnit: NSObject {
    /// The codes that the unit was made with.
    public let componentDescription: AudioComponentDescription
    /// The unit of the house behind this object; nil in a subclass of the program's.
    let backing: (any UnitBacking)?
    let renderer = UnitRenderer()
    /// Listeners of the older C interface.
    let listeners = UnitListeners()
    /// Settings that the unit keeps for its host.
    var kept = UnitSettings()

    /// Makes a unit of the house, or the base of a subclass that was registered under the description.
    ///
    /// - Throws: In `NSOSStatusErrorDomain` -3000 if no unit has the description; `instantiate` makes objects of subclasses.
    public init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        self.componentDescription = componentDescription
        backing = try Self.backing(of: componentDescription, for: Self.self)
        super.init()
        adoptBacking()
        if let failure = (backing as? PlugInBacking)?.failure { throw failure }
    }

    /// Makes a unit with no particular options.
    public convenience init(componentDescription: AudioComponentDescription) throws {
        try self.init(componentDescription: componentDescription, options: [])
    }

    init(backing: any UnitBacking) {
        componentDescription = backing.componentDescription
        self.backing = backing
        super.init()
        adoptBacking()
    }

    private func adoptBacking() {
        guard let backing else { return }
        // As Apple's units: the usual device block, 1024, fits without being asked for.
        kept.maximumFramesToRender = 1156
        backing.adopt(self)
    }

    /// Returns the processor that renders the unit in a graph; for a program's own unit a new processor with each call,
    /// which keeps the unit alive.
    package func makeProcessor() -> any Processor { backing?.processor ?? clientProcessor() }

    // MARK: The component

    /// The component that the unit is an instance of.
    open var component: AudioComponent { registration.handle }
    /// Manufacturer and name, such as "Apple: AUDelay".
    open var componentName: String? { registration.name }
    /// The name without the manufacturer.
    open var audioUnitName: String? { registration.unitName }
    /// The manufacturer's name.
    open var manufacturerName: String? { registration.manufacturerName }
    /// A name for narrow places; nil until a subclass gives one.
    open var audioUnitShortName: String? { nil }
    /// The version: major, minor and bug fix as 0xMMMMmmbb.
    open var componentVersion: UInt32 { registration.version }

    // MARK: Busses

    /// The busses that sound comes in by.
    open var inputBusses: AUAudioUnitBusArray { backing?.inputBusses ?? kept.inputBusses(of: self) }
    /// The busses that sound leaves by.
    open var outputBusses: AUAudioUnitBusArray { backing?.outputBusses ?? kept.outputBusses(of: self) }
    /// Pairs of input and output channels that the unit can do: -1 any, -2 any other; nil for what the busses allow.
    open var channelCapabilities: [NSNumber]? { backing?.channelCapabilities }
    /// For each channel of the hardware which of the unit's it gets, -1 for none; nil for their order.
    ///
    /// For an engine's input it is the other way: which of the hardware's channels each of the unit's gets.
    open var channelMap: [NSNumber]? {
        get { kept.channelMap }
        set {
            kept.channelMap = newValue
            kept.channelMapListener?(newValue?.map(\.intValue) ?? [])
        }
    }
    /// Returns whether a bus may take on a format; asked before it does.
    ///
    /// What the bus itself rules out has been refused before.
    @discardableResult
    open func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool { !renderResourcesAllocated }

    // MARK: Rendering

    /// The longest block that hosts will ask for, in frames: 1156 for units of the house and 512 for others until one is set.
    open var maximumFramesToRender: AUAudioFrameCount {
        get { kept.maximumFramesToRender }
        set { kept.maximumFramesToRender = newValue }
    }
    /// Gets the unit ready to render at its busses' formats; subclasses call this first, then get their memory.
    ///
    /// - Throws: If the unit cannot work at the formats.
    open func allocateRenderResources() throws {
        try backing?.allocate(maximumFrames: Int(maximumFramesToRender))
        setRenderResourcesAllocated(true)
    }
    /// Gives back what `allocateRenderResources` got; what is scheduled is forgotten.
    open func deallocateRenderResources() {
        setRenderResourcesAllocated(false)
        backing?.deallocate()
        renderer.block = nil
        renderer.events.state.pointee.discardAll()
    }
    /// Indicates whether the unit is ready to render.
    open var renderResourcesAllocated: Bool { kept.hasRenderResources }
    /// Says whether the unit is ready; for subclasses that get their resources by themselves.
    open func setRenderResourcesAllocated(_ flag: Bool) {
        kept.hasRenderResources = flag
        renderer.setLimit(flag ? Int(maximumFramesToRender) : 0)
    }
    /// Forgets the past, such as tails; called while nothing renders.
    open func reset() {
        backing?.reset()
        renderer.events.state.pointee.discardAll()
    }
    /// The block that renders the unit's own part of a block; every subclass that is rendered overrides it.
    ///
    /// Fetched once, before rendering; it may not touch the unit, the heap or a lock.
    open var internalRenderBlock: AUInternalRenderBlock {
        guard let backing else {
            stopOnMisuse("required condition is false: internalRenderBlock is overridden by \(Self.self)")
        }
        return backing.internalRenderBlock
    }
    /// Renders the unit, for hosts; to be fetched after `allocateRenderResources` and kept.
    open var renderBlock: AURenderBlock {
        if renderer.block == nil { renderer.block = internalRenderBlock }
        return renderer.renderBlock
    }
    /// Calls an observer before and after each block, on the thread that renders; up to 16 at a time.
    ///
    /// - Returns: What removes it; -1 if there are too many.
    @discardableResult
    open func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int {
        renderer.add(ClientObserver(observer)) ?? -1
    }
    /// Ends an observer's calls.
    open func removeRenderObserver(_ token: Int) { renderer.remove(token) }
    /// Seconds by which the output lags behind the input.
    open var latency: TimeInterval { backing?.latency ?? 0 }
    /// Seconds for which there is sound after the input has ended.
    open var tailTime: TimeInterval { backing?.tailTime ?? 0 }
    /// Indicates whether the unit may be given one buffer for input and output.
    open var canProcessInPlace: Bool { backing != nil }
    /// Indicates whether the unit lets its input pass; a subclass of the program's heeds it by itself.
    open var shouldBypassEffect: Bool {
        get { backing?.isBypassed ?? kept.shouldBypassEffect }
        set {
            kept.shouldBypassEffect = newValue
            backing?.isBypassed = newValue
        }
    }
    /// The effort that the unit may spend, 0 to 127 (the default).
    ///
    /// Samplers and synthesizers read their recordings by four samples from 64 on, by two from 32 on, by one below; other units of this
    /// package always give their best.
    open var renderQuality: Int {
        get { kept.renderQuality }
        set {
            kept.renderQuality = newValue
            chooseInterpolation()
        }
    }
    /// Indicates whether nobody waits for the sound in real time; set by hosts and by engines in offline mode.
    ///
    /// Samplers and synthesizers whose quality is 64 or more then read their recordings by sixteen samples.
    open var isRenderingOffline: Bool {
        get { kept.isRenderingOffline }
        set {
            kept.isRenderingOffline = newValue
            chooseInterpolation()
        }
    }
    /// A block of the host that reports tempo and beats.
    open var musicalContextBlock: AUHostMusicalContextBlock? {
        get { kept.musicalContextBlock }
        set { kept.musicalContextBlock = newValue }
    }
    /// A block of the host that reports its transport state.
    open var transportStateBlock: AUHostTransportStateBlock? {
        get { kept.transportStateBlock }
        set { kept.transportStateBlock = newValue }
    }
    /// The host's name for the place where the unit is used, such as a track's name.
    open var contextName: String? {
        get { kept.contextName }
        set { kept.contextName = newValue }
    }

    // MARK: Parameters

    /// All parameters; a subclass sets its own, or overrides this.
    open var parameterTree: AUParameterTree? {
        get { kept.parameterTree ?? backing?.parameterTree }
        set { kept.parameterTree = newValue }
    }
    /// Schedules a parameter, from any thread.
    open var scheduleParameterBlock: AUScheduleParameterBlock {
        if let block = backing?.scheduleParameterBlock { return block }
        let renderer = renderer
        return { _ = renderer.events.schedule(time: $0, rampFrames: $1, address: $2, value: $3) }
    }
    /// Addresses of the parameters that matter most, the most important first.
    @discardableResult
    open func parametersForOverview(withCount count: Int) -> [NSNumber] {
        (parameterTree?.allParameters ?? []).prefix(max(count, 0)).map { NSNumber(value: $0.address) }
    }

    // MARK: Presets and state

    /// The presets that the unit brings along.
    open var factoryPresets: [AUAudioUnitPreset]? { backing?.factoryPresets }
    /// The preset that was chosen last; choosing one sets the parameters.
    ///
    /// A negative number stands for a preset of the user's; subclasses heed factory presets by themselves.
    open var currentPreset: AUAudioUnitPreset? {
        get { kept.currentPreset }
        set { choose(newValue) }
    }
    /// Indicates whether users may keep presets of their own; false until a subclass says otherwise.
    open var supportsUserPresets: Bool { backing != nil }
    /// The presets that users have kept, by number.
    open var userPresets: [AUAudioUnitPreset] { UserPresets.list(of: self) }
    /// Keeps the present state as a preset of the user's.
    open func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws { try UserPresets.save(userPreset, of: self) }
    /// Forgets a preset of the user's.
    open func deleteUserPreset(_ userPreset: AUAudioUnitPreset) throws { try UserPresets.delete(userPreset, of: self) }
    /// The state that a preset of the user's stands for.
    @discardableResult
    open func presetState(for userPreset: AUAudioUnitPreset) throws -> [String: Any] {
        try UserPresets.state(userPreset, of: self)
    }
    /// The contents of a preset: codes, version and parameters; subclasses add their own.
    open var fullState: [String: Any]? {
        get { collectState() }
        set { takeState(newValue) }
    }
    /// The state to store in a document; the same as `fullState` unless a subclass overrides it.
    open var fullStateForDocument: [String: Any]? {
        get { fullState }
        set { fullState = newValue }
    }

    // MARK: MIDI

    /// Indicates whether the unit is one that notes are sent to.
    open var isMusicDeviceOrEffect: Bool {
        [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect].contains(componentDescription.componentType)
    }
    /// The number of virtual MIDI cables of the unit; 1 for units that receive notes.
    open var virtualMIDICableCount: Int { isMusicDeviceOrEffect ? 1 : 0 }
    /// Indicates whether the unit takes MIDI polyphonic expression.
    open var supportsMPE: Bool { false }
    /// Sends a message of MIDI 1.0, from any thread; nil for units that take no MIDI.
    open var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? {
        guard takesMIDI else { return nil }
        if let instrument {
            let notes = instrument.notes
            return { time, _, count, bytes in
                withExtendedLifetime(instrument) {
                    _ = notes.schedule(UnsafeBufferPointer(start: bytes, count: count), time: time)
                }
            }
        }
        let renderer = renderer
        return { _ = renderer.events.schedule(time: $0, cable: $1, bytes: UnsafeBufferPointer(start: $3, count: $2)) }
    }
    /// Sends universal MIDI packets, from any thread; nil for units that take no MIDI.
    open var scheduleMIDIEventListBlock: AUMIDIEventListBlock? {
        guard takesMIDI else { return nil }
        if let instrument {
            let notes = instrument.notes
            return { time, _, list in
                withExtendedLifetime(instrument) {
                    notes.schedule(list: list, time: time) ? noErr : kAudioUnitErr_MIDIOutputBufferFull
                }
            }
        }
        let renderer = renderer
        return { renderer.events.schedule(time: $0, cable: $1, list: $2) ? noErr : kAudioUnitErr_MIDIOutputBufferFull }
    }
    /// The protocol in which the unit wants its packets; 1.0 until a subclass says otherwise.
    open var audioUnitMIDIProtocol: MIDIProtocolID { ._1_0 }
    /// The protocol in which the host wants its packets.
    open var hostMIDIProtocol: MIDIProtocolID {
        get { kept.hostMIDIProtocol }
        set { kept.hostMIDIProtocol = newValue }
    }
    /// Names of the outputs by which the unit sends MIDI; none until a subclass has some.
    open var midiOutputNames: [String] { [] }
    /// Takes what the unit sends; set by hosts before rendering.
    open var midiOutputEventBlock: AUMIDIOutputEventBlock? {
        get { kept.midiOutputEventBlock }
        set { kept.midiOutputEventBlock = newValue }
    }
    /// Takes what the unit sends, as packets; set by hosts before rendering.
    open var midiOutputEventListBlock: AUMIDIEventListBlock? {
        get { kept.midiOutputEventListBlock }
        set { kept.midiOutputEventListBlock = newValue }
    }
    /// The profiles that a channel of a cable has; none until a subclass brings some.
    @discardableResult
    open func profileState(forCable cable: UInt8, channel: MIDIChannelNumber) -> MIDICIProfileState {
        MIDICIProfileState(channel: channel, enabledProfiles: [], disabledProfiles: [])
    }
    /// Switches a profile on.
    ///
    /// - Throws: `kAudioUnitErr_InvalidPropertyValue` for one that the unit does not have; a subclass that has some overrides this.
    open func enable(_ profile: MIDICIProfile, cable: UInt8, onChannel channel: MIDIChannelNumber) throws {
        throw UnitError.error(kAudioUnitErr_InvalidPropertyValue, because: "the unit has no such profile")
    }
    /// Switches a profile off.
    ///
    /// - Throws: `kAudioUnitErr_InvalidPropertyValue` for one that the unit does not have; a subclass that has some overrides this.
    open func disableProfile(_ profile: MIDICIProfile, cable: UInt8, onChannel channel: MIDIChannelNumber) throws {
        throw UnitError.error(kAudioUnitErr_InvalidPropertyValue, because: "the unit has no such profile")
    }
    /// Called by subclasses when a profile has been switched; set by hosts.
    open var profileChangedBlock: AUMIDICIProfileChangedBlock? {
        get { kept.profileChangedBlock }
        set { kept.profileChangedBlock = newValue }
    }
    /// Bytes of MIDI that the unit may send in one block; 0 for what is usual.
    open var midiOutputBufferSizeHint: Int {
        get { kept.midiOutputBufferSizeHint }
        set { kept.midiOutputBufferSizeHint = newValue }
    }

    // MARK: Hardware

    /// Indicates whether the unit can take sound from the hardware.
    open var canPerformInput: Bool { backing?.hardware?.canPerformInput ?? false }
    /// Indicates whether the unit can give sound to the hardware.
    open var canPerformOutput: Bool { backing?.hardware != nil }
    /// Indicates whether the unit takes sound from the hardware; set before starting.
    open var isInputEnabled: Bool {
        get { backing?.hardware?.isInputEnabled ?? false }
        set { backing?.hardware?.isInputEnabled = newValue }
    }
    /// Indicates whether the unit gives sound to the hardware; set before starting.
    open var isOutputEnabled: Bool {
        get { backing?.hardware?.isOutputEnabled ?? false }
        set { backing?.hardware?.isOutputEnabled = newValue }
    }
    /// Gives the frames that the hardware plays; set before starting.
    open var outputProvider: AURenderPullInputBlock? {
        get { backing?.hardware?.outputProvider }
        set { backing?.hardware?.outputProvider = newValue }
    }
    /// Hears that frames have come from the hardware, which the `renderBlock` then gives on bus 1; set before starting.
    open var inputHandler: AUInputHandler? {
        get { backing?.hardware?.inputHandler }
        set { backing?.hardware?.inputHandler = newValue }
    }
    /// Starts the hardware; the session is activated if need be.
    ///
    /// - Throws: Why the session or the hardware refuses; for units that are no hardware's `kAudioUnitErr_InvalidProperty`.
    open func startHardware() throws {
        guard let hardware = backing?.hardware else { throw UnitError.error(kAudioUnitErr_InvalidProperty) }
        try hardware.start()
    }
    /// Stops the hardware; the last block has been rendered when this returns.
    open func stopHardware() { backing?.hardware?.stop() }
    /// Indicates whether the hardware runs.
    open var isRunning: Bool { backing?.hardware?.isRunning ?? false }

    // MARK: Beside sound

    /// Indicates whether the unit brings a user interface; false until a subclass has one.
    open var providesUserInterface: Bool { false }
    /// Units of older make whose presets this one can read; none until a subclass has some.
    open var migrateFromPlugin: [Any] { [] }
    /// A way to exchange messages with the unit beside its parameters.
    ///
    /// Every subclass that has channels overrides this.
    @discardableResult
    open func messageChannel(for channelName: String) -> any AUMessageChannel { UnitMessageChannel() }
}
