import SordinoPolicy
import SordinoRealtime

/// A stage that any peer can drive: the control side here, the render thread's side in `renderer`.
///
/// It stores the requested state, compiles it into a flat plan after every change, and hands the plan over; the newest
/// plan wins, so a flood of commands costs the render thread nothing. The stage keeps its programs' gains and routes
/// when streams and ports come and go, also over the loss of a server.
///
/// - A gain follows `RampCurve.equalPower`. The first frame of the next block already moves, the last frame of the ramp
///   has the target exactly. A change at once takes `StageFade.seconds` when a stream of the program sounded in the
///   block before, else no time: a stream that starts with gain 1 is heard bit for bit from its first frame.
/// - A ramp continues while the program's streams of that class are stopped; when it has none, the ramp is over at
///   once.
/// - A link that comes or goes under a sounding stream fades linearly over `StageFade.seconds`; both ends of a changed
///   map add up to the whole. A link to a port that departed ends with the port.
/// - A program's own volume is a factor of its links, beside its gain: each moves by itself.
/// - Streams are summed in float32 in ascending order of `ProgramID`, then as they were opened. The first sound on a
///   channel is put there, not added to zero.
/// - A stream's block with NaN, infinity or a sample beyond 120 dB over full scale is silent and counted.
package final class StageMixer: Stage, Sendable {
    /// The render thread's end.
    package let renderer: StageRenderer
    /// Frames of the largest block.
    package let frameCapacity: Int

    /// Channels of a program that are metered.
    static let meteredChannels = 32

    struct Control {
        var programs: [ProgramID: StageProgram] = [:]
        /// Ascending by program, then as opened.
        var streams: [StageStream] = []
        /// The ports, in the order in which they arrived.
        var ports: [StagePort] = []
        var sampleRate: Double
        var streamsOpened = 0
        var startsCounted: UInt64 = 0
        /// Programs whose sound is injected into the input of others.
        var injectors: Set<ProgramID> = []
        var taps = StageTaps()
        /// By port; kept while the port is away.
        var tones: [String: [ToneSection]] = [:]
        /// The places of channels that the owner has set up, by port.
        var layouts: [String: [UInt32]] = [:]
        /// The channel that an input delivers, by port.
        var microphones: [String: Int] = [:]
        var changed: (@Sendable () -> Void)?
    }

    private let control: Guarded<Control>
    private let handOver: HandOver<StagePlan>

    /// Makes an empty stage.
    ///
    /// - Parameters:
    ///   - sampleRate: The rate in hertz by which ramps are counted.
    ///   - frameCapacity: Frames of the largest block that will be rendered.
    package init(sampleRate: Double, frameCapacity: Int) {
        self.frameCapacity = frameCapacity
        control = Guarded(Control(sampleRate: sampleRate))
        handOver = HandOver(free: StagePlan.free)
        let scratch = UnsafeMutablePointer<Float>.allocate(capacity: frameCapacity)
        scratch.initialize(repeating: 0, count: frameCapacity)
        let state = UnsafeMutablePointer<StageRenderState>.allocate(capacity: 1)
        state.initialize(to: StageRenderState(frameCapacity: frameCapacity, scratch: scratch))
        renderer = StageRenderer(handOver: handOver.renderer, lent: Lent(state))
    }

    /// The render thread must have stopped.
    deinit {
        renderer.state.pointee.scratch.deallocate()
        renderer.state.deallocate()
    }

    // MARK: - Stage

    package func perform(_ commands: [StageCommand]) {
        change { control in
            for command in commands { apply(command, to: &control) }
        }
    }

    package func meter(portUID: String) -> Meter? {
        control.withLock { control in
            guard let port = control.ports.first(where: { $0.port.uid == portUID }) else { return nil }
            return port.meters.meter(channelCount: port.port.channels.count)
        }
    }

    package func meter(program: ProgramID) -> Meter? {
        control.withLock { control in
            let streams = control.streams.filter { $0.description.program == program }
            guard let channelCount = streams.map(\.description.outputChannels).max() else { return nil }
            guard streams.contains(where: \.isRunning), let meters = control.programs[program]?.meters else {
                let silence = [Float](repeating: 0, count: channelCount)
                return Meter(peak: silence, rms: silence)
            }
            return meters.meter(channelCount: channelCount)
        }
    }

    // MARK: - Calls of the peer

    /// Sets the rate of the blocks from now on.
    package func setSampleRate(_ sampleRate: Double) {
        change { $0.sampleRate = sampleRate }
    }

    /// A port arrives; routes that name it already are linked.
    ///
    /// - Parameters:
    ///   - peer: Handed on in the plan as `PlannedPort.peer`.
    ///   - peerKeeper: Kept alive as long as a plan names the port.
    package func addPort(_ port: Port, peer: UnsafeMutableRawPointer? = nil, peerKeeper: AnyObject? = nil) -> StagePort
    {
        let added = StagePort(port: port, frameCapacity: frameCapacity, peer: peer, peerKeeper: peerKeeper)
        change { $0.ports.append(added) }
        return added
    }

    /// A port's latency is another, in seconds.
    package func setLatency(_ seconds: Double, portUID: String) {
        change { control in
            for port in control.ports where port.port.uid == portUID { port.latencySeconds = seconds }
        }
    }

    /// A port departs, and its links with it.
    package func removePort(uid: String) {
        change { $0.ports.removeAll { $0.port.uid == uid } }
    }

    /// A stream appears; it is silent until it runs.
    package func addStream(
        _ description: StreamDescription, peer: UnsafeMutableRawPointer? = nil, peerKeeper: AnyObject? = nil
    ) -> StageStream {
        change { control in
            control.streamsOpened += 1
            let stream = StageStream(
                description: description, order: control.streamsOpened, frameCapacity: frameCapacity, peer: peer,
                peerKeeper: peerKeeper)
            let place = control.streams.firstIndex { description.program < $0.description.program }
            control.streams.insert(stream, at: place ?? control.streams.endIndex)
            return stream
        }
    }

    /// Removes a stream; the render thread does not use it after the beginning of the next block.
    package func removeStream(_ stream: StageStream) {
        change { control in
            stream.isRunning = false
            control.streams.removeAll { $0 === stream }
            dropIdleControls(of: stream.description.program, in: &control)
        }
    }

    /// Returns a fade-out for each port of a running stream whose program was silenced, or that is a system actor's.
    ///
    /// It is needed when the program stops rendering before its gain has reached 0. It consists of the last samples in
    /// reverse order, fading over `StageFade.seconds`. Empty if the stream is silent, or is an app's and was not
    /// silenced.
    /// - Precondition: No block is being rendered.
    package func tails(of stream: StageStream) -> [(portUID: String, channels: [[Float]])] {
        control.withLock { control in
            let frameCount = stream.state.pointee.lastFrameCount
            let audioClass = stream.description.audioClass.rawValue
            // An app ends its own sound as it likes; an actor's stops where the call or the alarm happens to be.
            let isActor = if case .actor = stream.description.program { true } else { false }
            guard stream.isRunning, stream.state.pointee.isSound, frameCount > 0,
                let program = control.programs[stream.description.program],
                isActor || program.gains[audioClass] == 0, let gain = program.gainControls[audioClass]
            else { return [] }
            let count = max(Int(StageFade.seconds * control.sampleRate), 1)
            return stream.links.filter { $0.port.port.direction == .output }.compactMap { link in
                let factor = gain.cell.pointee.current * link.gain.cell.pointee.current
                guard factor != 0 else { return nil }
                var channels = [[Float]](
                    repeating: [Float](repeating: 0, count: count), count: link.port.port.channels.count)
                for tap in link.taps where tap.source < stream.description.outputChannels {
                    let source = stream.output.channels[tap.source]
                    for frame in 0..<count {
                        let left = Float(count - frame) / Float(count + 1)
                        let sample = source[frameCount - 1 - frame % frameCount]
                        channels[tap.destination][frame] += sample * tap.weight * factor * left
                    }
                }
                guard let line = link.line else { return (link.port.port.uid, channels) }
                line.add(tail: channels)
                return nil
            }
        }
    }

    /// A stream renders from the next block on, or no more.
    package func setRunning(_ isRunning: Bool, _ stream: StageStream) {
        change { control in
            guard stream.isRunning != isRunning else { return }
            stream.isRunning = isRunning
            control.startsCounted += 1
            guard isRunning else { return }
            stream.startSerial = control.startsCounted
            let (program, audioClass) = (stream.description.program, stream.description.audioClass.rawValue)
            guard control.programs[program]?.wasCut[audioClass] == true else { return }
            control.programs[program]?.wasCut[audioClass] = false
            control.programs[program]?.gainControls[audioClass]?.fadeIn()
        }
    }

    /// Returns whether a stream renders from the next block on.
    package func isRunning(_ stream: StageStream) -> Bool { control.withLock { _ in stream.isRunning } }

    /// The ports that a stream is linked to now, in the order of its route.
    package func linkedPorts(_ stream: StageStream, _ direction: PortDirection) -> [Port] {
        control.withLock { control in
            wantedLinks(of: stream, in: control).filter { $0.port.port.direction == direction }.map(\.port.port)
        }
    }

    // MARK: - Changes

    /// Calls `changed` after each change, on the thread that made it: for a peer that renders only when something
    /// moves.
    package func whenChanged(_ changed: @escaping @Sendable () -> Void) { control.withLock { $0.changed = changed } }

    /// UIDs of the outputs that still play sound of the past, held back for other rooms.
    package var latePorts: Set<String> {
        control.withLock { Set($0.ports.filter { $0.lines.contains(where: \.isSounding) }.map(\.port.uid)) }
    }

    /// Indicates whether blocks would be silent and nothing glides.
    package var isAtRest: Bool {
        control.withLock { control in
            !control.streams.contains(where: \.isRunning)
                && control.ports.allSatisfy { !$0.lines.contains(where: \.isSounding) }
                && control.programs.values.allSatisfy { program in
                    program.gainControls.allSatisfy { $0?.hasLanded ?? true } && program.inputGate?.hasLanded ?? true
                }
        }
    }

    /// Changes the requested state and publishes a new plan; calls run one at a time.
    private func change<Result>(_ body: (inout Control) -> Result) -> Result {
        let (result, changed) = control.withLock { control in
            let result = body(&control)
            handOver.publish(compile(&control))
            return (result, control.changed)
        }
        changed?()
        return result
    }

    private func apply(_ command: StageCommand, to control: inout Control) {
        switch command {
        case .gain(let program, let audioClass, let gain, let rampSeconds):
            var state = control.programs[program] ?? StageProgram()
            let isCut = gain == 0 && state.gains[audioClass.rawValue] != 0
            if isCut, control.streams.contains(where: { $0.isRunning && $0.is(program, audioClass) }) {
                state.wasCut[audioClass.rawValue] = true
            }
            state.gains[audioClass.rawValue] = gain
            state.gainControls[audioClass.rawValue]?.wish(gain, rampSeconds: rampSeconds)
            control.programs[program] = state
        case .route(let program, let audioClass, let outputs, let inputUIDs):
            control.programs[program, default: StageProgram()].outputs[audioClass.rawValue] = outputs
            control.programs[program, default: StageProgram()].inputs[audioClass.rawValue] = inputUIDs
        case .volume(let program, let volume):
            control.programs[program, default: StageProgram()].volume = volume.isFinite ? max(volume, 0) : 0
        case .silenceInput(let program, let isSilent):
            control.programs[program, default: StageProgram()].isInputSilent = isSilent
            control.programs[program]?.inputGate?.wish(isSilent ? 0 : 1, rampSeconds: 0)
        case .inject(let program, let targets):
            control.programs[program, default: StageProgram()].injectsInto = targets
            if targets.isEmpty { control.injectors.remove(program) } else { control.injectors.insert(program) }
        case .taps(let program, let taps): control.taps.set(taps, of: program)
        case .tone(let uid, let sections):
            control.tones[uid] = sections.isEmpty ? nil : sections
        case .microphone(let uid, let channel): control.microphones[uid] = channel
        case .layout(let uid, let labels): control.layouts[uid] = labels
        case .remove(let program):
            control.injectors.remove(program)
            control.taps.set([], of: program)
            guard let forgotten = control.programs[program] else { return }
            for gain in forgotten.gainControls { gain?.wish(0, rampSeconds: 0) }
            forgotten.inputGate?.wish(1, rampSeconds: 0)
            var state = StageProgram()
            state.gainControls = forgotten.gainControls
            state.inputGate = forgotten.inputGate
            state.meters = forgotten.meters
            state.volume = forgotten.volume
            control.programs[program] = state
            dropIdleControls(of: program, in: &control)
        }
    }

    /// Drops the gains that no stream needs, and a program without streams that no command has set up.
    private func dropIdleControls(of program: ProgramID, in control: inout Control) {
        guard var state = control.programs[program] else { return }
        let streams = control.streams.filter { $0.description.program == program }
        for audioClass in AudioClass.allCases
        where !streams.contains(where: { $0.description.audioClass == audioClass }) {
            state.gainControls[audioClass.rawValue] = nil
        }
        if streams.isEmpty {
            state.inputGate = nil
            state.meters = nil
        }
        let isTold =
            state.gains.contains { $0 != 0 } || state.outputs.contains { !$0.isEmpty }
            || state.inputs.contains { !$0.isEmpty } || state.isInputSilent || !state.injectsInto.isEmpty
        control.programs[program] = streams.isEmpty && !isTold ? nil : state
    }

    // MARK: - Links

    struct WantedLink {
        let port: StagePort
        let taps: [PlannedTap]
        let line: DelayLine?
    }

    /// Returns the links that a stream's route needs with the present ports.
    func wantedLinks(of stream: StageStream, in control: Control) -> [WantedLink] {
        let description = stream.description
        guard let program = control.programs[description.program] else { return [] }
        var wanted: [WantedLink] = []
        // A program that only records is linked to its output port for the reference; it adds no sound there.
        let isOnOutput = description.outputChannels > 0 || description.wantsReference
        for link in program.outputs[description.audioClass.rawValue] where isOnOutput {
            let port = control.ports.first { $0.port.uid == link.portUID && $0.port.direction == .output }
            guard let port else { continue }
            let labels = control.layouts[link.portUID] ?? port.port.channels.map(\.label)
            let front =
                link.firstChannel == nil
                ? StageMap.front(
                    streamChannels: description.outputChannels, portChannels: port.port.channels.count, labels: labels)
                : nil
            let taps =
                description.outputChannels == 0
                ? []
                : StageMap.output(
                    streamChannels: description.outputChannels, portChannels: port.port.channels.count,
                    map: link.channelMap ?? front, firstChannel: link.firstChannel)
            let line = self.line(of: link, from: description, on: port, in: control)
            wanted.append(WantedLink(port: port, taps: taps, line: line))
        }
        let inputs = program.inputs[description.audioClass.rawValue].compactMap { uid in
            control.ports.first { $0.port.uid == uid && $0.port.direction == .input }
        }
        let totalChannels = inputs.reduce(0) { $0 + $1.port.channels.count }
        var firstChannel = 0
        for port in inputs where description.microphoneChannels > 0 {
            let taps = StageMap.input(
                portChannels: port.port.channels.count, firstChannel: firstChannel, totalChannels: totalChannels,
                streamChannels: description.microphoneChannels,
                microphone: inputs.count == 1 ? control.microphones[port.port.uid] : nil)
            wanted.append(WantedLink(port: port, taps: taps, line: nil))
            firstChannel += port.port.channels.count
        }
        return wanted
    }

    /// Brings a stream's links up to its route: new links fade in, others fade out and are dropped at the end.
    private func updateLinks(of stream: StageStream, in control: Control) {
        let wanted = wantedLinks(of: stream, in: control)
        let isPresent = { (port: StagePort) in control.ports.contains { $0 === port } }
        stream.links.removeAll { !isPresent($0.port) }
        let program = control.programs[stream.description.program]
        let audioClass = stream.description.audioClass.rawValue
        let volume = program?.volume ?? 1
        // A sound that is being ended is cut off where it was: a port that the stream newly reaches receives nothing of
        // the rest.
        let isEnding = stream.isRunning && program?.isEnding(audioClass) == true
        func isMuted(_ port: StagePort) -> Bool {
            port.port.direction == .output && control.taps.mutes(stream.description.program, portUID: port.port.uid)
        }
        var kept: [StageStreamLink] = []
        for want in wanted {
            let link = stream.links.first {
                $0.port === want.port && $0.taps == want.taps && DelayLine.areAlike($0.line, want.line)
            }
            link?.line = want.line
            // A stream that does not run has nothing to fade: its links are up, whole, when it starts.
            if let link, stream.isRunning || link.gain.hasLanded {
                if program?.gains[audioClass] != 0 { link.isHeldBack = false }
                let target = link.isHeldBack || isMuted(want.port) ? 0 : volume
                if link.gain.target != target { link.gain.wish(target, rampSeconds: 0) }
                kept.append(link)
            } else {
                let gain = GainControl(initial: 0, curve: .linear, frameCapacity: frameCapacity)
                gain.wish(isEnding || isMuted(want.port) ? 0 : volume, rampSeconds: 0)
                kept.append(
                    StageStreamLink(
                        port: want.port, taps: want.taps, line: want.line, gain: gain, isHeldBack: isEnding))
            }
        }
        let leaving = stream.links.filter { link in
            guard stream.isRunning, !kept.contains(where: { $0 === link }) else { return false }
            if link.gain.target != 0 { link.gain.wish(0, rampSeconds: 0) } else if link.gain.hasLanded { return false }
            return true
        }
        stream.links = kept + leaving
    }

    // MARK: - Compiling

    private func compile(_ control: inout Control) -> UnsafeMutablePointer<StagePlan> {
        for port in control.ports {
            port.tone.wish(control.tones[port.port.uid] ?? [], sampleRate: control.sampleRate)
        }
        updateLines(in: control)
        var draft = StagePlanDraft(sampleRate: control.sampleRate, ports: control.ports)
        for stream in control.streams {
            updateLinks(of: stream, in: control)
            updateInjections(into: stream, in: control)
            let description = stream.description
            var program = control.programs[description.program] ?? StageProgram()
            let index = description.audioClass.rawValue
            let gain =
                program.gainControls[index]
                ?? GainControl(initial: program.gains[index], curve: .equalPower, frameCapacity: frameCapacity)
            let gate =
                program.inputGate
                ?? GainControl(initial: program.isInputSilent ? 0 : 1, curve: .linear, frameCapacity: frameCapacity)
            let meters = program.meters ?? MeterCells(count: Self.meteredChannels)
            program.gainControls[index] = gain
            program.inputGate = gate
            program.meters = meters
            control.programs[description.program] = program
            if stream.isRunning { draft.add(stream, gain: gain, inputGate: gate, meters: meters) }
            draft.keepMoving(gain)
            draft.keepMoving(gate)
        }
        return draft.finish()
    }
}

extension StageStream {
    fileprivate func `is`(_ program: ProgramID, _ audioClass: AudioClass) -> Bool {
        description.program == program && description.audioClass == audioClass
    }
}
