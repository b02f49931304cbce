import Patience
import SessionBench
import SordinoHardware
import SordinoPolicy
import Synchronization
import Testing

@testable import SordinoService
@testable import SordinoSession

/// As many programs without a session as there may be, and more.
struct FilledGuestsTests {
    private final class Scene: Sendable {
        let hardware = HandDrivenHardware()
        let service: SessionService
        private let owners = GuestOwners()
        private let desk: GuestDesk
        private let told = Mutex<[GuestDesk.Player: [RemoteCommand]]>([:])
        private let shown = Mutex<(streams: [GuestStream], marker: UInt32)>(([], 1_000_000))
        private let described: Described

        /// The last marker that the desk has looked at.
        private final class Described: Sendable {
            let marker = Mutex<UInt32>(0)
        }

        init() {
            service = SessionService(
                hardware: hardware, settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
            let described = Described()
            self.described = described
            desk = GuestDesk(service, rules: GuestRules(.all), owners: owners) { stream in
                if stream.serial >= 1_000_000 { described.marker.withLock { $0 = stream.serial } }
                return stream
            }
            desk.begin(
                identified: { _ in },
                tell: { [weak self] player, command, report in
                    self?.told.withLock { $0[player, default: []].append(command) }
                    if command == .pause { report(true) }
                })
            service.begin()
        }

        func show(_ streams: [GuestStream]) {
            shown.withLock { $0.streams = streams }
            report()
            settle()
        }

        /// Reports the streams, and one that is left alone and that the desk has not seen yet.
        @discardableResult
        private func report() -> UInt32 {
            let (streams, marker) = shown.withLock { shown in
                shown.marker += 1
                return (shown.streams, shown.marker)
            }
            hardware.tell(.guests(streams + [stream(marker, process: 1, name: "marker", role: "dsp")]))
            return marker
        }

        /// Waits until the desk has done all that it was asked to do.
        func settle() {
            let marker = report()
            #expect(Patience.until { described.marker.withLock { $0 } == marker })
        }

        func program(of stream: GuestStream) -> ProgramID? { owners.program(ofSerial: stream.serial) }

        func managed(_ streams: [GuestStream]) -> Int { streams.count { program(of: $0) != nil } }

        func commands(to process: Int32) -> [RemoteCommand] {
            told.withLock { told in told.filter { $0.key.process == process }.flatMap(\.value) }
        }
    }

    private static func stream(_ serial: UInt32, process: Int32, name: String = "stranger", role: String = "")
        -> GuestStream
    {
        var stream = GuestStream(node: serial, serial: serial, process: process, direction: .output)
        (stream.application, stream.executable, stream.role, stream.isRunning) = (name, name, role, true)
        return stream
    }

    /// A player that mixes with none of the others.
    private static let bystander = stream(1, process: 42, name: "mpv")

    @Test func programsBeyondTheBoundWaitUntilOthersLeave() {
        let scene = Scene()
        let strangers = (0..<300).map { Self.stream(UInt32(1_000 + $0), process: Int32(1_000 + $0)) }
        let streams = [Self.bystander] + strangers
        scene.show(streams)
        #expect(scene.managed(streams) == GuestDesk.most)
        #expect(scene.program(of: Self.bystander) != nil)
        // Its interruption and its end are its own.
        scene.service.send(.callRings(.fullScreen))
        scene.settle()
        #expect(scene.commands(to: 42) == [.pause])
        scene.service.send(.callDeclined)
        scene.settle()
        #expect(scene.commands(to: 42) == [.pause, .play])
        let newcomer = Self.stream(9_000, process: 43)
        scene.show(streams + [newcomer])
        #expect(scene.program(of: newcomer) == nil)
        scene.show([Self.bystander] + strangers.suffix(100) + [newcomer])
        #expect(scene.program(of: newcomer) != nil)
        #expect(scene.managed(streams) == 101)
        // Programs that have left keep no place.
        scene.show([])
        #expect(scene.managed(streams + [newcomer]) == 0)
    }

    /// Clients of a sound server that name no process, each under another name.
    @Test func namesWithoutAProcessHaveTheSameBound() {
        let scene = Scene()
        let strangers = (0..<1_000).map { Self.stream(UInt32(1_000 + $0), process: 0, name: "stranger \($0)") }
        scene.show([Self.bystander] + strangers)
        #expect(scene.managed([Self.bystander] + strangers) == GuestDesk.most)
        #expect(scene.program(of: Self.bystander) != nil)
    }

    @Test func aRingtoneRingsBesideAllOfThem() {
        let scene = Scene()
        let strangers = (0..<300).map { Self.stream(UInt32(1_000 + $0), process: Int32(1_000 + $0)) }
        scene.show(strangers)
        scene.service.send(.callRings(.fullScreen))
        let ringtone = Self.stream(9_000, process: 43, name: "feedbackd", role: "notification")
        scene.show(strangers + [ringtone])
        #expect(scene.program(of: ringtone) == .actor(.call))
    }
}
