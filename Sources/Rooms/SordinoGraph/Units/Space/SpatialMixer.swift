import CAudioToolbox
import SordinoRealtime
import SordinoSignal
import Synchronization

/// AUSpatialMixer, which was the embedded 3D mixer: inputs of any rate, each at a place around the listener.
///
/// The same stage as `Environment`, with places as azimuth, elevation and distance from the listener's own head.
package final class SpatialMixer: UnitProcessor, @unchecked Sendable {
    /// A mixer of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Mixer, subtype: kAudioUnitSubType_SpatialMixer)
    /// Buses that have parameters and properties.
    package static let busLimit = 64
    /// The choices that are properties in C.
    package let choices = SpatialChoices()
    private let wired = WiredBuses()
    private let switches = MeterSwitches()
    /// The ID of the parameter for the playback rate of an input.
    static let rateID: UInt32 = 4
    /// The inputs that have ever had a playback rate other than 1, and the hosts that convert their sources.
    private let varying = Guarded((buses: Set<Int>(), hosts: [ObjectIdentifier: @Sendable (Int) -> Void]()))
    /// Rung by the render thread when a scheduled playback rate takes effect.
    private let rateBell = ServiceBell()

    /// Makes a mixer of Apple's initial values.
    package init() {
        func input(
            _ id: UInt32, _ identifier: String, _ name: String, _ unit: ParameterUnit, _ range: ClosedRange<Float>,
            _ initial: Float
        ) -> ParameterSpec {
            ParameterSpec(
                id, identifier, name, unit, range, initial, scope: .input, elementCount: Self.busLimit)
        }
        super.init(
            Self.identity, name: "AUSpatialMixer",
            parameters: [
                input(kSpatialMixerParam_Azimuth, "azimuth", "Azimuth", .degrees, -180...180, 0),
                input(kSpatialMixerParam_Elevation, "elevation", "Elevation", .degrees, -90...90, 0),
                input(kSpatialMixerParam_Distance, "distance", "Distance", .meters, 0...10_000, 0),
                input(kSpatialMixerParam_Gain, "gain", "Gain", .decibels, -120...20, 0),
                input(kSpatialMixerParam_Enable, "enable", "Enable", .boolean, 0...1, 1),
                input(kSpatialMixerParam_MinGain, "minGain", "Minimum Gain", .linearGain, 0...10, 0),
                input(kSpatialMixerParam_MaxGain, "maxGain", "Maximum Gain", .linearGain, 0...10, 10),
                input(kSpatialMixerParam_ReverbBlend, "reverbBlend", "Reverb Blend", .percent, 0...100, 30),
                input(kSpatialMixerParam_OcclusionAttenuation, "occlusion", "Occlusion", .decibels, -100...0, 0),
                input(kSpatialMixerParam_ObstructionAttenuation, "obstruction", "Obstruction", .decibels, -100...0, 0),
                // The names of the earlier 3D mixer: each acts together with its fellow above.
                input(k3DMixerParam_BusEnable, "busEnable", "Bus Enable", .boolean, 0...1, 1),
                input(
                    k3DMixerParam_MinGainInDecibels, "minGainInDecibels", "Minimum Gain in Decibels", .decibels,
                    -120...20, -120),
                input(
                    k3DMixerParam_MaxGainInDecibels, "maxGainInDecibels", "Maximum Gain in Decibels", .decibels,
                    -120...20, 20),
                input(
                    k3DMixerParam_DryWetReverbBlend, "dryWetReverbBlend", "Dry/Wet Reverb Blend", .percent, 0...100, 0),
                input(
                    k3DMixerParam_OcclusionAttenuationInDecibels, "occlusionInDecibels", "Occlusion in Decibels",
                    .decibels, -100...0, 0),
                input(
                    k3DMixerParam_ObstructionAttenuationInDecibels, "obstructionInDecibels", "Obstruction in Decibels",
                    .decibels, -100...0, 0),
                input(
                    Self.rateID, "playbackRate", "Playback Rate", .rate, InputSpeed.slowest...InputSpeed.fastest, 1),
                ParameterSpec(kSpatialMixerParam_GlobalReverbGain, "reverbGain", "Reverb Gain", .decibels, -40...40, 0),
                ParameterSpec(kSpatialMixerParam_HeadYaw, "headYaw", "Head Yaw", .degrees, -180...180, 0),
                ParameterSpec(kSpatialMixerParam_HeadPitch, "headPitch", "Head Pitch", .degrees, -180...180, 0),
                ParameterSpec(kSpatialMixerParam_HeadRoll, "headRoll", "Head Roll", .degrees, -180...180, 0),
                ParameterSpec(kSpatialMixerParam_Gain, "outputGain", "Gain", .decibels, -120...20, 0, scope: .output),
                ParameterSpec(
                    k3DMixerParam_GlobalReverbGainInDecibels, "reverbGainInDecibels", "Reverb Gain in Decibels",
                    .decibels, -40...40, 0),
                ParameterSpec(
                    kReverbParam_FilterFrequency, "filterFrequency", "Filter Frequency", .hertz, 10...20_000, 800),
                ParameterSpec(
                    kReverbParam_FilterBandwidth, "filterBandwidth", "Filter Bandwidth", .octaves, 0.05...4, 3),
                ParameterSpec(kReverbParam_FilterGain, "filterGain", "Filter Gain", .decibels, -18...18, 0),
                ParameterSpec(kReverbParam_FilterType, "filterType", "Filter Type", .indexed, 0...10, 0),
                ParameterSpec(kReverbParam_FilterEnable, "filterEnable", "Filter Enable", .boolean, 0...1, 1),
            ] + ParameterSpec.meters(.input, elementCount: Self.busLimit))
    }

    package override var inputBusLimit: Int { Self.busLimit }
    package override var convertsInputs: Bool { true }
    package override var placesInputs: Bool { true }
    package override var meterSwitches: MeterSwitches? { switches }

    // MARK: Rates

    /// Returns whether an input has ever had a playback rate other than 1; its source is then converted.
    package func varies(_ bus: Int) -> Bool { varying.withLock { $0.buses.contains(bus) } }

    /// Sets the closure that a host has called when an input is first given a playback rate; nil removes it.
    package func setVarying(for host: AnyObject, _ call: (@Sendable (Int) -> Void)?) {
        varying.withLock { $0.hosts[ObjectIdentifier(host)] = call }
    }

    @discardableResult
    package override func set(_ address: UInt64, to value: Float) -> Bool {
        // Inside a block the hosts are called after it, when the kernel has seen the value.
        if value != 1, !RenderThread.isCurrent, let (spec, bus) = spec(at: address), spec.id == Self.rateID,
            spec.scope == .input
        {
            prepareRate(bus)
        }
        return super.set(address, to: value)
    }

    package override var bell: ServiceBell? { rateBell }

    /// Has the hosts convert the sources of the inputs whose playback rate was scheduled.
    package override func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService {
        for bus in 0..<Self.busLimit {
            let address = ParameterSpec.address(id: Self.rateID, scope: .input, element: UInt32(bus))
            if let rate = port.value(at: address), rate != 1 { prepareRate(bus) }
        }
        return .whenRung
    }

    /// Has the hosts convert an input's source.
    private func prepareRate(_ bus: Int) {
        let calls = varying.withLock { varying in
            varying.buses.insert(bus).inserted ? Array(varying.hosts.values) : []
        }
        for call in calls { call(bus) }
    }

    package override func suits(_ rendering: UnitRendering, _ wiring: Wiring) -> Bool { wired.note(wiring) }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        guard format.sampleRate >= 2_000 else { throw .unsupportedFormat(wiring.node, format) }
        _ = wired.note(wiring)
        let memory = UnitMemory()
        memory.keep(choices)
        memory.keep(switches)
        memory.keep(rateBell)
        let kernel = SpatialMixerKernel(
            format, wiring, choices: choices, meters: switches.port, bell: rateBell.state, memory: memory)
        return .make(
            for: self, format: format, memory: memory, kernel: kernel, readsFirstInput: false, run: runSpatialMixer)
    }

    /// Until the room has become 120 dB quieter.
    package override var tailSeconds: Double {
        let way = choices.hasDoppler ? Double(DopplerLine.metresLimit / DopplerLine.speedOfSound) : 0
        guard choices.usesReverb, let room = ReverbPreset.all.first(where: { $0.number == choices.roomType }) else {
            return way + 0.02
        }
        return Double(max(room.settings.decayAt0HzSeconds, room.settings.decayAtNyquistSeconds)) * 2 + way + 0.2
    }
}

/// How a distance becomes a gain in the spatial mixer.
package struct SpatialDistance: BitwiseCopyable, Equatable, Sendable {
    /// 0 power, 1 exponential, 2 inverse, 3 linear.
    package var curve: UInt32 = 2
    /// Metres up to which nothing is attenuated.
    package var reference: Float = 1
    /// Metres beyond which nothing is attenuated further.
    package var maximum: Float = 100_000
    /// Decibels that are lost at `maximum`.
    package var attenuation: Float = 100

    /// Apple's inverse curve, as `AVAudioEnvironmentNode` has it at first.
    package init() {}
}

/// The properties of a spatial mixer, per bus and for all.
///
/// - Thread: any; changes take effect in the next piece.
package final class SpatialChoices {
    /// The choices of one bus.
    package struct Bus: BitwiseCopyable, Sendable {
        /// A number of `AUSpatializationAlgorithm`.
        package var algorithm: UInt32 = 0
        /// `AU3DMixerRenderingFlags`: 1 delays between the ears, 2 the Doppler effect, 4 attenuation by distance, and
        /// so on.
        package var flags: UInt32 = 5
        /// A number of `AUSpatialMixerSourceMode`.
        package var sourceMode: UInt32 = 0
        /// A number of `AUSpatialMixerPointSourceInHeadMode`.
        package var inHeadMode: UInt32 = 0
        package var distance = SpatialDistance()
        init() {}
    }

    /// The part that the render thread reads.
    let board: UnsafeMutablePointer<SpatialBoard>
    private let kept: Guarded<[Bus]>

    init() {
        board = .allocate(capacity: 1)
        board.initialize(to: SpatialBoard())
        kept = Guarded([Bus](repeating: Bus(), count: SpatialMixer.busLimit))
    }

    deinit {
        board.deinitialize(count: 1)
        board.deallocate()
    }

    /// The choices of a bus below `SpatialMixer.busLimit`.
    package subscript(bus: Int) -> Bus {
        get { kept.withLock { $0[bus] } }
        set {
            kept.withLock { buses in
                buses[bus] = newValue
                board.pointee.buses[bus].writer.set(newValue)
                board.pointee.changes.wrappingAdd(1, ordering: .releasing)
            }
        }
    }

    /// Indicates whether the Doppler effect of a bus is on.
    var hasDoppler: Bool { kept.withLock { $0.contains { $0.flags & DopplerLine.flag != 0 } } }

    /// Indicates whether the shared reverberation is on; off at first.
    package var usesReverb: Bool {
        get { board.pointee.usesReverb.load(ordering: .relaxed) }
        set { set(board.pointee.usesReverb.store(newValue, ordering: .relaxed)) }
    }

    /// `AUReverbRoomType`, 0 to 12.
    package var roomType: Int {
        get { board.pointee.roomType.load(ordering: .relaxed) }
        set { set(board.pointee.roomType.store(newValue, ordering: .relaxed)) }
    }

    /// Indicates whether the listener follows the tracked head; off at first.
    package var isHeadTracked: Bool {
        get { board.pointee.isHeadTracked.load(ordering: .relaxed) }
        set { set(board.pointee.isHeadTracked.store(newValue, ordering: .relaxed)) }
    }

    /// `AUSpatialMixerPersonalizedHRTFMode`: 0 off, 1 on, 2 (initially) by the user's own setting.
    package var ownHeadMode: Int {
        get { board.pointee.ownHeadMode.load(ordering: .relaxed) }
        set { set(board.pointee.ownHeadMode.store(newValue, ordering: .relaxed)) }
    }

    /// Indicates whether a bus is heard through the listener's own head.
    package var usesOwnHead: Bool {
        guard ownHeadMode != 0, outputType == 1 else { return false }
        return kept.withLock { $0.contains { $0.algorithm == 7 } } && SceneHeads.hasOwn
    }

    /// `AUSpatialMixerOutputType`; external speakers at first.
    package var outputType: Int {
        get { board.pointee.outputType.load(ordering: .relaxed) }
        set { set(board.pointee.outputType.store(newValue, ordering: .relaxed)) }
    }

    private func set(_ stored: Void) { board.pointee.changes.wrappingAdd(1, ordering: .releasing) }
}

/// The choices as the render thread sees them.
struct SpatialBoard: ~Copyable {
    let changes = Atomic<Int>(1)
    let usesReverb = Atomic<Bool>(false)
    let roomType = Atomic<Int>(0)
    let outputType = Atomic<Int>(3)
    let isHeadTracked = Atomic<Bool>(false)
    let ownHeadMode = Atomic<Int>(2)
    let buses = (0..<SpatialMixer.busLimit).map { _ in TripleBuffer(SpatialChoices.Bus()) }
}

/// The render thread's part of a spatial mixer.
struct SpatialMixerKernel: UnitKernel {
    var stage: SpaceStage
    let board: UnsafeMutablePointer<SpatialBoard>
    let readers: UnsafeMutablePointer<TripleBufferReader<SpatialChoices.Bus>>
    let rooms: UnsafeMutablePointer<ReverbSettings>
    /// The number of connected inputs.
    let inputCount: Int
    let buses: UnsafeMutablePointer<Int>
    let spaces: UnsafeMutablePointer<UnsafeMutablePointer<SpaceInputState>>
    let folds: UnsafeMutablePointer<UnsafePointer<Float>?>
    let asked: UnsafeMutablePointer<SpaceValues>
    let volumes: UnsafeMutablePointer<Float>
    let flags: UnsafeMutablePointer<UInt32>
    /// For each input of one channel the way of its sound, used while its Doppler flag is set.
    let lines: UnsafeMutablePointer<DopplerLine?>
    let distances: UnsafeMutablePointer<Float>
    /// For each input the playback rate of its source.
    let speeds: UnsafeMutablePointer<UnsafeMutablePointer<InputSpeed>?>
    let bell: UnsafeMutablePointer<ServiceBellState>
    /// Set when an input has been given another playback rate than 1 since the bell rang.
    var hasNewRate = false
    let meters: MeterPort
    let levels: UnsafeMutablePointer<LevelMeter>
    var values = EnvironmentValues()
    var seenChanges = 0
    let head = HeadTracking.shared.board
    /// As the parameters turn it; head tracking turns it on from here.
    var listener = ListenerPose()

    init(
        _ format: BusFormat, _ wiring: Wiring, choices: SpatialChoices, meters: MeterPort,
        bell: UnsafeMutablePointer<ServiceBellState>, memory: UnitMemory
    ) {
        (self.meters, self.bell) = (meters, bell)
        stage = SpaceStage(format: format, maximumFrameCount: UnitCore.pieceLimit, memory: memory)
        board = choices.board
        let wired = wiring.inputs.filter { $0.bus < SpatialMixer.busLimit }
        inputCount = wired.count
        buses = memory.copies(of: 0, count: wired.count)
        folds = memory.copies(of: nil, count: wired.count)
        asked = memory.copies(of: SpaceValues(), count: wired.count)
        volumes = memory.copies(of: 0, count: wired.count)
        flags = memory.copies(of: 5, count: wired.count)
        levels = memory.copies(of: LevelMeter(), count: wired.count)
        distances = memory.copies(of: 0, count: wired.count)
        lines = memory.copies(of: nil, count: wired.count)
        speeds = memory.copies(of: nil, count: wired.count)
        for (index, input) in wired.enumerated() {
            guard let space = input.space else { continue }
            memory.keep(space)
            speeds[index] = space.speed.pointer
        }
        for (index, input) in wired.enumerated() where input.format.channelCount == 1 {
            guard choices[input.bus].flags & DopplerLine.flag != 0 else { continue }
            lines[index] = DopplerLine(
                sampleRate: format.sampleRate, maximumFrameCount: UnitCore.pieceLimit, memory: memory)
        }
        let inputs = wired.map { SpaceInput(format: $0.format) }
        for input in inputs { memory.keep(input) }
        spaces = .allocate(capacity: max(wired.count, 1))
        let list = UnitPointers(spaces)
        memory.keep(list)
        for (index, input) in wired.enumerated() {
            buses[index] = input.bus
            (spaces + index).initialize(to: inputs[index].held.pointer)
            guard let gains = input.format.fold(into: format) else { continue }
            let rows = memory.floats(gains.count)
            rows.update(from: gains, count: gains.count)
            folds[index] = UnsafePointer(rows)
        }
        let readers = choices.board.pointee.buses.map(\.reader)
        self.readers = memory.copies(of: readers[0], count: readers.count)
        for (index, reader) in readers.enumerated() { self.readers[index] = reader }
        rooms = memory.copies(of: ReverbSettings(), count: ReverbPreset.all.count)
        for room in ReverbPreset.all { rooms[room.number] = room.settings }
    }
}

/// Frees a list of pointers with the rendering that uses it.
private final class UnitPointers {
    private let memory: UnsafeMutableRawPointer
    init(_ memory: UnsafeMutableRawPointer) { self.memory = memory }
    deinit { memory.deallocate() }
}
