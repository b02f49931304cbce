import SessionBench
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Testing

/// The owner's loudspeakers: the text that keeps them, and what the stage and programs get.
@Suite struct SpeakerLayoutTests {
    private func layouts(_ text: String) throws -> SpeakerLayouts {
        var layouts = SpeakerLayouts()
        try layouts.add(text)
        return layouts
    }

    private var screen: Port? { Accessory.hdmi(channelCount: 6).ports.first }

    @Test func placesBecomeLabels() throws {
        let screen = try #require(screen)
        let set = try layouts("# the room\nHDMI Output = Ls Rs C LFE L R\nHDMI Output = - - C LFE L R")
        #expect(set.applied(to: screen).channels.map(\.label) == [0x1_0000, 0x1_0001, 3, 4, 1, 2])
        // Fewer words leave the rest as it is, more have no effect.
        #expect(try layouts("HDMI Output = R L").applied(to: screen).channels.map(\.label) == [2, 1, 3, 4, 5, 6])
        #expect(
            try layouts("HDMI Output = R L C LFE Ls Rs Rls Rrs").applied(to: screen).channels.map(\.label)
                == [2, 1, 3, 4, 5, 6])
        let elsewhere = try layouts("Line Out = R L")
        #expect(elsewhere.applied(to: screen) == screen)
    }

    @Test func filesOfOtherSystemsSayTheSame() throws {
        let text = "# the room\nHDMI Output = Ls Rs C LFE L R\n\nLine Out = R L\n"
        let other = "\u{FEFF}" + text.replacing("\n", with: "\r\n")
        #expect(try layouts(other) == layouts(text))
        // The lines of faults are counted alike.
        #expect(throws: SpeakerLayouts.Fault.self) { try layouts(other + "X = nowhere\r\n") }
        do throws(SpeakerLayouts.Fault) {
            var set = SpeakerLayouts()
            try set.add(other + "X = nowhere\r\n")
        } catch { #expect(error.line == 5) }
    }

    @Test(arguments: ["X = L X", "X = L L", "X =", "X", "X = l r", "X = " + String(repeating: "- ", count: 65)])
    func whatIsNotUnderstoodChangesNothing(line: String) throws {
        var set = try layouts("HDMI Output = R L")
        let before = set
        #expect(throws: SpeakerLayouts.Fault.self) { try set.add("Y = L R\n" + line) }
        #expect(set == before)
    }

    @Test func theStageIsGivenTheLabels() throws {
        let hardware = HandDrivenHardware()
        let service = SessionService(
            hardware: hardware, settings: PolicySettings(), wakesItself: false, permissionAnswer: nil)
        service.setSpeakers(try layouts("Speaker = R L"))
        service.begin()
        let commands = hardware.asked().flatMap { asked -> [StageCommand] in
            if case .stage(let commands) = asked { commands } else { [] }
        }
        #expect(commands.contains(.layout(portUID: "Speaker", labels: [2, 1])))
    }
}
