import SordinoPolicy
import Testing

/// Taps: who may take whose sound (own rule 34).
@Suite struct TapStories {
    private func programs() -> (world: World, meeting: AppID, music: AppID, game: AppID) {
        var world = World()
        let apps = ["Meeting", "Music", "Game"].map { world.launch($0) }
        return (world, apps[0], apps[1], apps[2])
    }

    @Test func theUserIsAskedOnceAndTheAnswerCounts() {
        var (world, meeting, music, _) = programs()
        let tap = ProgramTap(number: 1, apps: [music], isRead: true)
        #expect(world.request(meeting, .prefer(.taps([tap]))) == nil)
        #expect(world.effects.contains(.askSystemAudioPermission(meeting)))
        #expect(world.taps[meeting] == [])
        world.clear()
        #expect(world.request(meeting, .prefer(.taps([tap, ProgramTap(number: 2)]))) == nil)
        #expect(!world.effects.contains(.askSystemAudioPermission(meeting)))
        world.send(.systemAudioPermissionAnswered(meeting, .granted))
        #expect(world.taps[meeting]?.map(\.apps) == [[music], []])
        #expect(world.views[meeting]?.systemAudioPermission == .granted)
        world.send(.systemAudioPermissionAnswered(meeting, .denied))
        #expect(world.taps[meeting] == [])
    }

    /// A program that has no permission learns whether that is the user's word.
    @Test func theReasonSaysWhetherTheUserWasAsked() {
        var (world, meeting, music, _) = programs()
        let tap = ProgramTap(number: 1, apps: [music])
        #expect(world.request(meeting, .prefer(.taps([tap]))) == nil)
        func reason(_ event: Event) -> String? {
            world.send(event).compactMap { if case .tap(_, _, let cause) = $0 { cause.sentence } else { nil } }.last
        }
        let question = "whether it may take the sound of other programs"
        #expect(reason(.systemAudioUnanswered(meeting, wasAsked: false)) == "the user cannot be asked \(question)")
        #expect(world.taps[meeting] == [] && world.views[meeting]?.systemAudioPermission == .denied)
        #expect(reason(.systemAudioUnanswered(meeting, wasAsked: true)) == "the user has not answered \(question)")
        #expect(
            reason(.systemAudioPermissionAnswered(meeting, .denied))
                == "the user does not let it take the sound of other programs")
    }

    @Test func programsThatComeBelongToATapByTheirIdentifiers() {
        var (world, meeting, music, _) = programs()
        world.send(.systemAudioPermissionAnswered(meeting, .granted))
        let taps = [
            ProgramTap(number: 1, apps: [music], bundleIDs: ["test.Music"]),
            ProgramTap(number: 2, apps: [meeting], bundleIDs: ["test.Game"], isExclusive: true),
        ]
        #expect(world.request(meeting, .prefer(.taps(taps))) == nil)
        #expect(world.taps[meeting]?.map(\.apps) == [[music], [music]])
        world.send(.appEnded(music))
        #expect(world.taps[meeting]?.map(\.apps) == [[], []])
        let again = world.launch("Music")
        #expect(world.taps[meeting]?.map(\.apps) == [[again], [again]])
    }

    @Test func tooMuchIsRefused() {
        let (world, meeting, music, _) = programs()
        func refusal(_ taps: [ProgramTap]) -> SessionErrorCode? {
            var copy = world
            return copy.request(meeting, .prefer(.taps(taps)))?.code
        }
        let many = (0..<65).map { ProgramTap(number: $0) }
        #expect(refusal(many) == .resourceNotAvailable && refusal(Array(many.dropLast())) == nil)
        #expect(refusal([ProgramTap(number: 1), ProgramTap(number: 1)]) == .badParam)
        #expect(refusal([ProgramTap(channelCount: 65)]) == .resourceNotAvailable)
        #expect(refusal([ProgramTap(bundleIDs: [String(repeating: "a", count: 257)])]) == .resourceNotAvailable)
        #expect(refusal([ProgramTap(apps: Array(repeating: music, count: 513))]) == .resourceNotAvailable)
    }

    @Test func theListOfProgramsIsKeptForThoseThatAsk() {
        var (world, meeting, _, game) = programs()
        #expect(world.views[meeting]?.programs == [])
        #expect(world.request(meeting, .prefer(.programList(true))) == nil)
        #expect(world.views[meeting]?.programs.map(\.bundleID) == ["test.Meeting", "test.Music", "test.Game"])
        #expect(world.views[game]?.programs == [])
        world.send(.appEnded(game))
        #expect(world.views[meeting]?.programs.map(\.name) == ["Meeting", "Music"])
        #expect(world.request(meeting, .prefer(.programList(false))) == nil)
        #expect(world.views[meeting]?.programs == [])
    }
}
