import AVFAudio
import SordinoSimulator
import Testing

/// The session's names and delegates until iOS 6.
@Suite struct EarlySessionTests {
    @available(*, deprecated)
    private final class Owner: NSObject, AVAudioSessionDelegate, AVAudioPlayerDelegate {
        nonisolated(unsafe) var heard: [String] = []

        func beginInterruption() { heard.append("began") }
        func endInterruption(withFlags flags: Int) { heard.append("ended \(flags)") }
        func inputIsAvailableChanged(_ isInputAvailable: Bool) { heard.append("input \(isInputAvailable)") }
        func audioPlayerEndInterruption(_ player: AVAudioPlayer, withFlags flags: Int) {
            heard.append("player \(flags)")
        }
    }

    /// As programs of iOS 3 were: nothing is said about resuming.
    @available(*, deprecated)
    private final class OlderOwner: NSObject, AVAudioSessionDelegate, AVAudioPlayerDelegate {
        nonisolated(unsafe) var heard: [String] = []

        func endInterruption() { heard.append("ended") }
        func audioPlayerEndInterruption(_ player: AVAudioPlayer) { heard.append("player") }
    }

    @available(*, deprecated)
    @Test func theDelegateHearsOfInterruptionsBeforeThePlayers() throws {
        let scene = Scenario()
        let app = scene.device.app("Old", backgroundModes: .audio)
        let (owner, older) = (Owner(), OlderOwner())
        let file = Sound.noise(frames: 480_000, channels: 1, seed: 1).wave()
        let players = try app.perform {
            app.session.delegate = owner
            try app.session.setCategory(.playback)
            let players = try [AVAudioPlayer(data: file), AVAudioPlayer(data: file)]
            players[0].delegate = owner
            players[1].delegate = older
            for player in players { #expect(player.play()) }
            return players
        }
        scene.device.ring()
        #expect(players.allSatisfy { !$0.isPlaying })
        scene.device.declineCall()
        #expect(owner.heard == ["began", "ended 1", "player 1"])
        #expect(older.heard == ["player"])
        app.session.delegate = older
        app.perform { for player in players { #expect(player.play()) } }
        scene.device.ring()
        scene.device.declineCall()
        #expect(older.heard == ["player", "ended", "player"])
    }

    @available(*, deprecated)
    @Test func theDelegateIsHeldWeaklyAndHearsOfTheInput() throws {
        let scene = Scenario()
        scene.device.hardware.unplug(deviceUID: "Built-In")
        scene.device.plug(.lineOut)
        let app = scene.device.app("Old", backgroundModes: .audio)
        var owner: Owner? = Owner()
        app.session.delegate = owner
        #expect(app.session.delegate === owner)
        try app.activate(.playAndRecord)
        scene.device.plug(.headset)
        #expect(owner?.heard == ["input true"])
        owner = nil
        #expect(app.session.delegate == nil)
        scene.device.unplug(.headset)
    }

    @available(*, deprecated)
    @Test func earlyNamesAreThoseOfToday() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let app = scene.device.app("Old", backgroundModes: .audio)
        let session = app.session
        try app.perform {
            try session.setCategory(.playAndRecord)
            try session.setPreferredHardwareSampleRate(44_100)
            try session.setActive(true, withFlags: 0)
        }
        #expect(session.preferredHardwareSampleRate == 44_100)
        #expect(session.currentHardwareSampleRate == 44_100)
        #expect(session.currentHardwareInputNumberOfChannels == session.inputNumberOfChannels)
        #expect(session.currentHardwareOutputNumberOfChannels == session.outputNumberOfChannels)
        #expect(session.inputIsAvailable)
        _ = scene.heard()
        try app.perform {
            try session.setActive(false, withFlags: AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation)
        }
        #expect(scene.heard().contains("E(Mus,1)"))
    }
}
