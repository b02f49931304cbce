import CMixPeers
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
        pool, voices: voices, block: block, isFloat: true, rate: Int(rate), resampler: rate == 48_000 ? nil : "bsinc12")
    let perFrame = Double(voices * block)
    let name = rate == 48_000 ? "graph, \(size)" : "graph from \(Int(rate)) Hz, \(size)"
    let budget = rate != 48_000 ? 3.1 : voices == 256 && block == 512 ? 0.17 : 0.22
    Table.row(
        isHeard ? name : name + " SILENT", ours: time / perFrame, peer: "OpenAL Soft f32", peer.map { $0 / perFrame },
        budget: budget)
}

/// Milliseconds to make a plan of a graph of so many players and one mixer.
func compileMilliseconds(_ pool: VoicePool, nodes: Int) -> Double {
    let graph = GraphVoices(pool, voices: nodes, rate: 48_000)
    return nanoseconds(calls: 3) { graph.publish() } / 1e6
}

/// Looping stereo players on one mixer.
private final class GraphVoices {
    let renderer = Renderer()
    private var graph = Graph()
    private let compiler = PlanCompiler()
    private let output: NodeID
    private var pointers: [UnsafeMutablePointer<UnsafeMutableRawPointer>] = []

    init(_ pool: VoicePool, voices: Int, rate: Double) {
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
            // Voices begin at different places of the loops, by different lengths.
            let length = pool.frameCount - pool.offset(of: voice) / 2
            channels.initialize(to: UnsafeMutableRawPointer(pool.left[loop]))
            (channels + 1).initialize(to: UnsafeMutableRawPointer(pool.right[loop]))
            pointers.append(channels)
            player.schedule(
                PlayerSound(
                    source: .buffer(
                        PlayerSamples(channels: channels, channelCount: 2, kind: .float32, stride: 1), keeping: pool),
                    frameCount: length, options: .loops))
            player.play()
        }
        publish()
    }

    private func connect(_ from: BusID, _ into: BusID, rate: Double) {
        do {
            try graph.connect(from, to: into, format: BusFormat(sampleRate: rate, channelCount: 2))
        } catch { preconditionFailure("a player and a mixer can be connected: \(error)") }
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
