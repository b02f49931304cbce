import Foundation
import Glibc
import RunningProgram
import SordinoBus
import SordinoPolicy
import SordinoRealtime
import SordinoService
import SordinoSession

/// A program that is there, active, and does nothing.
enum IdleProgram {
    static func run() -> Never {
        guard let address = getenv("DBUS_SESSION_BUS_ADDRESS") else { exit(2) }
        let transport = BusTransport(.at(String(cString: address)))
        let app = transport.connect(AppDeclaration(bundleID: "idle.\(getpid())", name: "Idle")) { _ in }
        _ = transport.ask(
            .configure(category: "AVAudioSessionCategoryPlayback", mode: nil, options: 1, policy: nil), from: app)
        _ = transport.ask(.openIO(IOID(1), IOKind(.player)), from: app)
        _ = transport.ask(.startIO(IOID(1)), from: app)
        print("ready")
        fflush(nil)
        while true { pause() }
    }
}

/// The processor time of the idle service.
enum Footprint {
    private static let programs = 100
    private static let seconds = 5.0

    static func measure() throws {
        let device = try Device(quantum: 1_024, seconds: 120)
        let daemon = try device.startDaemon()
        settle(seconds: 1)
        show("idle", daemon, target: 25)
        var running: [RunningProgram] = []
        for _ in 0..<programs {
            running.append(
                try RunningProgram("io-bench", ["--idle-program"], environment: device.environment))
            if running.count.isMultiple(of: 10) { for program in running { try program.wait(for: "ready") } }
        }
        settle(seconds: 1)
        show("with \(programs) programs", daemon, target: 25)
        for program in running { program.kill() }
        let controller = try DeviceController(.at(device.bus.address))
        try until("all are gone") {
            (try? controller.status().apps)?.isEmpty == true
        }
        show("after them", daemon, target: 25)
        try measureStreams()
    }

    /// Programs whose streams go through the stage.
    private static func measureStreams() throws {
        let device = try Device(quantum: 1_024, seconds: 240)
        let daemon = try device.startDaemon()
        var playing: [RunningProgram] = []
        for number in 1...programs {
            let program = try RunningProgram("session-witness", environment: device.environment)
            try program.wait(for: "ready")
            for order in ["category AVAudioSessionCategoryPlayback 1", "play 0.001"] {
                guard program.tell(order) else { throw RunningProgram.Missing(what: order) }
            }
            playing.append(program)
            guard number == programs / 5 else { continue }
            settle(seconds: 2)
            show("\(number) streams play", daemon, target: 40)
        }
        settle(seconds: 2)
        show("\(programs) streams play", daemon, target: 40)
        for program in playing { program.kill() }
    }

    /// Work that was begun runs for a while; nothing depends on how long.
    private static func settle(seconds: Double) {
        ThreadPriority.sleep(untilHostTime: HostClock.now() + UInt64(seconds * 1e9))
    }

    private static func show(_ when: String, _ daemon: RunningProgram, target: Double) {
        let before = Kernel.wakeUps(daemon.id)
        settle(seconds: seconds)
        let wakeUps = Double(Kernel.wakeUps(daemon.id) - before) / seconds
        let memory = Kernel.memory(daemon.id)
        let resident = Double(memory.resident) / 1_024
        row(
            "service's memory, \(when)", "\(text(resident, 1)) MB", "target \(text(target, 0)) MB",
            "\(resident <= target ? "within" : "over"); its share \(text(Double(memory.proportional) / 1_024, 1)) MB")
        row("service's wake-ups, \(when)", "\(text(wakeUps, 1)) per second", "target 0", "")
    }
}
