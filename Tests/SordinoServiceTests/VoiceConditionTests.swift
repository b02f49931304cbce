import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

/// Programs' reports of their voice processing, and the user's choice of microphone modes, over a bus.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
struct VoiceConditionTests {
    private final class Bench {
        let bus: PrivateBus
        let service: SessionService
        let offered: BusService
        let modes: RememberedWords

        init(modes: RememberedWords = RememberedWords(known: ["wide", "isolation"])) throws {
            bus = try PrivateBus()
            self.modes = modes
            service = SessionService(
                hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false,
                permissionAnswer: .granted)
            var options = BusService.Options()
            options.allowsSimulation = true
            options.identity = { name, _ in name }
            options.microphoneModes = modes
            offered = BusService(service, on: try BusConnection(bus.bus), options: options)
            let follower = offered
            _ = service.addObserver { follower.follow($0) }
            service.onVoiceReport { follower.follow($2, of: $1, $0) }
            service.begin()
            try offered.offer()
        }

        deinit { offered.end() }

        /// A program that records.
        func caller(_ told: Told = Told()) throws -> (BusTransport, AppID) {
            let transport = BusTransport(bus.bus)
            let app = transport.connect(AppDeclaration(bundleID: "c", name: "Chat"), receive: told.receive)
            for request in [
                Request.configure(category: Category.playAndRecord.rawValue, mode: nil, options: nil, policy: nil),
                .openIO(IOID(7), IOKind(.ioUnit, hasInput: true)), .startIO(IOID(7)),
            ] {
                try #require(transport.ask(request, from: app) == nil)
            }
            return (transport, app)
        }

        /// The status of each running voice.
        func voices() throws -> [VoiceCondition] {
            try DeviceController(bus.bus).status().apps.flatMap(\.voices)
        }
    }

    @Test func aVoiceIsListedWhileItRuns() throws {
        let bench = try Bench()
        let (transport, app) = try bench.caller()
        #expect(try bench.voices().isEmpty)
        var voice = VoiceCondition()
        (voice.echoReturnLoss, voice.delaySeconds, voice.isDoubleTalk) = (31.5, 0.042, true)
        (voice.mode, voice.duckingLevel) = (.wideSpectrum, 20)
        transport.publish(voice, of: IOID(7), from: app)
        #expect(Patience.until { (try? bench.voices()) == [voice] })
        // Of an object that is not there nothing is known.
        transport.publish(voice, of: IOID(8), from: app)
        #expect(transport.ask(.stopIO(IOID(7)), from: app) == nil)
        #expect(try bench.voices().isEmpty)
        transport.publish(voice, of: IOID(7), from: app)
        #expect(transport.ask(.startIO(IOID(7)), from: app) == nil)
        #expect(try bench.voices().isEmpty)
        transport.disconnect(app)
    }

    @Test func numbersOfAStrangerAreNumbers() throws {
        let bench = try Bench()
        let (transport, app) = try bench.caller()
        var voice = VoiceCondition()
        (voice.echoReturnLoss, voice.delaySeconds, voice.gainDecibels) = (.nan, .infinity, 1e300)
        voice.pathChanges = -5
        transport.publish(voice, of: IOID(7), from: app)
        #expect(Patience.until { (try? bench.voices().count) == 1 })
        let heard = try #require(try bench.voices().first)
        #expect(heard.echoReturnLoss == 0 && heard.delaySeconds == 0 && heard.gainDecibels == 200)
        #expect(heard.pathChanges == 0)
    }

    @Test func aMicrophoneModeReachesTheProgramAndIsRemembered() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("modes.conf").path
        do {
            let bench = try Bench(modes: RememberedWords(path: path, known: ["wide", "isolation"]))
            let told = Told()
            let (transport, app) = try bench.caller(told)
            #expect(told.snapshot?.microphoneMode == .standard)
            try DeviceController(bench.bus.bus).happen(.microphoneMode(app, .voiceIsolation))
            #expect(told.wait { _ in told.snapshot?.microphoneMode == .voiceIsolation })
            #expect(Patience.until { bench.modes.all.map(\.word) == ["isolation"] })
            transport.disconnect(app)
            let (again, _) = try bench.caller(told)
            #expect(told.wait { _ in told.snapshot?.microphoneMode == .voiceIsolation })
            withExtendedLifetime(again) {}
        }
        // By another service, too; the standard needs no line.
        let bench = try Bench(modes: RememberedWords(path: path, known: ["wide", "isolation"]))
        let told = Told()
        let (transport, app) = try bench.caller(told)
        defer { transport.disconnect(app) }
        #expect(told.wait { _ in told.snapshot?.microphoneMode == .voiceIsolation })
        try DeviceController(bench.bus.bus).happen(.microphoneMode(app, .standard))
        #expect(Patience.until { bench.modes.all.isEmpty })
        #expect(throws: BusError.self) {
            try DeviceController(bench.bus.bus).happen(.microphoneMode(AppID(99), .standard))
        }
    }
}
