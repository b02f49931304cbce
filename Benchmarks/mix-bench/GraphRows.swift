import CMixPeers
import Foundation
import SordinoGraph
import SordinoRealtime
import SordinoSignal

/// The same voices as players of a graph: schedules, connections with volume and pan, one mixer, the output.
///
/// - Parameter rate: Of the voices; another than 48 kHz goes through the converters of the mixer's inputs.
func graphRows(_ pool: VoicePool, voices: Int, block: Int, rate: Double = 48_000) {
    let graph = GraphVoices(pool, voices: voices, rate: rate)
    let left = UnsafeMutablePointer<Float>.allocate(capacity: block)
    let right = UnsafeMutablePointer<Float>.allocate(capacity: block)
    let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    planes.initialize(to: left)
    (planes + 1).initialize(to: right)
    defer {
        left.deallocate()
        right.deallocate()
        planes.deallocate()
    }
    let state = graph.renderer.state
    let calls = max(2, (rate == 48_000 ? 20_000_000 : 2_000_000) / (voices * block))
    let time = nanoseconds(calls: calls) {
        state.pointee.render(
            frameCount: block, hostNanoseconds: -1, output: UnsafePointer(planes), outputChannelCount: 2, input: nil,
            inputChannelCount: 0)
    }
    let isHeard = Mixing.peak(left, frameCount: block) > 0
    let size = "\(voices) voices, block \(block)"
    let peer = openALNanoseconds(
        pool, voices: voices, block: block, isFloat: true, rate: Int(rate),
        resampler: rate == 48_000 ? nil : "11th order Sinc")
    let perFrame = Double(voices * block)
    let name = rate == 48_000 ? "graph, \(size)" : "graph from \(Int(rate)) Hz, \(size)"
    let budget = rate != 48_000 ? 3.1 : voices == 256 && block == 512 ? 0.14 : 0.22
    Table.row(
        isHeard ? name : name + " SILENT", ours: time / perFrame,
        peer: rate == 48_000 ? "OpenAL Soft f32" : "OpenAL 11th order Sinc", peer.map { $0 / perFrame },
        budget: budget)
}

/// Microseconds of a block of 512 frames of so many voices.
func blockMicroseconds(_ pool: VoicePool, voices: Int, block: Int) -> Double {
    let graph = GraphVoices(pool, voices: voices, rate: 48_000)
    let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    for channel in 0..<2 { (planes + channel).initialize(to: .allocate(capacity: block)) }
    defer {
        for channel in 0..<2 { planes[channel].deallocate() }
        planes.deallocate()
    }
    let state = graph.renderer.state
    return nanoseconds(calls: max(2, 5_000_000 / (voices * block))) {
        state.pointee.render(
            frameCount: block, hostNanoseconds: -1, output: UnsafePointer(planes), outputChannelCount: 2, input: nil,
            inputChannelCount: 0)
    } / 1000
}

/// Bytes of memory for each voice beyond its audio: player, schedule, connection, its share of the plan.
///
/// - Returns: What is allocated but for the plan's memory for samples, and all that became resident, that memory included, in
///   so many blocks that every voice has come to the end of its loop and begun anew.
func bytesPerVoice(_ pool: VoicePool, voices: Int) -> (heap: Double, resident: Double) {
    let heapBefore = Double(mixpeers_heap_bytes())
    let residentBefore = residentBytes()
    let graph = GraphVoices(pool, voices: voices, rate: 48_000)
    let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    for channel in 0..<2 { (planes + channel).initialize(to: .allocate(capacity: 512)) }
    for _ in 0..<(2 * pool.frameCount / 512) {
        graph.service()
        graph.renderer.state.pointee.render(
            frameCount: 512, hostNanoseconds: -1, output: UnsafePointer(planes), outputChannelCount: 2, input: nil,
            inputChannelCount: 0)
    }
    let heap = Double(mixpeers_heap_bytes()) - heapBefore
    let resident = residentBytes() - residentBefore
    return withExtendedLifetime(graph) { (heap / Double(voices), resident / Double(voices)) }
}

/// The program's resident memory.
private func residentBytes() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ").compactMap { Int($0) }
    return fields.count > 1 ? Double(fields[1]) * 4096 : 0
}

/// Milliseconds to make a plan of a graph of so many players and one mixer.
func compileMilliseconds(_ pool: VoicePool, nodes: Int) -> Double {
    let graph = GraphVoices(pool, voices: nodes, rate: 48_000)
    return nanoseconds(calls: 3) { graph.publish() } / 1e6
}

/// Nanoseconds for each voice and block of players that are connected, and do not play.
func idleNanoseconds(_ pool: VoicePool, voices: Int, block: Int, rate: Double) -> Double {
    let graph = GraphVoices(pool, voices: voices, rate: rate, isPlaying: false)
    let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    for channel in 0..<2 { (planes + channel).initialize(to: .allocate(capacity: block)) }
    defer {
        for channel in 0..<2 { planes[channel].deallocate() }
        planes.deallocate()
    }
    return nanoseconds(calls: 50) {
        graph.renderer.state.pointee.render(
            frameCount: block, hostNanoseconds: -1, output: UnsafePointer(planes), outputChannelCount: 2, input: nil,
            inputChannelCount: 0)
    } / Double(voices)
}

/// Blocks that are rendered while the graph changes: a new plan before each.
///
/// One thread does both, so that the figure is the renderer's alone: it takes up the plan, and all its memory is new.
///
/// - Returns: Microseconds of the longest block, and how many took longer than they last.
func swapRow(_ pool: VoicePool, voices: Int, block: Int, blocks: Int) -> (longest: Double, late: Int) {
    let graph = GraphVoices(pool, voices: voices, rate: 48_000)
    let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    for channel in 0..<2 { (planes + channel).initialize(to: .allocate(capacity: block)) }
    defer {
        for channel in 0..<2 { planes[channel].deallocate() }
        planes.deallocate()
    }
    var longest: UInt64 = 0
    var late = 0
    for _ in 0..<blocks {
        graph.publish()
        graph.renderer.collect()
        let start = mixpeers_thread_time()
        graph.renderer.state.pointee.render(
            frameCount: block, hostNanoseconds: -1, output: UnsafePointer(planes), outputChannelCount: 2, input: nil,
            inputChannelCount: 0)
        let spent = mixpeers_thread_time() - start
        longest = max(longest, spent)
        if Double(spent) > Double(block) / 48_000 * 1e9 { late += 1 }
    }
    return (Double(longest) / 1000, late)
}

/// Looping stereo players on one mixer.
private final class GraphVoices {
    let renderer = Renderer()
    private var graph = Graph()
    private let compiler = PlanCompiler()
    private let output: NodeID
    private var players: [Player] = []
    private var pointers: [UnsafeMutablePointer<UnsafeMutableRawPointer>] = []

    init(_ pool: VoicePool, voices: Int, rate: Double, isPlaying: Bool = true) {
        output = graph.attach(Output())
        let mixer = graph.attach(Mixer())
        connect(BusID(mixer, 0), BusID(output, 0), rate: 48_000)
        for voice in 0..<voices {
            let player = Player()
            let node = graph.attach(player)
            connect(BusID(node, 0), BusID(mixer, voice), rate: rate)
            graph.connection(into: BusID(mixer, voice))?.mix.volume = 0.3
            graph.connection(into: BusID(mixer, voice))?.mix.pan = -0.3
            let loop = voice % VoicePool.loopCount
            let channels = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 2)
            // Voices begin where the peer's do, so that as much memory is read; the last quarter second is one place.
            let start = min(pool.offset(of: voice), pool.frameCount - 12_000)
            let length = pool.frameCount - start
            channels.initialize(to: UnsafeMutableRawPointer(pool.left[loop] + start))
            (channels + 1).initialize(to: UnsafeMutableRawPointer(pool.right[loop] + start))
            pointers.append(channels)
            player.schedule(
                PlayerSound(
                    source: .buffer(
                        PlayerSamples(channels: channels, channelCount: 2, kind: .float32, stride: 1), keeping: pool),
                    frameCount: length, options: .loops))
            if isPlaying { player.play() }
            players.append(player)
        }
        publish()
    }

    private func connect(_ from: BusID, _ into: BusID, rate: Double) {
        do {
            try graph.connect(from, to: into, format: BusFormat(sampleRate: rate, channelCount: 2))
        } catch { preconditionFailure("a player and a mixer can be connected: \(error)") }
    }

    /// A worker's occasional duty: releasing finished work.
    func service() {
        for player in players { _ = player.serve(ServiceRequest(readAheadFrames: 0)) { $0() } }
    }

    func publish() {
        do {
            renderer.publish(
                try compiler.compile(
                    graph, PlanCompiler.Request(roots: [output], sampleRate: 48_000, maximumFrameCount: 1024)))
        } catch { preconditionFailure("players on a mixer can be rendered: \(error)") }
    }

    deinit { for channels in pointers { channels.deallocate() } }
}
