import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoEngine
import SordinoGraph
import SordinoPolicy
import SordinoSession
import SordinoSignal

/// AURemoteIO: the hardware as a unit, registered with the program's session.
///
/// Bus 0 leads out: what `outputProvider` gives in the format of input bus 0 is played. Bus 1 leads in: when frames have come,
/// `inputHandler` is called, and the `renderBlock` gives them on bus 1 in the format of output bus 1.
final class RemoteIOBacking: UnitBacking, UnitHardware, @unchecked Sendable {
    static let description = AudioComponentDescription(UnitIdentity("auou", "rioc"))

    private weak var owner: AUAudioUnit?
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?
    private let renderer = Renderer()
    private let compiler = PlanCompiler()
    private let context = AppContext.current
    private lazy var io = EngineIO(context: context, renderer: renderer, face: .ioUnit)
    private let exchange = RemoteIOExchange()
    private let mixer = Mixer()

    var isInputEnabled = false
    var isOutputEnabled = true
    /// Which of the hardware's channels each of the program's hears; the unit's own map is that of the output.
    var inputMap: [NSNumber]?

    var componentDescription: AudioComponentDescription { Self.description }
    var processor: any Processor { mixer }
    var hardware: UnitHardware? { self }
    var parameterTree: AUParameterTree? { nil }
    var factoryPresets: [AUAudioUnitPreset]? { nil }
    var channelCapabilities: [NSNumber]? { nil }
    var tailTime: TimeInterval { 0 }
    var isBypassed = false
    var scheduleParameterBlock: AUScheduleParameterBlock? { nil }
    var latency: TimeInterval { isInputEnabled ? io.inputLatencySeconds : io.outputLatencySeconds }

    // MARK: Busses

    func adopt(_ unit: AUAudioUnit) {
        owner = unit
        // The longest block of any hardware that Sordino knows.
        unit.kept.maximumFramesToRender = 4096
        func bus() -> AUAudioUnitBus {
            let bus = AUAudioUnitBus(hardware: .unitDefault)
            bus.allows = { $0.isPlayable }
            return bus
        }
        inputs = AUAudioUnitBusArray(audioUnit: unit, busType: .input, busses: [bus(), bus()])
        outputs = AUAudioUnitBusArray(audioUnit: unit, busType: .output, busses: [bus(), bus()])
        showHardware()
        inputs?[0].follow(outputBusses[0].format)
        outputs?[1].follow(inputBusses[1].format)
    }

    var inputBusses: AUAudioUnitBusArray { array(inputs) }
    var outputBusses: AUAudioUnitBusArray { array(outputs) }

    private func array(_ array: AUAudioUnitBusArray?) -> AUAudioUnitBusArray {
        guard let array else { preconditionFailure("a unit of the house is adopted before it is used") }
        return array
    }

    /// The sides of the busses that belong to the hardware have its formats.
    private func showHardware() {
        let format = io.currentFormat(wantsInput: isInputEnabled)
        outputs?[0].follow(.planar(BusFormat(sampleRate: format.sampleRate, channelCount: format.outputChannels)))
        guard format.inputChannels > 0 else { return }
        inputs?[1].follow(.planar(BusFormat(sampleRate: format.sampleRate, channelCount: format.inputChannels)))
    }

    var canPerformInput: Bool { io.currentFormat(wantsInput: true).inputChannels > 0 }

    // MARK: Blocks

    var outputProvider: AURenderPullInputBlock? {
        get { exchange.provider }
        set { exchange.provider = newValue }
    }

    var inputHandler: AUInputHandler? {
        get { exchange.handler }
        set { exchange.handler = newValue }
    }

    /// Gives what has come in, to the input handler; the output is pulled by the hardware alone.
    var internalRenderBlock: AUInternalRenderBlock {
        let exchange = exchange
        return { flags, _, frameCount, bus, list, _, _ in
            bus == 1 ? exchange.give(Int(frameCount), list, flags) : kAudioUnitErr_CannotDoInCurrentContext
        }
    }

    func allocate(maximumFrames: Int) throws {}
    func deallocate() { stop() }
    func reset() {}
    func choose(_ preset: Int) -> Bool { false }
    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {}

    // MARK: The hardware

    var isRunning: Bool { io.isRunning }

    func start() throws {
        guard owner?.renderResourcesAllocated == true else { throw UnitError.error(kAudioUnitErr_Uninitialized) }
        let stops: Int
        do {
            stops = try io.allow(wantsInput: isInputEnabled, wantsOutput: isOutputEnabled || !isInputEnabled)
        } catch { throw Self.error(error) }
        showHardware()
        let format = io.currentFormat(wantsInput: isInputEnabled)
        do { renderer.publish(try plan(for: format)) } catch {
            throw UnitError.error(kAudioUnitErr_FormatNotSupported, because: "\(error)")
        }
        renderer.collect()
        do { try io.start(for: format, wantsInput: isInputEnabled, stops: stops) } catch { throw Self.error(error) }
    }

    func stop() { io.stop(closes: true) }

    deinit {
        io.stop(closes: true)
        renderer.retire()
    }

    /// What the program gives, by a mixer that makes the hardware's rate and channels of it; what comes, by a mixer that makes
    /// the program's.
    private func plan(for format: EngineIO.Format) throws -> UnsafeMutablePointer<RenderPlan> {
        var graph = Graph()
        var roots: [NodeID] = []
        let output = BusFormat(sampleRate: format.sampleRate, channelCount: format.outputChannels)
        if isOutputEnabled {
            let given = inputBusses[0].format
            guard let kind = PackedSample(given.commonFormat) else {
                throw UnitError.error(kAudioUnitErr_FormatNotSupported)
            }
            let source = graph.attach(
                Source(
                    exchange.source, kind: kind, isInterleaved: given.isInterleaved,
                    channelCount: Int(given.channelCount), keeping: exchange))
            let mixer = graph.attach(self.mixer)
            let leaving = Output()
            leaving.channelMap = owner?.channelMap?.map(\.intValue) ?? []
            let end = graph.attach(leaving)
            try graph.connect(BusID(source, 0), to: BusID(mixer, 0), format: given.bus)
            try graph.connect(BusID(mixer, 0), to: BusID(end, 0), format: output)
            roots.append(end)
        }
        if isInputEnabled, format.inputChannels > 0 {
            let wanted = outputBusses[1].format
            guard wanted.sampleRate == format.sampleRate else {
                // Frames come by the hardware's clock; another rate would come in blocks of changing length.
                throw UnitError.error(kAudioUnitErr_FormatNotSupported)
            }
            exchange.planes = SamplePlanes(wanted, maximumFrameCount: 4096)
            let arriving = Input()
            arriving.channelMap = inputMap?.map(\.intValue) ?? []
            let input = graph.attach(arriving)
            let mixer = graph.attach(Mixer())
            let sink = graph.attach(Sink(exchange.sink, keeping: exchange))
            try graph.connect(
                BusID(input, 0), to: BusID(mixer, 0),
                format: BusFormat(sampleRate: format.sampleRate, channelCount: format.inputChannels))
            try graph.connect(BusID(mixer, 0), to: BusID(sink, 0), format: wanted.bus)
            roots.append(sink)
        }
        return try compiler.compile(
            graph, PlanCompiler.Request(roots: roots, sampleRate: format.sampleRate, maximumFrameCount: 4096))
    }

    private static func error(_ error: EngineIO.StartError) -> NSError {
        switch error {
        case .session(let error):
            UnitError.error(OSStatus(truncatingIfNeeded: error.code.rawValue), because: "\(error)")
        case .hardware(let error): UnitError.error(kAudioUnitErr_FailedInitialization, because: "\(error)")
        }
    }
}

/// What a program and the hardware exchange while a block is rendered.
final class RemoteIOExchange: @unchecked Sendable {
    /// Set while nothing runs.
    var provider: AURenderPullInputBlock?
    /// Set while nothing runs.
    var handler: AUInputHandler?
    /// What makes the program's format of the frames that have come.
    var planes: SamplePlanes?
    private var arrived: UnsafeMutablePointer<AudioBufferList>?
    private var arrivedFrames = 0

    /// Asks the program for what is played.
    var source: ClientBlock {
        ClientBlock(context: Unmanaged.passUnretained(self).toOpaque()) { context, exchange in
            let own = Unmanaged<RemoteIOExchange>.fromOpaque(context).takeUnretainedValue()
            let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
            guard let provider = own.provider else {
                exchange.pointee.isSilence = true
                return noErr
            }
            var flags: AudioUnitRenderActionFlags = []
            var time = exchange.pointee.time
            let status = provider(
                &flags, &time, AUAudioFrameCount(exchange.pointee.frameCount), 0, exchange.pointee.list)
            exchange.pointee.isSilence = flags.contains(.unitRenderAction_OutputIsSilence)
            return status
        }
    }

    /// Tells the program that frames have come.
    var sink: ClientBlock {
        ClientBlock(context: Unmanaged.passUnretained(self).toOpaque()) { context, exchange in
            let own = Unmanaged<RemoteIOExchange>.fromOpaque(context).takeUnretainedValue()
            let exchange = exchange.assumingMemoryBound(to: SourceExchange.self)
            own.arrived = exchange.pointee.list
            own.arrivedFrames = exchange.pointee.frameCount
            var flags: AudioUnitRenderActionFlags = []
            var time = exchange.pointee.time
            own.handler?(&flags, &time, AUAudioFrameCount(exchange.pointee.frameCount), 1)
            own.arrived = nil
            return noErr
        }
    }

    /// Gives the frames that have come; only inside the handler.
    func give(
        _ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>
    ) -> OSStatus {
        guard let arrived, let planes else { return kAudioUnitErr_CannotDoInCurrentContext }
        guard frameCount <= arrivedFrames, planes.aim(at: list, frameCount: frameCount) else {
            return kAudio_ParamError
        }
        let buffers = UnsafeMutableAudioBufferListPointer(arrived)
        for channel in 0..<min(planes.channelCount, buffers.count) {
            guard let data = buffers[channel].mData else { continue }
            planes.targets[channel].update(from: data.assumingMemoryBound(to: Float.self), count: frameCount)
        }
        planes.finish(list, frameCount: frameCount)
        return noErr
    }
}
