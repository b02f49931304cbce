import CEffectsPeers
import SordinoGraph

/// Times real time of a unit between an input and an output.
enum Measure {
    static let blockFrames = 512
    static let sampleRate = 48_000.0

    static func timesRealTime(of unit: UnitProcessor, level: Float) -> Double {
        var graph = Graph()
        let (input, node, output) = (graph.attach(Input()), graph.attach(unit), graph.attach(Output()))
        let format = BusFormat(sampleRate: sampleRate, channelCount: 2)
        let renderer = Renderer()
        do throws(GraphError) {
            _ = try graph.connect(BusID(input, 0), to: BusID(node, 0), format: format)
            _ = try graph.connect(BusID(node, 0), to: BusID(output, 0), format: format)
            renderer.publish(
                try PlanCompiler().compile(
                    graph,
                    PlanCompiler.Request(
                        roots: [output], sampleRate: sampleRate, maximumFrameCount: blockFrames, taps: [:])))
        } catch {
            print("the graph was refused: \(error)")
            return 0
        }
        let (source, target) = (planes(level), planes(0))
        defer { release(source, target) }
        return timesRealTime {
            renderer.state.pointee.render(
                frameCount: blockFrames, hostNanoseconds: -1, output: UnsafePointer(target), outputChannelCount: 2,
                input: UnsafePointer(source), inputChannelCount: 2)
        }
    }

    /// From the best of twenty passes after one to warm up, ours and peers' alike: other work on the machine only ever adds.
    static func timesRealTime(_ block: () -> Void) -> Double {
        let calls = 700
        var best = Double.infinity
        for pass in 0..<21 {
            let start = effectspeers_thread_time()
            for _ in 0..<calls { block() }
            let end = effectspeers_thread_time()
            if pass > 0 { best = min(best, Double(end - start) / Double(calls)) }
        }
        return Double(blockFrames) / sampleRate * 1e9 / best
    }

    private static func planes(_ level: Float) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
        var state: UInt32 = 1
        for channel in 0..<2 {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: blockFrames)
            for frame in 0..<blockFrames {
                state = state &* 1_664_525 &+ 1_013_904_223
                plane[frame] = Float(Int32(bitPattern: state)) / Float(1 << 31) * level
            }
            pointers[channel] = plane
        }
        return pointers
    }

    private static func release(_ planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>...) {
        for pointers in planes {
            for channel in 0..<2 { pointers[channel].deallocate() }
            pointers.deallocate()
        }
    }
}
