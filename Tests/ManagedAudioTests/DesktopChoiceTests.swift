import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// A choice with the desktop's own tools counts: WirePlumber runs, `wpctl` is the user's hand.
    @Suite(
        .serialized,
        .enabled(
            if: PrivatePipeWire.path(of: "wireplumber") != nil && PrivatePipeWire.path(of: "wpctl") != nil,
            "skipped: WirePlumber is not installed"))
    struct DesktopChoiceTests {
        @discardableResult
        private func wpctl(_ system: WholeSystem, _ words: String...) throws -> [String] {
            let tool = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "wpctl")), words, environment: system.environment)
            #expect(tool.finish() == 0, "wpctl \(words): \(tool.said)")
            return tool.said
        }

        private func status(_ system: WholeSystem, says fits: ([String]) -> Bool) -> Bool {
            system.recorder.wait { (try? system.audioctl("status")).map(fits) == true }
        }

        @Test func theDefaultSinkIsWhereMusicGoes() throws {
            let system = try WholeSystem(withSessionManager: true)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            let headphones = try #require(system.hand.plug("headphones", type: "Headphones"))
            // The user's choice is the last, also after the session manager's choice for the new sink.
            try wpctl(system, "set-default", "\(headphones)")
            #expect(status(system) { $0.contains { $0.contains("witness") && $0.contains("headphones") } })
            #expect(system.hear(until: isSilence) != nil)
            try wpctl(system, "set-default", "\(system.speaker)")
            #expect(system.hear(until: Code.isWhole) != nil)
            // Another sink's arrival is no choice.
            _ = system.hand.plug("more headphones", type: "Headphones")
            #expect(status(system) { $0.contains { $0.contains("more headphones") } })
            #expect(system.hear(until: Code.isWhole) != nil)
            #expect(status(system) { $0.contains { $0.contains("witness") && $0.contains(WholeSystem.speakerUID) } })
        }

        @Test func aMutedSinkIsTold() throws {
            let system = try WholeSystem(withSessionManager: true)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play code"))
            #expect(system.hear(until: Code.isWhole) != nil)
            let headphones = try #require(system.hand.plug("headphones", type: "Headphones"))
            // PipeWire 1.4 reports the volume of a device that runs.
            let far = try #require(GraphRecorder(system.hand, monitorOf: headphones, channels: 2))
            defer { withExtendedLifetime(far) {} }
            try wpctl(system, "set-default", "\(system.speaker)")
            #expect(system.hear(until: Code.isWhole) != nil)
            // The other sink's switch and slider are its own affair.
            try wpctl(system, "set-mute", "\(headphones)", "1")
            try wpctl(system, "set-volume", "\(headphones)", "0.3")
            try wpctl(system, "set-volume", "\(system.speaker)", "0.5")
            #expect(music.says("volume 0.5"))
            #expect(!music.said.contains("volume 0.3"))
            #expect(try !system.audioctl("status").joined().contains("output muted"))
            try wpctl(system, "set-mute", "\(system.speaker)", "1")
            #expect(status(system) { $0.joined().contains("output muted") })
            #expect(try system.audioctl("why").joined().contains("silent: the output is muted"))
            try wpctl(system, "set-mute", "\(system.speaker)", "0")
            #expect(status(system) { !$0.joined().contains("output muted") })
            // The other way: the service moves the sink that is played on, and no other.
            try system.audioctl("volume", "0.4")
            #expect(
                system.recorder.wait {
                    (try? wpctl(system, "get-volume", "\(system.speaker)"))?.joined().contains("0.40") == true
                })
            #expect(try wpctl(system, "get-volume", "\(headphones)").joined().contains("0.30"))
        }
    }
}
