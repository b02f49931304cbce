import Foundation
import Glibc
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import SordinoRealtime

/// The time that taps and delay lines take on the render thread of the stage, beside the same stage without them, and beside
/// PipeWire's own loopback.
enum StageCost {
    private static let programs = 8
    private static let seconds = 10.0

    static func measure() throws {
        for block in [128, 512] {
            let plain = nanoseconds(block: block, tap: false, delay: 0)
            for (what, tap, delay) in [
                ("a tap of them", true, 0), ("250 ms of delay", false, 0.25), ("both", true, 0.25),
            ] {
                let more = nanoseconds(block: block, tap: tap, delay: delay)
                row(
                    "\(programs) programs, \(block) frames, \(what)", "\(text(more / 1_000)) µs a block",
                    "without: \(text(plain / 1_000)) µs",
                    "\(text(more / plain)) x; \(text((more - plain) / 1_000)) µs more")
            }
        }
        try measureLoopback(quantum: 512)
    }

    /// The best time of a block in which all programs sound on one stereo port.
    private static func nanoseconds(block: Int, tap: Bool, delay: Double) -> Double {
        let mixer = StageMixer(sampleRate: 48_000, frameCapacity: block)
        let channels = (1...2).map { PortChannel(name: "\($0)", number: $0, label: UInt32($0)) }
        let port = mixer.addPort(
            Port(uid: "room", type: .airPlay, direction: .output, name: "room", channels: channels))
        var streams = (1...programs).map { number in
            mixer.addStream(
                StreamDescription(
                    program: .app(AppID(number)), audioClass: .media, name: "music", outputChannels: 2))
        }
        for stream in streams {
            for channel in 0..<2 {
                for frame in 0..<block { stream.output.channels[channel][frame] = 0.01 * Float(frame % 7 + 1) }
            }
        }
        let links = [StageLink(portUID: "room", delaySeconds: delay)]
        for number in 1...programs {
            let program = ProgramID.app(AppID(number))
            mixer.perform([
                .gain(program, .media, 1, rampSeconds: 0), .route(program, .media, outputs: links, inputUIDs: []),
            ])
        }
        if tap {
            let reader = AppID(programs + 1)
            streams.append(
                mixer.addStream(
                    StreamDescription(
                        program: .app(reader), audioClass: .media, name: "meeting", outputChannels: 0,
                        inputChannels: 2, taps: [StreamTap(number: 1, channelCount: 2)])))
            let apps = (1...programs).map { AppID($0) }
            mixer.perform([.taps(.app(reader), [ProgramTap(number: 1, apps: apps, channelCount: 2, isRead: true)])])
        }
        for stream in streams { mixer.setRunning(true, stream) }
        let count = streams.count
        func render() {
            guard let plan = mixer.renderer.beginBlock(frameCount: block) else { return }
            for index in 0..<count {
                mixer.renderer.deliverInput(plan, stream: index, frameCount: block)
                mixer.renderer.accept(plan, stream: index, frameCount: block)
            }
            mixer.renderer.mix(plan, frameCount: block)
        }
        for _ in 0..<48_000 / block { render() }
        precondition(port.samples.channels[0][0] > 0.07, "the port sounds")
        if tap { precondition(streams[programs].input.channels[0][0] > 0.07, "the tap has its sound") }
        var best = Double.infinity
        let rounds = 1_000
        for _ in 0..<30 {
            let start = HostClock.now()
            for _ in 0..<rounds { render() }
            best = min(best, Double(HostClock.now() - start) / Double(rounds))
        }
        return best
    }

    /// The processor time of the server in each cycle that PipeWire's loopback adds: from a loudspeaker's monitor to another one,
    /// in the server itself.
    private static func measureLoopback(quantum: Int) throws {
        let module = """
            { name = libpipewire-module-loopback
              args = { audio.position = [ FL FR ]
                       capture.props = { node.name = bench-in node.group = "test.clock" node.autoconnect = false }
                       playback.props = { node.name = bench-out node.group = "test.clock" node.autoconnect = false } } }
            """
        let device = try Device(quantum: quantum, modules: module)
        // There is no session manager that would give the module's streams their ports.
        func ports(_ name: String, isInput: Bool) -> [GraphPort]? {
            let node = device.hand.node(name)
            guard let node else { return nil }
            device.hand.configurePorts(node, channels: 2, isSource: !isInput)
            return device.hand.wait { graph -> [GraphPort]? in
                let ports = graph.ports(of: node, isInput: isInput).filter { $0.properties["port.monitor"] != "true" }
                return ports.count == 2 ? ports : nil
            }
        }
        guard let room = device.hand.plug("room", type: "Speaker"), let server = device.server.id,
            let input = ports("bench-in", isInput: true), let output = ports("bench-out", isInput: false)
        else { return row("PipeWire's loopback", "", "does not start", "") }
        try device.startDaemon()
        let music = try device.player("0.25")
        defer { music.kill() }
        try device.hear("music") { $0.allSatisfy { $0 != 0 } }
        let cycles = seconds * 48_000 / Double(quantum)
        var least = (without: Double.infinity, with: Double.infinity)
        for _ in 0..<3 {
            least.without = min(least.without, spent(server))
            let ends = zip(device.hand.ports(of: device.speaker, isInput: false), input)
            let others = zip(output, device.hand.ports(of: room, isInput: true))
            let links = (Array(ends) + Array(others)).compactMap { device.hand.link($0, $1) }
            least.with = min(least.with, spent(server))
            for link in links { device.hand.unlink(link) }
        }
        row(
            "a loopback of PipeWire's, \(quantum) frames", "",
            "\(text((least.with - least.without) / cycles * 1e6)) µs a cycle more",
            "server: \(text(least.without / cycles * 1e6)) µs without, \(text(least.with / cycles * 1e6)) µs with")
    }

    /// The processor seconds that a process takes within some seconds.
    private static func spent(_ process: pid_t) -> Double {
        func now() -> Double {
            var clock: clockid_t = 0
            var time = timespec()
            guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        ThreadPriority.sleep(untilHostTime: HostClock.now() + UInt64(seconds * 1e9))
        return now() - start
    }
}
