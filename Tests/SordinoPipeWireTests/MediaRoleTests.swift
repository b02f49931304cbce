import Glibc
import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import Testing

@Suite struct MediaRoleTests {
    /// A graph with one stream of process 100 that runs and has this role.
    private func graph(_ role: String, more: [String: String] = [:], runs: Bool = true) -> GraphMirror {
        var mirror = GraphMirror()
        mirror.apply(.appeared(1, .client, ["pipewire.sec.pid": "100"]))
        let properties = ["media.class": "Stream/Output/Audio", "client.id": "1", "media.role": role]
        mirror.apply(.appeared(2, .node, properties.merging(more) { $1 }))
        mirror.apply(.runs(2, runs))
        return mirror
    }

    @Test func alarmsAndScreenReadersAreKnownByTheirRole() {
        let roles: [(String, Set<OtherSound>)] = [
            ("Alarm", [.alarm]), ("alarm", [.alarm]), ("Accessibility", [.screenReader]), ("a11y", [.screenReader]),
            ("Notification", []), ("event", []), ("Communication", []), ("Music", []), ("", []),
        ]
        for (role, sounds) in roles {
            #expect(MediaRoles.sounds(in: graph(role), isManaged: { _ in false }) == sounds, "\(role)")
        }
    }

    /// In a sandbox a process has another number than the server sees.
    @Test func aProcessKnowsItsOwnStreamsByItsConnection() {
        var mirror = graph("Music")
        #expect(mirror.processID(ofNode: 2) == 100)
        mirror.apply(.appeared(3, .client, ["pipewire.sec.pid": "100"]))
        mirror.apply(.appeared(4, .client, ["pipewire.sec.pid": "101"]))
        mirror.ownClient = 3
        #expect(mirror.processID(ofNode: 2) == getpid())
        mirror.ownClient = 4
        #expect(mirror.processID(ofNode: 2) == 100)
    }

    @Test func whatDoesNotRunIsNotHeard() {
        #expect(MediaRoles.sounds(in: graph("Alarm", runs: false), isManaged: { _ in false }) == [])
    }

    @Test func microphonesHaveNoAlarms() {
        let capture = graph("Alarm", more: ["media.class": "Stream/Input/Audio"])
        #expect(MediaRoles.sounds(in: capture, isManaged: { _ in false }) == [])
    }

    @Test func programsWithASessionAreJudgedByIt() {
        #expect(MediaRoles.sounds(in: graph("Alarm"), isManaged: { $0 == 100 }) == [])
        #expect(MediaRoles.sounds(in: graph("Alarm"), isManaged: { $0 == 101 }) == [.alarm])
        let own = graph("Alarm", more: [StreamProperties.role: StreamProperties.streamRole])
        #expect(MediaRoles.sounds(in: own, isManaged: { _ in false }) == [])
    }

    @Test func whatIsGoneIsNotHeard() {
        var mirror = graph("Alarm")
        mirror.apply(.removed(2))
        #expect(MediaRoles.sounds(in: mirror, isManaged: { _ in false }) == [])
    }
}

extension PipeWireTests {
    @Suite(
        .serialized, .enabled(if: OutsidePlayer.isInstalled, "skipped: pw-cat is not installed"))
    struct RoleStreamTests {
        @Test(arguments: [("Alarm", OtherSound.alarm), ("Accessibility", .screenReader)])
        func aStreamWithARoleIsToldWhileItRuns(role: String, sound: OtherSound) throws {
            let stand = try PipeWireStand(quantum: 2_048)
            let log = EventLog()
            stand.hardware.begin { log.add($0) }
            let player = try #require(try OutsidePlayer(stand.hand, on: stand.speaker, role: role))
            #expect(stand.recorder.wait { log.entries.contains(.otherSounds([sound])) })
            player.end()
            #expect(stand.recorder.wait { log.entries.last == .otherSounds([]) })
        }

        @Test func aNotificationIsLeftAlone() throws {
            let stand = try PipeWireStand(quantum: 2_048)
            let log = EventLog()
            stand.hardware.begin { log.add($0) }
            let player = try #require(try OutsidePlayer(stand.hand, on: stand.speaker, role: "Notification"))
            #expect(
                stand.recorder.wait {
                    stand.recorder.pass(2_048)
                    return stand.recorder.samples[0].last == 0.25
                })
            player.end()
            stand.pass(2_048)
            #expect(!log.entries.contains { if case .otherSounds = $0 { true } else { false } })
        }
    }

    @Suite(.serialized) struct AggregateTests {
        @Test func twoPortsAreOneDeviceWithTheirChannelsSideBySide() throws {
            let stand = try PipeWireStand()
            let screen = try #require(stand.hand.plug("test screen", type: "HDMIOutput"))
            let other = try #require(GraphRecorder(stand.hand, monitorOf: screen, channels: 2))
            #expect(stand.recorder.wait { stand.hardware.ports.contains { $0.uid == "test screen" } })
            for number in 1...20 {
                let program = TestProgram(number, channels: 4)
                try program.open(stand.hardware)
                stand.hardware.stage.perform([
                    .gain(program.id, .media, 1, rampSeconds: 0),
                    .route(
                        program.id, .media,
                        outputs: [
                            StageLink(portUID: PipeWireStand.speakerUID, firstChannel: 0),
                            StageLink(portUID: "test screen", firstChannel: 2),
                        ], inputUIDs: []),
                ])
                let recorders = [stand.recorder, other]
                let (starts, gaps) = (recorders.map(\.frames), recorders.map(\.gaps))
                try program.stream?.start()
                stand.pass(6_000)
                other.wait { other.samples(starts[1]..<other.frames)[0].contains { $0 != 0 } }
                other.pass(6_000)
                // The sound of a cycle that the graph has lost is not heard.
                guard recorders.map(\.gaps) == gaps else {
                    program.stream?.close()
                    let isOver = stand.recorder.wait {
                        recorders.allSatisfy { recorder in
                            recorder.samples(max(0, recorder.frames - 4_800)..<recorder.frames).joined()
                                .allSatisfy { $0 == 0 }
                        }
                    }
                    #expect(isOver)
                    continue
                }
                for (recorder, (start, first)) in zip(recorders, zip(starts, [0, 2])) {
                    for (channel, samples) in recorder.samples(start..<recorder.frames).enumerated() {
                        let heard = afterSilence(samples).prefix(4_000)
                        #expect(heard.count == 4_000)
                        let expected = (0..<heard.count).map { TestProgram.code(Int64($0), first + channel) }
                        #expect(heard.elementsEqual(expected), "channel \(first + channel)")
                    }
                }
                return
            }
            Issue.record("the graph loses cycles all the time")
        }
    }
}
