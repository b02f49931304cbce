import SordinoPolicy
import Testing

/// Own rule 26: others are turned down while a program records with voice processing.
@Suite struct VoiceDuckingStories {
    private struct Chat {
        var world = World()
        let music: AppID
        let chat: AppID

        init() {
            music = world.launch("Music", category: .playback, options: .mixWithOthers, background: .audio)
            chat = world.launch(
                "Chat", category: .playAndRecord, mode: .voiceChat, options: .mixWithOthers, background: .audio)
            world.play(music)
        }

        mutating func speak(_ level: UInt? = 0) {
            world.request(chat, .prefer(.voiceDucking(level: level)))
            world.play(chat, 1, IOKind(.ioUnit, hasInput: true))
        }
    }

    @Test(arguments: [(0, -14), (10, -6), (20, -20), (30, -30)] as [(UInt, Int)])
    func othersAreTurnedDownAsFarAsTheProgramSays(level: UInt, decibels: Int) {
        var chat = Chat()
        chat.speak(level)
        #expect(chat.world.decibels(chat.music) == decibels)
        #expect(chat.world.gain(chat.chat) == 1)
        let cause = chat.world.view(chat.music).causes.first
        #expect(cause?.rule == "own 26" && cause?.by == .app(chat.chat))
        chat.world.stop(chat.chat)
        #expect(chat.world.gain(chat.music) == 1)
        #expect(chat.world.view(chat.music).causes.isEmpty)
    }

    @Test func theLevelChangesWhileItRuns() {
        var chat = Chat()
        chat.speak(nil)
        #expect(chat.world.gain(chat.music) == 1)
        for (level, decibels) in [(30, -30), (nil, 0), (10, -6), (0, -14)] as [(UInt?, Int)] {
            chat.world.request(chat.chat, .prefer(.voiceDucking(level: level)))
            #expect(chat.world.decibels(chat.music) == decibels)
        }
        #expect(chat.world.request(chat.chat, .prefer(.voiceDucking(level: 7)))?.code == .badParam)
        #expect(chat.world.decibels(chat.music) == -14)
    }

    @Test func voicesDoNotTurnDownOneAnotherAndTheLowestWins() {
        var chat = Chat()
        chat.speak(10)
        let other = chat.world.launch(
            "Other", category: .playAndRecord, mode: .voiceChat, options: .mixWithOthers, background: .audio)
        chat.world.request(other, .prefer(.voiceDucking(level: 30)))
        chat.world.play(other, 1, IOKind(.engine, hasInput: true))
        #expect(chat.world.decibels(chat.music) == -30)
        #expect(chat.world.gain(chat.chat) == 1 && chat.world.gain(other) == 1)
        chat.world.send(.appEnded(other))
        #expect(chat.world.decibels(chat.music) == -6)
    }

    @Test func aDuckAndAVoiceDoNotAddUp() {
        var chat = Chat()
        chat.speak(10)
        let guide = chat.world.launch("Guide", category: .playback, options: .duckOthers, background: .audio)
        chat.world.play(guide)
        #expect(chat.world.decibels(chat.music) == -14)
        chat.world.stop(guide)
        chat.world.request(guide, .setActive(false, notifyOthers: true))
        #expect(chat.world.decibels(chat.music) == -6)
    }
}
