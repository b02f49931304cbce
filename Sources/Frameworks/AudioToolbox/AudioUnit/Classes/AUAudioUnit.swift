import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

/// A unit that generates, processes or records sound: a built-in one that a description names, or a program's subclass.
///
/// A subclass provides its busses, its parameter tree and its `internalRenderBlock`. Hosts set the formats of the
/// busses, call `allocateRenderResources` and render by the `renderBlock`. An engine renders its units as nodes.
/// - Thread: one at a time; `renderBlock` and the scheduling blocks on any thread.
open class AUAudioUnit: NSObject {
    /// The codes that the unit was made with.
    public let componentDescription: AudioComponentDescription
    /// The built-in unit behind this object; nil in a program's subclass.
    let backing: (any UnitBacking)?
    let renderer = UnitRenderer()
    /// The listeners that the C interface has added.
    let listeners = UnitListeners()
    /// Settings that the unit keeps for its host.
    var kept = UnitSettings()

    /// Makes a built-in unit, or the base of a subclass that was registered under the description.
    ///
    /// - Throws: In `NSOSStatusErrorDomain` -3000 if no unit has the description; `instantiate` makes objects of
    ///   subclasses.
    public init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        self.componentDescription = componentDescription
        backing = try Self.backing(of: componentDescription, for: Self.self, options)
        super.init()
        adoptBacking()
        if let failure = (backing as? PlugInBacking)?.failure { throw failure }
    }

    /// Makes a unit without options.
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
        // As in Apple's units, so that the usual device block of 1024 frames fits by default.
        kept.maximumFramesToRender = 1156
        backing.adopt(self)
    }

    /// Returns the processor that renders the unit in a graph; for a program's own unit a new processor with each call,
    /// which keeps the unit alive.
    package func makeProcessor() -> any Processor { backing?.processor ?? clientProcessor() }

    // MARK: The component

    /// The component that the unit is an instance of.
    open var component: AudioComponent { registration.handle }
    /// The manufacturer and the name, such as "Apple: AUDelay".
    open var componentName: String? { registration.name }
    /// The name without the manufacturer.
    open var audioUnitName: String? { registration.unitName }
    /// The manufacturer's part of `componentName`.
    open var manufacturerName: String? { registration.manufacturerName }
    /// A short name for display; nil unless a subclass provides one.
    open var audioUnitShortName: String? { nil }
    /// The version: major, minor and bug fix as 0xMMMMmmbb.
    open var componentVersion: UInt32 { registration.version }

    // MARK: Busses

    /// The input busses; none in a subclass that does not override this.
    open var inputBusses: AUAudioUnitBusArray { backing?.inputBusses ?? kept.inputBusses(of: self) }
    /// The output busses; none in a subclass that does not override this.
    open var outputBusses: AUAudioUnitBusArray { backing?.outputBusses ?? kept.outputBusses(of: self) }
    /// The supported pairs of input and output channel counts: -1 for any, -2 for any other; nil for all that the
    /// busses allow.
    open var channelCapabilities: [NSNumber]? { backing?.channelCapabilities }
    /// The unit's channel for each channel of the hardware, -1 for none; nil for the channels in order.
    ///
    /// For the input of an engine it is the hardware's channel for each channel of the unit.
    open var channelMap: [NSNumber]? {
        get { kept.channelMap }
        set {
            kept.channelMap = newValue
            kept.channelMapListener?(newValue?.map(\.intValue) ?? [])
        }
    }
    /// Returns whether a bus may change to a format; called before the change.
    ///
    /// The bus has accepted the format already.
    @discardableResult
    open func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool { !renderResourcesAllocated }

    // MARK: Rendering

    /// The largest block that hosts render, in frames; by default 1156 for built-in units and 512 for others.
    open var maximumFramesToRender: AUAudioFrameCount {
        get { kept.maximumFramesToRender }
        set { kept.maximumFramesToRender = newValue }
    }
    /// Prepares the unit to render in the formats of its busses; subclasses call this first, then allocate their
    /// memory.
    ///
    /// - Throws: An error if the unit does not support the formats; `kAudioUnitErr_TooManyFramesToProcess` if
    ///   `maximumFramesToRender` is larger than 4194304, which is 87 s at 48 kHz.
    open func allocateRenderResources() throws {
        guard maximumFramesToRender <= 1 << 22 else { throw UnitError.error(kAudioUnitErr_TooManyFramesToProcess) }
        try backing?.allocate(maximumFrames: Int(maximumFramesToRender))
        setRenderResourcesAllocated(true)
    }
    /// Releases the resources of `allocateRenderResources`, and discards scheduled events.
    open func deallocateRenderResources() {
        setRenderResourcesAllocated(false)
        backing?.deallocate()
        renderer.block = nil
        renderer.events.state.pointee.discardAll()
    }
    /// Indicates whether the unit is prepared to render.
    open var renderResourcesAllocated: Bool { kept.hasRenderResources }
    /// Sets `renderResourcesAllocated`; for subclasses that allocate their resources themselves.
    open func setRenderResourcesAllocated(_ flag: Bool) {
        kept.hasRenderResources = flag
        renderer.setLimit(flag ? Int(maximumFramesToRender) : 0)
    }
    /// Resets the state of rendering, such as tails, and discards scheduled events; called while the unit does not
    /// render.
    open func reset() {
        backing?.reset()
        renderer.events.state.pointee.discardAll()
    }
    /// The block by which the unit renders; every subclass that is rendered overrides this.
    ///
    /// It is read once, before rendering, and must not touch the unit, the heap or a lock.
    open var internalRenderBlock: AUInternalRenderBlock {
        guard let backing else {
            stopOnMisuse("required condition is false: internalRenderBlock is overridden by \(Self.self)")
        }
        return backing.internalRenderBlock
    }
    /// The block by which hosts render the unit; to be read once, after `allocateRenderResources`.
    open var renderBlock: AURenderBlock {
        if renderer.block == nil { renderer.block = internalRenderBlock }
        return renderer.renderBlock
    }
    /// Adds an observer that is called before and after each block, on the render thread; at most 16.
    ///
    /// - Returns: The token that removes it; -1 if there are too many.
    @discardableResult
    open func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int {
        renderer.add(ClientObserver(observer)) ?? -1
    }
    /// Removes an observer by its token.
    open func removeRenderObserver(_ token: Int) { renderer.remove(token) }
    /// The delay of the output after the input, in seconds.
    open var latency: TimeInterval { backing?.latency ?? 0 }
    /// The duration of sound after the end of the input, in seconds.
    open var tailTime: TimeInterval { backing?.tailTime ?? 0 }
    /// Indicates whether the unit can render into the buffer of its input.
    open var canProcessInPlace: Bool { backing != nil }
    /// Indicates whether the unit passes its input through; a program's subclass has to implement that.
    open var shouldBypassEffect: Bool {
        get { backing?.isBypassed ?? kept.shouldBypassEffect }
        set {
            kept.shouldBypassEffect = newValue
            backing?.isBypassed = newValue
        }
    }
    /// The effort that the unit may spend, 0 to 127 (the default).
    ///
    /// Built-in samplers and synthesizers interpolate their recordings between four samples from 64 on, two from 32 on,
    /// and not below. Other built-in units ignore it.
    open var renderQuality: Int {
        get { kept.renderQuality }
        set {
            kept.renderQuality = newValue
            chooseInterpolation()
        }
    }
    /// Indicates whether rendering is not in real time; set by hosts and by engines in offline mode.
    ///
    /// Built-in samplers and synthesizers with a quality of 64 or more then interpolate between sixteen samples.
    open var isRenderingOffline: Bool {
        get { kept.isRenderingOffline }
        set {
            kept.isRenderingOffline = newValue
            backing?.isOffline = newValue
            chooseInterpolation()
        }
    }
    /// A block of the host that returns tempo and beats; nil for none.
    open var musicalContextBlock: AUHostMusicalContextBlock? {
        get { kept.musicalContextBlock }
        set { kept.musicalContextBlock = newValue }
    }
    /// A block of the host that returns its transport state; nil for none.
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

    /// The tree of all parameters; a subclass sets it or overrides this.
    open var parameterTree: AUParameterTree? {
        get { kept.parameterTree ?? backing?.parameterTree }
        set { kept.parameterTree = newValue }
    }
    /// The block that schedules a parameter change, from any thread.
    open var scheduleParameterBlock: AUScheduleParameterBlock {
        if let block = backing?.scheduleParameterBlock { return block }
        let renderer = renderer
        return { _ = renderer.events.schedule(time: $0, rampFrames: $1, address: $2, value: $3) }
    }
    /// Returns the addresses of at most `count` parameters, the most important first.
    @discardableResult
    open func parametersForOverview(withCount count: Int) -> [NSNumber] {
        (parameterTree?.allParameters ?? []).prefix(max(count, 0)).map { NSNumber(value: $0.address) }
    }

    // MARK: Presets and state

    /// The factory presets; nil for none.
    open var factoryPresets: [AUAudioUnitPreset]? { backing?.factoryPresets }
    /// The preset that was chosen last; setting it sets the parameters.
    ///
    /// A negative number stands for a user preset. A subclass has to apply its factory presets itself.
    open var currentPreset: AUAudioUnitPreset? {
        get { kept.currentPreset }
        set { choose(newValue) }
    }
    /// Indicates whether users can save presets; true for built-in units, false unless a subclass overrides it.
    open var supportsUserPresets: Bool { backing != nil }
    /// The saved user presets, sorted by descending number.
    open var userPresets: [AUAudioUnitPreset] { UserPresets.list(of: self) }
    /// Saves the present state as a user preset, which has a negative number.
    open func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws { try UserPresets.save(userPreset, of: self) }
    /// Deletes a user preset.
    open func deleteUserPreset(_ userPreset: AUAudioUnitPreset) throws { try UserPresets.delete(userPreset, of: self) }
    /// Returns the saved state of a user preset.
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

    /// Indicates whether the unit receives notes, by its component type.
    open var isMusicDeviceOrEffect: Bool {
        [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect].contains(componentDescription.componentType)
    }
    /// The number of virtual MIDI cables; 1 for units that receive notes, else 0.
    open var virtualMIDICableCount: Int { isMusicDeviceOrEffect ? 1 : 0 }
    /// Indicates whether the unit supports MIDI polyphonic expression; false unless a subclass overrides it.
    open var supportsMPE: Bool { false }
    /// The block that schedules a MIDI 1.0 message, from any thread; nil for units without MIDI input.
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
    /// The block that schedules universal MIDI packets, from any thread; nil for units without MIDI input.
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
    /// The MIDI protocol of packets that the unit receives; 1.0 unless a subclass overrides it.
    open var audioUnitMIDIProtocol: MIDIProtocolID { ._1_0 }
    /// The MIDI protocol of packets that the host receives.
    open var hostMIDIProtocol: MIDIProtocolID {
        get { kept.hostMIDIProtocol }
        set { kept.hostMIDIProtocol = newValue }
    }
    /// The names of the MIDI outputs; empty unless a subclass or a plug-in has some.
    open var midiOutputNames: [String] { backing?.midiOutputNames ?? [] }
    /// Receives the MIDI 1.0 messages that the unit sends; set by hosts before rendering.
    open var midiOutputEventBlock: AUMIDIOutputEventBlock? {
        get { kept.midiOutputEventBlock }
        set { kept.midiOutputEventBlock = newValue }
    }
    /// Receives the universal MIDI packets that the unit sends; set by hosts before rendering.
    open var midiOutputEventListBlock: AUMIDIEventListBlock? {
        get { kept.midiOutputEventListBlock }
        set { kept.midiOutputEventListBlock = newValue }
    }
    /// Returns the profiles of a channel of a cable; empty unless a subclass has some.
    @discardableResult
    open func profileState(forCable cable: UInt8, channel: MIDIChannelNumber) -> MIDICIProfileState {
        MIDICIProfileState(channel: channel, enabledProfiles: [], disabledProfiles: [])
    }
    /// Enables a profile; a subclass with profiles overrides this.
    ///
    /// - Throws: `kAudioUnitErr_InvalidPropertyValue` for a profile that the unit does not have.
    open func enable(_ profile: MIDICIProfile, cable: UInt8, onChannel channel: MIDIChannelNumber) throws {
        throw UnitError.error(kAudioUnitErr_InvalidPropertyValue, because: "the unit has no such profile")
    }
    /// Disables a profile; a subclass with profiles overrides this.
    ///
    /// - Throws: `kAudioUnitErr_InvalidPropertyValue` for a profile that the unit does not have.
    open func disableProfile(_ profile: MIDICIProfile, cable: UInt8, onChannel channel: MIDIChannelNumber) throws {
        throw UnitError.error(kAudioUnitErr_InvalidPropertyValue, because: "the unit has no such profile")
    }
    /// Called by subclasses when a profile has been enabled or disabled; set by hosts.
    open var profileChangedBlock: AUMIDICIProfileChangedBlock? {
        get { kept.profileChangedBlock }
        set { kept.profileChangedBlock = newValue }
    }
    /// The most bytes of MIDI that the unit sends in one block; 0 for the default.
    open var midiOutputBufferSizeHint: Int {
        get { kept.midiOutputBufferSizeHint }
        set { kept.midiOutputBufferSizeHint = newValue }
    }

    // MARK: Hardware

    /// Indicates whether the unit can record from the hardware.
    open var canPerformInput: Bool { backing?.hardware?.canPerformInput ?? false }
    /// Indicates whether the unit can play to the hardware.
    open var canPerformOutput: Bool { backing?.hardware != nil }
    /// Indicates whether the unit records from the hardware; set before starting.
    open var isInputEnabled: Bool {
        get { backing?.hardware?.isInputEnabled ?? false }
        set { backing?.hardware?.isInputEnabled = newValue }
    }
    /// Indicates whether the unit plays to the hardware; set before starting.
    open var isOutputEnabled: Bool {
        get { backing?.hardware?.isOutputEnabled ?? false }
        set { backing?.hardware?.isOutputEnabled = newValue }
    }
    /// Provides the frames that the hardware plays; set before starting.
    open var outputProvider: AURenderPullInputBlock? {
        get { backing?.hardware?.outputProvider }
        set { backing?.hardware?.outputProvider = newValue }
    }
    /// Called when frames have arrived from the hardware, which the `renderBlock` then returns on bus 1; set before
    /// starting.
    open var inputHandler: AUInputHandler? {
        get { backing?.hardware?.inputHandler }
        set { backing?.hardware?.inputHandler = newValue }
    }
    /// Starts the hardware, and activates the session if it is not active.
    ///
    /// - Throws: The error of the session or the hardware; `kAudioUnitErr_InvalidProperty` for any unit but an output
    ///   unit.
    open func startHardware() throws {
        guard let hardware = backing?.hardware else { throw UnitError.error(kAudioUnitErr_InvalidProperty) }
        try hardware.start()
    }
    /// Stops the hardware; the last block has been rendered when this returns.
    open func stopHardware() { backing?.hardware?.stop() }
    /// Indicates whether the hardware runs for this unit.
    open var isRunning: Bool { backing?.hardware?.isRunning ?? false }

    // MARK: User interface and messages

    /// Indicates whether the unit has a user interface; false unless a subclass overrides it.
    open var providesUserInterface: Bool { false }
    /// The older units whose presets this unit can read; empty unless a subclass has some.
    open var migrateFromPlugin: [Any] { [] }
    /// Returns a channel for messages to the unit; subclasses with channels override this.
    @discardableResult
    open func messageChannel(for channelName: String) -> any AUMessageChannel { UnitMessageChannel() }
}
