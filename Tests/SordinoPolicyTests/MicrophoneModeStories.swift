import SordinoPolicy
import Testing

/// The person's choice of what voice processing leaves of a program's microphone.
@Suite struct MicrophoneModeStories {
    @Test func aChoiceReachesItsProgramAlone() {
        var world = World()
        let chat = world.launch("Chat", category: .playAndRecord)
        let game = world.launch("Game", category: .playAndRecord)
        #expect(world.view(chat).microphoneMode == .standard)
        world.send(.microphoneMode(chat, .voiceIsolation))
        #expect(world.view(chat).microphoneMode == .voiceIsolation)
        #expect(world.view(game).microphoneMode == .standard)
        world.send(.microphoneMode(chat, .wideSpectrum))
        #expect(world.view(chat).microphoneMode == .wideSpectrum)
    }

    @Test func itOutlivesTheMediaServices() {
        var world = World()
        let chat = world.launch("Chat", category: .playAndRecord)
        world.send(.microphoneMode(chat, .voiceIsolation))
        world.send(.servicesLost)
        world.send(.servicesRestarted)
        #expect(world.view(chat).microphoneMode == .voiceIsolation)
    }

    @Test func aProgramThatIsNotThereChangesNothing() {
        var world = World()
        let chat = world.launch("Chat", category: .playAndRecord)
        world.send(.microphoneMode(AppID(99), .voiceIsolation))
        #expect(world.view(chat).microphoneMode == .standard)
    }
}
