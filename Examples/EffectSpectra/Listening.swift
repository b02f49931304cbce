import SordinoGraph
import SordinoSignal

/// A unit in a graph of its own, fed by a player and heard in the first channel.
enum Listening {
    static let sampleRate = 48_000.0

    /// The output for a stereo sound; `frameCount` frames.
    static func render(_ unit: UnitProcessor, _ channels: [[Float]], frameCount: Int) -> [Float] {
        var graph = Graph()
        let (output, player) = (Output(), Player())
        let (out, source, node) = (graph.attach(output), graph.attach(player), graph.attach(unit))
        let format = BusFormat(sampleRate: sampleRate, channelCount: channels.count)
        let renderer = Renderer()
        guard (try? graph.connect(BusID(source, 0), to: BusID(node, 0), format: format)) != nil,
            (try? graph.connect(BusID(node, 0), to: BusID(out, 0), format: format)) != nil,
            let plan = try? PlanCompiler().compile(
                graph,
                PlanCompiler.Request(roots: [out], sampleRate: sampleRate, maximumFrameCount: 512))
        else { return [] }
        renderer.publish(plan)
        let sound = Held(channels)
        let planes = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: channels.count)
        for (channel, samples) in sound.pointer.pointee.enumerated() {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: samples.count)
            plane.initialize(from: samples, count: samples.count)
            (planes + channel).initialize(to: UnsafeMutableRawPointer(plane))
        }
        player.schedule(
            PlayerSound(
                source: .buffer(
                    PlayerSamples(
                        channels: UnsafeRawPointer(planes).assumingMemoryBound(to: UnsafeMutableRawPointer.self),
                        channelCount: channels.count, kind: .float32, stride: 1), keeping: sound),
                frameCount: channels[0].count, startFrame: nil, options: [], completesWhen: .consumed,
                completion: nil))
        player.play()
        let heard = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channels.count)
        for channel in channels.indices { (heard + channel).initialize(to: .allocate(capacity: 512)) }
        defer {
            renderer.retire()
            for channel in channels.indices {
                heard[channel].deallocate()
                planes[channel].deallocate()
            }
            heard.deallocate()
            planes.deallocate()
        }
        var samples: [Float] = []
        while samples.count < frameCount {
            _ = player.serve(ServiceRequest(readAheadFrames: 262_144)) { $0() }
            renderer.state.pointee.render(
                frameCount: 512, hostNanoseconds: -1, output: UnsafePointer(heard),
                outputChannelCount: channels.count, input: nil, inputChannelCount: 0)
            samples += UnsafeBufferPointer(start: heard[0], count: 512)
        }
        return Array(samples.prefix(frameCount))
    }
}
