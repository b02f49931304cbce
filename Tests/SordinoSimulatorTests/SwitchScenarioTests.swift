import AVFAudio
import SordinoSimulator
import Testing

/// Ringer switch, lock, background, volume (rules.md §1.1, §1.2, §4.7, §6.3).
@Suite struct SwitchScenarioTests {
    @Test func s30PlaybackWithoutBackgroundModeIsSuspendedByTheLock() throws {
        let scene = Scenario()
        let app = try scene.playing("Player", .playback, background: [])
        #expect(scene.audible() == "Speaker: Player 0")
        let time = scene.device.now
        scene.device.lock()
        #expect(scene.audible() == "silence")
        #expect(try scene.speaker.peak(from: time + 0.03, to: scene.device.now) == 0)
        #expect(app.isSuspended)
        scene.device.unlock()
        app.moveToForeground()
        #expect(!app.isSuspended)
        #expect(app.context.client.snapshot.state == .inactive)
        #expect(scene.audible() == "silence")
        #expect(scene.heard() == [])
    }

    @Test func s31TheDefaultCategoryFallsSilentUnderTheLock() throws {
        let scene = Scenario()
        _ = try scene.playing("Solo", .soloAmbient, background: [])
        scene.device.lock()
        #expect(scene.heard() == [])
        #expect(scene.audible() == "silence")
    }

    @Test func s32TheRingerSwitchSilencesAnAmbientGame() throws {
        let scene = Scenario()
        let game = try scene.game()
        #expect(scene.audible() == "Speaker: Game 0")
        scene.device.isRingerSilent = true
        #expect(scene.audible() == "silence")
        #expect(game.isTonePlaying, "its I/O goes on unheard")
        scene.device.isRingerSilent = false
        #expect(scene.audible() == "Speaker: Game 0")
        #expect(scene.heard() == [])
    }

    @Test func s33TheRingerSwitchDoesNotSilencePlayback() throws {
        let scene = Scenario()
        _ = try scene.mus()
        scene.device.isRingerSilent = true
        #expect(scene.audible() == "Speaker: Mus 0")
        #expect(scene.heard() == [])
    }

    @Test func s34TheRingerSwitchDoesNotReachHeadphones() throws {
        let scene = Scenario()
        scene.device.plug(.headphones)
        _ = try scene.game()
        _ = scene.heard()
        scene.device.isRingerSilent = true
        #expect(scene.audible() == "Headphones: Game 0")
        #expect(scene.heard() == [])
    }

    @Test func s35MusicGoesOnInTheBackground() throws {
        let scene = Scenario()
        let mus = try scene.mus(inBackground: false)
        scene.device.advance(1)
        let position = mus.tonePosition
        mus.moveToBackground()
        #expect(scene.audible() == "Speaker: Mus 0")
        #expect(mus.tonePosition > position + 0.9)
        #expect(scene.heard() == [])
        #expect(!mus.isSuspended)
    }

    @Test func s36AGameIsSuspendedInTheBackground() throws {
        let scene = Scenario()
        let game = try scene.game()
        scene.device.advance(1)
        game.moveToBackground()
        #expect(scene.audible() == "silence")
        #expect(game.isSuspended)
        game.moveToForeground()
        #expect(scene.heard() == [])
        #expect(scene.audible() == "silence", "it has to activate again")
    }

    @Test func s87TheVolumeKeyMovesASixteenth() throws {
        let scene = Scenario()
        _ = try scene.mus()
        scene.device.volume = 0.1
        _ = scene.heard()
        scene.device.pressVolumeUp()
        #expect(scene.heard() == ["V(Mus,0.1625)"])
        #expect(scene.device.volume == 0.1625)
        // 20 log10(0.1625) dB
        #expect(scene.audible() == "Speaker: Mus -15.8")
    }
}
