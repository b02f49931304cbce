import CGraphClock
import CPipeWire
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

extension ManagedAudioTests {
    /// The session manager's settings while the service lives, dies and comes back: its metadata object played by the test.
    @Suite(.serialized) struct WirePlumberTests {
        static let topic = WirePlumberTreaty.Topic.pausePlayback

        /// A settings object as WirePlumber has it from version 0.5.11 on.
        final class Settings {
            private let hand: GraphHand
            private var object: OpaquePointer?

            init(_ system: WholeSystem) throws {
                hand = system.hand
                object = fake_metadata_start(system.server.remote, WirePlumberTreaty.object)
                _ = try #require(object)
                set("true")
            }

            func set(_ value: String) {
                // The object is known to this connection once its appearance was reported.
                let isSet = hand.wait { _ in
                    hand.connection.locked {
                        hand.connection.setMetadata(
                            WirePlumberTreaty.object, subject: 0, key: WirePlumberTests.topic.rawValue,
                            type: WirePlumberTreaty.type, value: value)
                    } ? true : nil
                }
                // A service may have changed it by the next look.
                #expect(isSet == true)
            }

            func becomes(_ value: String) -> Bool {
                hand.wait {
                    $0.metadata[WirePlumberTreaty.object]?[0]?[WirePlumberTests.topic.rawValue] == value ? true : nil
                } == true
            }

            func owes(_ isOwed: Bool) -> Bool {
                hand.wait {
                    ($0.metadata["settings"]?[0]?[WirePlumberTests.topic.noteKey] != nil) == isOwed ? true : nil
                } == true
            }

            deinit { end() }

            func end() {
                guard let object else { return }
                self.object = nil
                fake_metadata_free(object)
            }
        }

        private func system() throws -> WholeSystem {
            try WholeSystem(withDaemon: false, options: ["--manage", "all"])
        }

        @Test(arguments: [true, false])
        func mediaPlayersAreNotPausedByTwoWhileTheServiceLives(isKilled: Bool) throws {
            let system = try system()
            let settings = try Settings(system)
            try system.startDaemon()
            #expect(settings.becomes("false"))
            #expect(settings.owes(true))
            if isKilled { system.daemon?.kill() } else { system.daemon?.terminate() }
            #expect(settings.becomes("true"))
            #expect(settings.owes(false))
        }

        @Test func aServiceThatComesBackAtOnceKeepsTheSettingAndGivesItBackInTheEnd() throws {
            let system = try system()
            let settings = try Settings(system)
            try system.startDaemon()
            #expect(settings.becomes("false"))
            let before = system.hand.mirror.metadata["settings"]?[0]?[Self.topic.noteKey]
            system.daemon?.kill()
            try system.startDaemon()
            let isTakenOver = system.hand.wait { graph in
                graph.metadata["settings"]?[0]?[Self.topic.noteKey].map { $0 != before }
            }
            #expect(isTakenOver == true)
            // The keeper of the one that was killed has had its time.
            system.recorder.pass(2 * 48_000)
            #expect(settings.becomes("false"))
            system.daemon?.terminate()
            #expect(settings.becomes("true"))
        }

        @Test func whatAPersonSwitchesOnAgainStaysOn() throws {
            let system = try system()
            let settings = try Settings(system)
            try system.startDaemon()
            #expect(settings.becomes("false"))
            settings.set("true")
            #expect(settings.owes(false))
            system.recorder.pass(48_000)
            #expect(settings.becomes("true"))
        }

        private static let hasManager = PrivatePipeWire.path(of: "wireplumber") != nil

        /// PipeWire 0.3 leaves a device's links paused when a session manager that starts anew makes its ports again.
        private static let restarts =
            String(cString: cpw_realtime_configuration(nil)) == "client.conf" ? [0, 1, 3] : [0]

        /// The streams' targets are kept by the session manager, and gone with it.
        @Test(.enabled(if: hasManager, "skipped: WirePlumber is not installed"), arguments: restarts)
        func aProgramWithoutASessionIsHeardAfterTheSessionManagerWasRestarted(times: Int) throws {
            let scene = try GuestScene(.pwPlay, withSessionManager: true)
            defer { scene.end() }
            for round in 0..<times {
                #expect(scene.isHeard(), "round \(round)")
                try scene.system.restartSessionManager()
                try scene.system.waitForDefault()
            }
            #expect(scene.isHeard())
            // It is under the policy again.
            try scene.system.audioctl("call", "ring")
            #expect(scene.system.hear(until: isRingtoneAlone) != nil)
            try scene.system.audioctl("call", "decline")
            #expect(scene.isHeard())
        }

        /// WirePlumber from 0.5.11 on would pause the player when the service's nodes go, and nothing would resume it.
        @Test(
            .enabled(if: hasManager && GuestProgram.script != nil, "skipped: WirePlumber or mpv-mpris is not installed")
        )
        func aMediaPlayerPlaysOnWhenTheServiceIsKilledAndWhenItComesBack() throws {
            let scene = try GuestScene(.mpvScript, withSessionManager: true)
            defer { scene.end() }
            for round in 1...2 {
                #expect(scene.isHeard(), "round \(round)")
                scene.system.daemon?.kill()
                #expect(scene.isHeard(), "round \(round), without the service")
                try scene.system.startDaemon()
            }
            #expect(scene.isHeard())
        }

        @Test func aSessionManagerThatRestartsInALoopIsAskedEachTime() throws {
            let system = try system()
            try system.startDaemon()
            for _ in 0..<5 {
                let settings = try Settings(system)
                #expect(settings.becomes("false"))
                settings.end()
                let isGone = system.hand.wait { graph in
                    graph.metadata[WirePlumberTreaty.object]?[0]?[Self.topic.rawValue] == nil ? true : nil
                }
                #expect(isGone == true)
            }
        }
    }
}
