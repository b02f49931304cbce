import SordinoPolicy
import Testing

@testable import SordinoStories

/// The language of scenarios, stories and `audioctl`.
@Suite struct StoryGrammarTests {
    private static let grammar = StoryGrammar(apps: ["Music", "Film"])
    private static let typed = StoryGrammar()

    private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    @Test func everyPhraseIsReadByItsWordsAndByItsShortWord() throws {
        var shorts: Set<String> = []
        for row in EventRow.all {
            for phrase in row.phrases where !phrase.isValue {
                let event = try #require(try phrase.event([]))
                let act = StoryAct.device(event)
                for subject in [row.subject, row.command ?? ""] where !subject.isEmpty {
                    for words in [phrase.words] + phrase.also {
                        #expect(try Self.grammar.act(Self.words("\(subject) \(words)")) == act)
                        #expect(try Self.typed.act(Self.words("\(subject) \(words)")) == act)
                    }
                }
                if let short = phrase.short {
                    #expect(shorts.insert(short).inserted, "two phrases have the short word \(short)")
                    #expect(try Self.grammar.act([short]) == act)
                    // On a command line a single word shows a state.
                    #expect(throws: StoryFault.unknown(short)) { try Self.typed.act([short]) }
                }
                #expect(EventRow.drawing(of: event) != nil)
            }
        }
        #expect(shorts.count >= 23)
    }

    @Test(arguments: [
        ("volume 0.25", StoryAct.device(.volumeSet(0.25))), ("pick Speaker", .device(.userPicked(portUID: "Speaker"))),
        ("route Speaker", .device(.userPicked(portUID: "Speaker"))), ("plug line-out", .plug("line-out")),
        ("+lineout", .plug("line-out")), ("-speaker", .unplug("bluetooth-speaker")), ("+cinema", .plug("surround")),
        ("reset", .reset), ("wait 2.5", .wait(seconds: 2.5)), ("expect Music ducked", .expect("Music", .ducked)),
        ("Music plays", .app("Music", .plays(nil))), ("Music plays drum", .app("Music", .plays("drum"))),
        ("Music back", .app("Music", .lifecycle(.background))), ("Music hides", .app("Music", .lifecycle(.background))),
        ("Music sleeps", .app("Music", .lifecycle(.suspended))), ("Music dies", .app("Music", .ends)),
        ("Music on", .app("Music", .activates)), ("Music off", .app("Music", .deactivates(notifyingOthers: true))),
        ("Music quiet", .app("Music", .deactivates(notifyingOthers: false))),
        ("Music deactivates quietly", .app("Music", .deactivates(notifyingOthers: false))),
        ("Music hangs", .app("Music", .call(begins: false))),
        ("Music moves rear", .app("Music", .moves(toZone: "rear"))),
        ("Music told-to-pause", .app("Music", .command(.pause))),
        ("Music hears next", .app("Music", .command(.nextTrack))),
        ("Music hears forward 15", .app("Music", .command(.skipForward(15)))),
        ("app Film inactive", .app("Film", .lifecycle(.inactive))),
        ("remote Film toggle", .app("Film", .command(.togglePlayPause))),
    ]) func aLineIsItsAct(_ line: String, _ act: StoryAct) throws {
        #expect(try Self.grammar.act(Self.words(line)) == act)
    }

    @Test(arguments: [
        ("volume 2", "a volume is 0 to 1"), ("volume loud", "a volume is 0 to 1"),
        ("Radio plays", "\"Radio plays\" is neither a program nor something that happens"),
        ("call wait", "\"call wait\" is neither a program nor something that happens"),
        ("app Radio background", "there is no app Radio"), ("expect Radio heard", "there is no app Radio"),
        ("expect Music loud", "a hearing is one of heard, ducked, silent"), ("Music", "what does Music do?"),
        ("Music flies away", "Music cannot do \"flies away\""),
        ("Music hears nothing", "Music cannot do \"hears nothing\""),
        ("wait soon", "a moment is a number of seconds"),
    ]) func aLineThatIsNoneSaysSo(_ line: String, _ sentence: String) {
        #expect {
            try Self.grammar.act(Self.words(line))
        } throws: { ($0 as? StoryFault)?.sentence == sentence }
    }

    @Test func theHelpOfACommandNamesItsPhrases() {
        #expect(
            (EventRow.settings + EventRow.simulations).map(\.helpLine) == [
                "  route [PORT-UID]           where each program is heard; pick an output",
                "  volume [0...1|up|down]     the device's volume", "  ringer [silent|on]         the ringer switch",
                "  lock [on|off]              the screen's lock",
                "  injection on|off           whether programs may add their sound to calls",
                "  call ring [banner]|accept|decline|end", "  alarm start|stop",
                "  assistant capturing|speaking|dismissed", "  emergency on|off", "  microphone muted|open",
            ])
    }
}
