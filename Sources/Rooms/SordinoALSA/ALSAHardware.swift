import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoWork
import Synchronization

/// An implementation of `Hardware` on ALSA, for machines without a PipeWire server.
///
/// It has one output, one input and the stage, all in the program's own process. Several programs share a card if ALSA allows it
/// (`dmix`, PulseAudio's plugin), and no service manages them together. The devices are open while a stream runs, and half a second
/// longer. The volume is applied to the samples that leave the stage; the card's own mixer is not changed.
///
/// When a device is removed its port departs, and when it is back the port arrives: `/dev/snd` and PulseAudio's folder are watched.
/// A device that another program has is a port all the same: starting a stream is refused, with the reason, until it is free.
package final class ALSAHardware: Hardware, Sendable {
    package let name = "ALSA"

    struct State {
        var output: ALSASetting?
        var input: ALSASetting?
        var timing: HardwareTiming
        var volume: Float = 1
        var openStreams: [StageStream] = []
        var listener: (@Sendable (HardwareEvent) -> Void)?
        var events = HardwareEventQueue()
        var watch: FolderWatch?
        /// Tries since a device went, and the devices that came back and went again soon.
        var tries = 0
        var relapses = 0
        var lostTime: UInt64 = 0
        var isClosed = false
        /// The latest reason for which a device was not opened; nil since the output was.
        var refusal: ALSARefusal?
    }

    /// The owner, as the pump knows it.
    private final class Owner: Sendable {
        struct Reference { weak var hardware: ALSAHardware? }
        let reference = Mutex(Reference())
        var hardware: ALSAHardware? { reference.withLock(\.hardware) }
    }

    let library: ALSALibrary
    let names: ALSANames
    let mixer: StageMixer
    let pump: ALSAPump
    let thread = SerialThread()
    let control: Guarded<State>

    /// The sample rate and the block size that are requested first.
    private static let usual = HardwareTiming(sampleRate: 48_000, blockFrames: 1_024)

    /// Opens the devices to read their settings, and closes them again.
    ///
    /// - Parameters:
    ///   - library: ALSA's functions; nil if the library is not installed.
    ///   - names: The names of the devices.
    ///   - watchedFolders: Folders in which files of devices and sockets of servers appear.
    /// - Throws: `HardwareError.refused` with a sentence if there is neither an output nor an input.
    package init(
        library: ALSALibrary? = .system, names: ALSANames = ALSANames(nil),
        watchedFolders: [String] = ALSAHardware.usualFolders
    ) throws(HardwareError) {
        guard let library else { throw .refused("ALSA's library is not there (libasound.so.2; Debian: libasound2)") }
        (self.library, self.names) = (library, names)
        let (output, input, refusal) = Self.look(library, names, Self.usual)
        guard output != nil || input != nil else { throw .refused(refusal?.sentence ?? "ALSA has no device") }
        var timing = output?.timing ?? Self.usual
        if output == nil, let input { timing.sampleRate = input.sampleRate }
        mixer = StageMixer(sampleRate: timing.sampleRate, frameCapacity: ALSASetting.blocks.upperBound)
        control = Guarded(State(output: output, input: input, timing: timing, refusal: refusal))
        let owner = Owner()
        pump = ALSAPump(
            mixer.renderer,
            ALSAPump.Reports(
                lost: { direction, error in owner.hardware?.lost(direction, error) },
                rests: { owner.hardware?.rest() }))
        guard thread.begin(), pump.begin() else {
            thread.end()
            throw .refused("the system gives no thread")
        }
        for port in [output, input].compactMap(\.self) { _ = mixer.addPort(port.port) }
        owner.reference.withLock { $0.hardware = self }
        ALSAExit.add(pump.figures) { [weak self] in self?.close() }
        watch(watchedFolders)
    }

    deinit { close() }

    /// Opens both directions for a look.
    ///
    /// - Returns: Their settings, guessed where another program has the device, and the reason of the first that was not opened.
    static func look(
        _ library: ALSALibrary, _ names: ALSANames, _ wish: HardwareTiming
    ) -> (output: ALSASetting?, input: ALSASetting?, refusal: ALSARefusal?) {
        var refusal: ALSARefusal?
        func setting(_ names: [String], _ direction: PortDirection, _ wish: HardwareTiming, _ isExact: Bool)
            -> ALSASetting?
        {
            do throws(ALSARefusal) {
                return try ALSAPCM.open(library, names, direction, wish, isRateExact: isExact).setting
            } catch {
                refusal = refusal ?? error
                return error.isBusy ? ALSASetting(guessing: wish, name: error.name, direction: direction) : nil
            }
        }
        let output = setting(names.outputs, .output, wish, false)
        let input = setting(names.inputs, .input, output?.timing ?? wish, output != nil)
        return (output, input, refusal)
    }

    /// Closes the device: streams are no longer called, and no events are reported.
    package func close() {
        let watch = control.withLock { state in
            defer { state.watch = nil }
            state.isClosed = true
            state.listener = nil
            return state.watch
        }
        watch?.close()
        ALSAExit.remove(pump.figures)
        pump.end()
        thread.end()
        _ = pump.gate.withLock { $0.install(output: nil, input: nil) }
    }

    /// Counts of frames, errors and wake-ups so far.
    package var figures: ALSAFigures { pump.figures }

    /// Indicates whether the devices are open.
    package var isOpen: Bool { pump.gate.withLock { $0.clock != nil } }

    /// Describes the devices, their rates and blocks in one line, for logs and tools.
    package var summary: String {
        let (output, input, timing) = control.withLock { ($0.output, $0.input, $0.timing) }
        func line(_ setting: ALSASetting?) -> String {
            guard let setting else { return "none" }
            return "\"\(setting.name)\"" + (setting.cardName.isEmpty ? "" : " (\(setting.cardName))")
        }
        return
            "output \(line(output)), input \(line(input)), \(Int(timing.sampleRate)) Hz, blocks of \(timing.blockFrames) frames"
    }

    // MARK: - Clock and service

    package var timing: HardwareTiming { control.withLock(\.timing) }

    package var now: Moment { Moment(nanoseconds: Int64(HostClock.now())) }

    package var stage: any Stage { mixer }

    package var ports: [Port] { control.withLock { [$0.output, $0.input].compactMap { $0?.port } } }

    package var limits: HardwareLimits {
        control.withLock { state in
            (state.output ?? state.input)?.limits
                ?? HardwareLimits(blockFrames: ALSASetting.blocks, sampleRates: [state.timing.sampleRate])
        }
    }

    /// The output volume, 0 to 1, by which the samples behind the stage are multiplied.
    package var volume: Float {
        get { control.withLock(\.volume) }
        set {
            let clamped = newValue.isFinite ? min(max(newValue, 0), 1) : 0
            control.withLock { $0.volume = clamped }
            pump.gate.withLock { _ in pump.memory.state.value.pointee.wantedVolume = clamped }
        }
    }

    /// Does nothing: input gain belongs to the card's own mixer, and no port declares it as settable.
    package func setInputGain(_ gain: Float?, portUID: String) {}

    package func begin(_ listener: @escaping @Sendable (HardwareEvent) -> Void) {
        let told = Bell()
        let isTaken = thread.perform { [weak self] in
            guard let self else { return told.ring() }
            let (ports, timing) = control.withLock { state in
                state.listener = listener
                state.events = HardwareEventQueue()
                return ([state.output, state.input].compactMap { $0?.port }, state.timing)
            }
            if !ports.isEmpty { listener(.portsArrived(ports)) }
            listener(.timing(timing))
            told.ring()
        }
        if isTaken { told.wait(after: 0, milliseconds: 5_000) }
    }

    /// Delivers the events that wait, on the device's own thread.
    func deliver() {
        thread.perform { [weak self] in
            while let self,
                let next = control.withLock({ state in
                    state.listener.flatMap { listener in state.events.popFirst().map { (listener, $0) } }
                })
            { next.0(next.1) }
        }
    }

    /// Asks for another rate or block; the device is set up anew, and sound continues after a short gap.
    @discardableResult
    package func request(_ timing: HardwareTiming) -> HardwareTiming {
        let wish = limits.granting(timing)
        let (granted, isNew, isLost) = control.withLock { state -> (HardwareTiming, Bool, Bool) in
            let before = state.timing
            guard wish != before, !state.isClosed else { return (before, false, false) }
            let isAtRest = mixer.isAtRest
            // Larger blocks save power, and are not worth a gap in what plays.
            let isRelaxed = wish.sampleRate == before.sampleRate && wish.blockFrames > before.blockFrames
            if !isAtRest, isRelaxed { return (before, false, false) }
            // A device that is open without a sound is not opened again.
            let (hadOutput, hadInput) = pump.gate.withLock {
                ($0.output != nil && !isAtRest, $0.input != nil && !isAtRest)
            }
            // A card lets one open it at a time.
            _ = pump.gate.withLock { $0.install(output: nil, input: nil) }
            state.timing = wish
            var refusal: ALSARefusal?
            if let output = state.output {
                do throws(ALSARefusal) {
                    let opened = try ALSAPCM.open(library, [output.name], .output, wish)
                    adopt(opened.setting, &state)
                    if hadOutput { _ = pump.gate.withLock { $0.install(output: opened, input: nil) } }
                } catch {
                    refusal = error
                    state.timing = before
                }
            }
            if hadOutput || hadInput {
                do throws(ALSARefusal) {
                    try open(&state, output: hadOutput, input: hadInput)
                } catch {
                    refusal = refusal ?? error
                }
            }
            mixer.setSampleRate(state.timing.sampleRate)
            if state.timing != before { state.events.append(.timing(state.timing)) }
            return (state.timing, state.timing != before, refusal != nil && (hadOutput || hadInput))
        }
        if isNew { deliver() }
        if isLost {
            control.withLock { ($0.tries, $0.lostTime) = (0, HostClock.now()) }
            lookLater()
        }
        pump.wake()
        return granted
    }

    /// Looks anew whether a device that another program had is free.
    package var outputRefusal: String? {
        defer { deliver() }
        return control.withLock { state in
            guard state.refusal != nil, let output = state.output, !state.isClosed,
                pump.gate.withLock({ $0.output == nil })
            else { return nil }
            do throws(ALSARefusal) {
                let found = try ALSAPCM.open(library, [output.name], .output, state.timing).setting
                if found.timing != state.timing { state.events.append(.timing(found.timing)) }
                adopt(found, &state)
            } catch {
                state.refusal = error
            }
            return state.refusal?.sentence
        }
    }

    /// Takes over what an output has granted.
    func adopt(_ setting: ALSASetting, _ state: inout State) {
        let former = state.output
        (state.output, state.refusal) = (setting, nil)
        if state.timing != setting.timing {
            state.timing = setting.timing
            mixer.setSampleRate(setting.sampleRate)
        }
        guard former?.port != setting.port else { return }
        if former?.channelCount != setting.channelCount || former?.port.uid != setting.port.uid {
            if let former { mixer.removePort(uid: former.port.uid) }
            _ = mixer.addPort(setting.port)
        }
        state.events.append(.portsArrived([setting.port]))
    }

    // MARK: - Streams

    /// More than any device has; a larger number is a mistake.
    private static let channelLimit = 64

    package func openStream(
        _ description: StreamDescription, renderer: StreamRenderer
    ) throws(HardwareError) -> any HardwareStream {
        let refusal = control.withLock { state -> HardwareError? in
            if state.isClosed { return .gone }
            let channels = [description.outputChannels, description.inputChannels]
            if !channels.allSatisfy((0...Self.channelLimit).contains) {
                return .refused("a stream has 0 to \(Self.channelLimit) channels in each direction")
            }
            if description.outputChannels > 0, state.output == nil { return .noPort }
            if description.microphoneChannels > 0, state.input == nil { return .noPort }
            return nil
        }
        if let refusal { throw refusal }
        let stream = ALSAStream(description, renderer: renderer, device: self)
        control.withLock { $0.openStreams.append(stream.stageStream) }
        return stream
    }

    /// Opens the devices that a stream needs, and has it render from the next block on.
    func start(_ stream: StageStream) throws(HardwareError) {
        let refusal = control.withLock { state -> HardwareError? in
            guard !state.isClosed, state.openStreams.contains(where: { $0 === stream }) else { return .gone }
            let description = stream.description
            if description.outputChannels > 0, state.output == nil { return .noPort }
            if description.microphoneChannels > 0, state.input == nil { return .noPort }
            do throws(ALSARefusal) {
                try open(
                    &state, output: description.outputChannels > 0 || description.wantsReference,
                    input: description.microphoneChannels > 0)
            } catch {
                state.refusal = error
                return .refused(error.sentence)
            }
            mixer.setRunning(true, stream)
            return nil
        }
        deliver()
        if let refusal { throw refusal }
        pump.wake()
    }

    /// Opens the wanted devices that are there and not open.
    func open(_ state: inout State, output wantsOutput: Bool, input wantsInput: Bool) throws(ALSARefusal) {
        var (output, input) = pump.gate.withLock { ($0.output, $0.input) }
        let before = (output, input)
        if wantsOutput, output == nil, let known = state.output {
            let opened = try ALSAPCM.open(library, [known.name], .output, state.timing)
            if opened.setting.timing != state.timing { state.events.append(.timing(opened.setting.timing)) }
            adopt(opened.setting, &state)
            output = opened
        }
        if let known = state.input, wantsInput || input != nil,
            input == nil || input?.setting.sampleRate != state.timing.sampleRate
        {
            if input != nil { _ = pump.gate.withLock { $0.install(output: $0.output, input: nil) } }
            input = nil
            input = try ALSAPCM.open(library, [known.name], .input, state.timing, isRateExact: true)
        }
        guard output !== before.0 || input !== before.1 else { return }
        let block = state.timing.blockFrames
        _ = pump.gate.withLock { $0.install(output: output, input: input, block: block) }
    }

    /// - Returns: Whether the stream was open.
    func forget(_ stream: StageStream) -> Bool {
        control.withLock { state in
            let count = state.openStreams.count
            state.openStreams.removeAll { $0 === stream }
            return state.openStreams.count != count
        }
    }

    /// Adds a fade-out to the output of a stream that is about to stop after it was silenced.
    func keepTails(of stream: StageStream) {
        let uid = control.withLock { $0.output?.port.uid }
        pump.gate.withLock { _ in
            for tail in mixer.tails(of: stream) where tail.portUID == uid { pump.memory.add(tail: tail.channels) }
        }
    }

    /// Returns when no block is being rendered that began before the call.
    func waitForBlock() {
        assertControlThread()
        pump.gate.withLock { _ in }
    }

    /// The latency that the device reported last; what it is set up for while it has not run.
    func latencySeconds(_ direction: PortDirection) -> Double {
        let nanoseconds =
            direction == .output
            ? figures.outputDelayNanoseconds.load(ordering: .relaxed)
            : figures.inputDelayNanoseconds.load(ordering: .relaxed)
        if nanoseconds > 0 { return Double(nanoseconds) / 1e9 }
        return control.withLock { state in
            let setting = direction == .output ? state.output : state.input
            guard let setting else { return 0 }
            return Double(direction == .output ? setting.fill : setting.blockFrames) / setting.sampleRate
        }
    }
}
