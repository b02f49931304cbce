import SordinoGraph
import SordinoRealtime
import SordinoSignal

/// A graph with an output, rendered by the test.
final class Rig {
    var graph = Graph()
    let renderer = Renderer()
    let compiler = PlanCompiler()
    let sampleRate: Double
    let channelCount: Int
    let outputNode: NodeID
    let output = Output()
    var maximumFrameCount = 512
    var taps: [BusID: [Tap]] = [:]
    /// The parts that each plan after the first may take unchanged.
    var changes = PlanCompiler.Request.Changes.anything
    private(set) var players: [Player] = []
    /// Completions that fell due, as the service found them.
    private(set) var renderedFrames = 0

    init(sampleRate: Double = 48_000, channelCount: Int = 2) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        outputNode = graph.attach(output)
    }

    var format: BusFormat { BusFormat(sampleRate: sampleRate, channelCount: channelCount) }

    func add(_ processor: any Processor) -> NodeID {
        if let player = processor as? Player { players.append(player) }
        return graph.attach(processor)
    }

    func connect(_ from: NodeID, _ fromBus: Int = 0, to into: NodeID, _ bus: Int = 0, _ format: BusFormat? = nil) throws
        -> Connection
    {
        try graph.connect(BusID(from, fromBus), to: BusID(into, bus), format: format ?? self.format)
    }

    func publish() throws {
        renderer.publish(
            try compiler.compile(
                graph,
                PlanCompiler.Request(
                    roots: [outputNode], sampleRate: sampleRate, maximumFrameCount: maximumFrameCount, taps: taps,
                    changes: changes)))
    }

    /// Renders, after the players have read ahead; then calls what fell due.
    func render(_ frameCount: Int, input: [[Float]]? = nil) -> [[Float]] {
        for player in players { _ = player.serve(ServiceRequest(readAheadFrames: 65_536)) { $0() } }
        let planes = Planes(channelCount: channelCount, frameCount: frameCount)
        let inputPlanes = input.map { Planes($0) }
        renderer.state.pointee.render(
            frameCount: frameCount, hostNanoseconds: -1, output: UnsafePointer(planes.pointers),
            outputChannelCount: channelCount, input: inputPlanes.map { UnsafePointer($0.pointers) },
            inputChannelCount: input?.count ?? 0)
        for player in players { _ = player.serve(ServiceRequest(readAheadFrames: 0)) { $0() } }
        return planes.arrays
    }

    /// Renders in pieces and joins them.
    func render(blocks: [Int]) -> [[Float]] {
        var joined = [[Float]](repeating: [], count: channelCount)
        for block in blocks {
            for (channel, samples) in render(block).enumerated() { joined[channel] += samples }
        }
        return joined
    }
}

/// Planar samples at a fixed place.
final class Planes: @unchecked Sendable {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let channelCount: Int
    let frameCount: Int

    init(channelCount: Int, frameCount: Int, filledWith value: Float = .nan) {
        self.channelCount = channelCount
        self.frameCount = frameCount
        pointers = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: max(frameCount, 1))
            plane.initialize(repeating: value, count: max(frameCount, 1))
            (pointers + channel).initialize(to: plane)
        }
    }

    convenience init(_ channels: [[Float]]) {
        self.init(channelCount: channels.count, frameCount: channels.first?.count ?? 0)
        for (channel, samples) in channels.enumerated() {
            for (frame, sample) in samples.enumerated() { pointers[channel][frame] = sample }
        }
    }

    var arrays: [[Float]] {
        (0..<channelCount).map { Array(UnsafeBufferPointer(start: pointers[$0], count: frameCount)) }
    }

    deinit {
        for channel in 0..<channelCount { pointers[channel].deallocate() }
        pointers.deallocate()
    }
}

extension PlayerSound {
    /// A sound of float channels in memory.
    static func samples(
        _ channels: [[Float]], at start: Int64? = nil, options: PlayerOptions = [],
        completesWhen: PlayerCompletionMoment = .consumed, completion: PlayerCompletion? = nil
    ) -> PlayerSound {
        let planes = Planes(channels)
        let raw = UnsafeRawPointer(planes.pointers).assumingMemoryBound(to: UnsafeMutableRawPointer.self)
        return PlayerSound(
            source: .buffer(
                PlayerSamples(channels: raw, channelCount: channels.count, kind: .float32, stride: 1),
                keeping: planes),
            frameCount: planes.frameCount, startFrame: start, options: options, completesWhen: completesWhen,
            completion: completion)
    }
}

/// Numbers that look random and are the same every time.
struct Noise {
    var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func sample() -> Float { Float(Int64(truncatingIfNeeded: next() >> 40) - (1 << 23)) / Float(1 << 23) }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func samples(_ count: Int) -> [Float] { (0..<count).map { _ in sample() } }
}
