import CPipeWire
import PrivatePipeWire
import RunningProgram
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import SordinoRealtime

/// How many frames pass from the microphone through a program to the loudspeaker: ours through the stage, the peer a bare
/// filter that copies.
enum Latency {
    static func measure(quantum: Int) throws -> (ours: Int, bare: Int) {
        (try ours(quantum), try bare(quantum))
    }

    private static let sound: [Float] = (0..<2_000).map { Float(($0 * 7_919) % 20_011) / 40_022 + 0.25 }

    /// A graph in which a node plays into the microphone and hears the loudspeaker.
    ///
    /// A circle takes one cycle by itself.
    private final class Circle {
        let device: Device
        let microphone: UInt32
        let loop: GraphRecorder

        init(_ quantum: Int) throws {
            device = try Device(quantum: quantum, seconds: 20)
            guard
                let microphone = device.hand.plug(
                    "microphone", type: "MicrophoneBuiltIn", isSource: true, positions: "MONO"),
                let loop = GraphRecorder(
                    device.hand, monitorOf: device.speaker, channels: 2, seconds: 20, sound: Latency.sound),
                let id = loop.id, let from = device.hand.ports(of: id, isInput: false).first,
                let to = device.hand.ports(of: microphone, isInput: true).first, device.hand.link(from, to) != nil
            else { throw RunningProgram.Missing(what: "a microphone") }
            (self.microphone, self.loop) = (microphone, loop)
        }

        /// - Returns: Frames beyond the circle's own cycle.
        func framesAdded(_ quantum: Int) throws -> Int {
            loop.pass(20 * quantum)
            loop.play()
            loop.pass(6_000 + 8 * quantum)
            guard let began = loop.soundBegan, let first = loop.samples[0][began...].firstIndex(where: { $0 != 0 })
            else { throw RunningProgram.Missing(what: "the sound at the loudspeaker") }
            return first - began - quantum
        }
    }

    private static func ours(_ quantum: Int) throws -> Int {
        let circle = try Circle(quantum)
        let hardware = try PipeWireHardware(remote: circle.device.server.remote)
        defer { withExtendedLifetime(hardware) {} }
        hardware.request(HardwareTiming(sampleRate: 48_000, blockFrames: quantum))
        let program = ProgramID.app(AppID(1))
        hardware.stage.perform([
            .gain(program, .media, 1, rampSeconds: 0),
            .route(program, .media, outputs: [StageLink(portUID: "loudspeaker")], inputUIDs: ["microphone"]),
        ])
        let nothing = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
        defer { nothing.deallocate() }
        let stream = try hardware.openStream(
            StreamDescription(program: program, name: "echo", outputChannels: 2, inputChannels: 2),
            renderer: StreamRenderer(context: nothing) { _, cycle in
                let cycle = cycle.assumingMemoryBound(to: StreamCycle.self).pointee
                guard let input = cycle.input, let output = cycle.output else { return }
                for channel in 0..<min(cycle.inputChannelCount, cycle.outputChannelCount) {
                    for frame in 0..<cycle.frameCount { output[channel][frame] = input[channel][frame] }
                }
            })
        try stream.start()
        defer { stream.close() }
        try until("the stage is quiet") { hardware.isQuiet }
        return try circle.framesAdded(quantum)
    }

    private struct Ends {
        var input: OpaquePointer?
        var output: OpaquePointer?
    }

    private static func bare(_ quantum: Int) throws -> Int {
        let circle = try Circle(quantum)
        let hand = circle.device.hand
        let ends = UnsafeMutablePointer<Ends>.allocate(capacity: 1)
        ends.initialize(to: Ends())
        defer { ends.deallocate() }
        let node = hand.connection.locked { () -> FilterNode? in
            let node = FilterNode(
                hand.connection, name: "bare", properties: ["node.name": "bare", "node.autoconnect": "false"],
                process: { context, cycle in
                    let frames = cycle.assumingMemoryBound(to: cpw_cycle.self).pointee.frames
                    let ends = context.assumingMemoryBound(to: Ends.self).pointee
                    guard let input = ends.input, let output = ends.output,
                        let from = cpw_port_samples(input, frames), let to = cpw_port_samples(output, frames)
                    else { return }
                    for frame in 0..<Int(frames) { to[frame] = from[frame] }
                }, context: ends)
            guard let node else { return nil }
            ends.pointee.input = node.addPort(isInput: true, name: "in")
            ends.pointee.output = node.addPort(isInput: false, name: "out")
            return node.connect(isActive: true) ? node : nil
        }
        defer { hand.connection.locked { node?.close() } }
        guard let node, let id = hand.wait({ _ in hand.connection.locked { node.id } }),
            hand.wait({ $0.ports(of: id, isInput: true).count == 1 && $0.ports(of: id, isInput: false).count == 1 })
                == true,
            let microphone = hand.ports(of: circle.microphone, isInput: false).first,
            let speaker = hand.ports(of: circle.device.speaker, isInput: true).first,
            let input = hand.ports(of: id, isInput: true).first, let output = hand.ports(of: id, isInput: false).first,
            let one = hand.link(microphone, input), let two = hand.link(output, speaker)
        else { throw RunningProgram.Missing(what: "a bare filter") }
        defer { for link in [one, two] { hand.unlink(link) } }
        return try circle.framesAdded(quantum)
    }
}
