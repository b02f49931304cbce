import SordinoHardware
import SordinoPolicy
import Testing

@testable import SordinoService
@testable import SordinoSession

/// Programs without a session: rules and decisions.
struct GuestTests {
    private static func stream(
        _ serial: UInt32, role: String = "", program: String = "player", app: String = "", runs: Bool = true,
        _ direction: PortDirection = .output
    ) -> GuestStream {
        var stream = GuestStream(node: serial, serial: serial, process: 7, direction: direction)
        (stream.application, stream.executable, stream.identifier) = ("Player", program, app)
        (stream.role, stream.isRunning) = (role, runs)
        return stream
    }

    private static let key = GuestLedger.Key(process: 7, name: "")
    private static let music = GuestRules.Treatment(.playback)

    private static func at(_ seconds: Double) -> Moment { Moment(seconds: seconds) }

    @Test func nobodyIsManagedUntilSomebodySaysSo() {
        #expect(GuestRules().treatment(of: Self.stream(1, role: "music")) == nil)
        #expect(GuestRules(.roles).treatment(of: Self.stream(1)) == nil)
        #expect(GuestRules(.roles).treatment(of: Self.stream(1, role: "music")) == Self.music)
        #expect(GuestRules(.all).treatment(of: Self.stream(1)) == GuestRules.Treatment(.playback, mixes: true))
        #expect(GuestRules(.all).treatment(of: Self.stream(1, role: "dsp")) == nil)
    }

    /// No name, role or rule lets a program record what others play: the user alone does.
    @Test func whoRecordsTheOutputIsAskedAbout() throws {
        var rules = GuestRules(.all)
        try rules.add("monitors = ask\nprogram:player = leave\n* = leave")
        for program in ["player", "pavucontrol", "easyeffects", "obs"] {
            var stream = Self.stream(1, role: "screen", program: program, .input)
            stream.recordsOutput = true
            #expect(rules.treatment(of: stream) != nil, "\(program)")
            #expect(GuestRules(.roles).treatment(of: stream) == nil)
            #expect(GuestRules(.all).treatment(of: stream) == nil)
        }
        try rules.add("monitors = free")
        #expect(!rules.guardsOutput)
        #expect(throws: GuestRules.Fault.self) { try rules.add("monitors = all") }
    }

    /// Such a stream starts no session, and the program's own sound decides how it is treated.
    @Test func aRecordingOfTheOutputIsATapOfEverything() {
        var ledger = GuestLedger()
        var stream = Self.stream(1, .input)
        stream.recordsOutput = true
        let first = ledger.handle(.streams([stream], [Self.music]), at: Self.at(0))
        #expect(first.contains(.recordOutput(Self.key, true)) && first.contains(.identify(Self.key, serials: [1])))
        #expect(!first.contains { if case .start = $0 { true } else { false } })
        #expect(ledger.handle(.streams([stream], [Self.music]), at: Self.at(1)) == [])
        let solo = GuestRules.Treatment(.solo)
        let both = ledger.handle(.streams([stream, Self.stream(2)], [Self.music, solo]), at: Self.at(2))
        #expect(both.contains(.start(Self.key, .output)))
        #expect(both.contains(.configure(Self.key, solo.configuration(plays: true, records: false))))
        let last = ledger.handle(.streams([Self.stream(2)], [solo]), at: Self.at(3))
        #expect(last.contains(.recordOutput(Self.key, false)))
        #expect(ledger.handle(.streams([], []), at: Self.at(4)).contains(.disconnect(Self.key)))
    }

    /// Nothing is gained by an invented role, nor by one that is not accepted.
    @Test func aRoleThatIsNotKnownCountsAsMusic() throws {
        for extent in [GuestRules.Extent.roles, .all] {
            for role in ["xyz", "music ", "unaccepted", "role:music"] {
                #expect(GuestRules(extent).treatment(of: Self.stream(1, role: role)) == Self.music, "\(role)")
            }
        }
        var rules = GuestRules(.roles)
        try rules.add("role:Music = solo")
        #expect(rules.treatment(of: Self.stream(1, role: "xyz")) == GuestRules.Treatment(.solo))
        try rules.add("role:xyz = ambient")
        #expect(rules.treatment(of: Self.stream(1, role: "xyz")) == GuestRules.Treatment(.ambient))
        // A row for the program comes first.
        #expect(
            GuestRules(.all).treatment(of: Self.stream(1, role: "xyz", program: "linphone"))
                == GuestRules.Treatment(.talk))
        try rules.add("manage = all\n* = playback duck")
        #expect(
            rules.treatment(of: Self.stream(1, role: "abc"))
                == GuestRules.Treatment(.playback, mixes: true, ducks: true))
    }

    @Test func aStreamWhoseRoleIsNotAcceptedIsManaged() {
        let mixes = GuestRules.Treatment(.playback, mixes: true)
        for extent in [GuestRules.Extent.roles, .all] {
            #expect(GuestRules(extent).treatment(of: Self.stream(1, role: RoleTrust.unaccepted)) == mixes)
        }
        #expect(GuestRules(.off).treatment(of: Self.stream(1, role: RoleTrust.unaccepted)) == nil)
    }

    @Test func anIdentifierComesBeforeAProgramBeforeARole() throws {
        var rules = GuestRules()
        try rules.add(
            "manage = all # everybody\nprogram:mpv = ambient\napp:org.x = leave\nrole:Music = playback duck\n")
        let ducks = GuestRules.Treatment(.playback, mixes: true, ducks: true)
        #expect(rules.treatment(of: Self.stream(1, role: "music")) == ducks)
        #expect(rules.treatment(of: Self.stream(1, role: "music", program: "mpv")) == GuestRules.Treatment(.ambient))
        #expect(rules.treatment(of: Self.stream(1, program: "mpv", app: "org.x")) == nil)
    }

    /// A desktop entry counts when the stream says nothing, the more telling category first; files come before tables.
    @Test func categoriesAndKnownProgramsCountWhereEverybodyIsManaged() throws {
        var game = Self.stream(1, program: "tetris")
        game.categories = ["Game", "AudioVideo"]
        var player = Self.stream(1, program: "songbird")
        player.categories = ["AudioVideo", "Audio", "Player"]
        #expect(GuestRules(.all).treatment(of: game) == GuestRules.Treatment(.ambient))
        #expect(GuestRules(.all).treatment(of: player) == Self.music)
        #expect(GuestRules(.all).treatment(of: Self.stream(1, program: "mpv")) == Self.music)
        #expect(GuestRules(.all).treatment(of: Self.stream(1, program: "linphone")) == GuestRules.Treatment(.talk))
        #expect(GuestRules(.all).treatment(of: Self.stream(1, program: "easyeffects")) == nil)
        #expect(
            GuestRules(.all).treatment(of: Self.stream(1, role: "notification", program: "mpv"))
                == GuestRules.Treatment(.ambient))
        // Tables manage no program where that was not configured.
        #expect(GuestRules(.roles).treatment(of: Self.stream(1, program: "mpv")) == nil)
        #expect(GuestRules(.roles).treatment(of: game) == nil)
        var rules = GuestRules(.roles)
        try rules.add("category:game = solo\nprogram:mpv = playback mix mute")
        #expect(rules.treatment(of: game) == GuestRules.Treatment(.solo))
        #expect(
            rules.treatment(of: Self.stream(1, program: "mpv"))
                == GuestRules.Treatment(.playback, mixes: true, pauses: false))
    }

    /// Several tools are one executable, and programs of PipeWire, ALSA and JACK do not say theirs.
    @Test func aProgramIsKnownByTheNameThatItWasStartedBy() throws {
        var rules = GuestRules(.roles)
        try rules.add("program:pw-play = ambient\nprogram:pw-cat = leave\n")
        var stream = Self.stream(1, program: "pw-record")
        #expect(rules.treatment(of: stream) == nil)
        stream.command = "pw-play"
        #expect(rules.treatment(of: stream) == GuestRules.Treatment(.ambient))
        (stream.executable, stream.command) = ("", "mpv")
        #expect(GuestRules(.all).treatment(of: stream) == Self.music)
    }

    /// A game under the lock is told of its interruption when that is over.
    @Test func whoWasSuspendedUnderTheLockIsHeardAfterIt() {
        var ledger = GuestLedger()
        let game = GuestRules.Treatment(.ambient)
        _ = ledger.handle(.streams([Self.stream(1)], [game]), at: Self.at(1))
        #expect(ledger.handle(.suspensionEnded(Self.key), at: Self.at(2)) == [.start(Self.key, .output)])
    }

    /// An interruption that ends without a word ends when the floor is free, for those who take nothing from others.
    @Test func whoMixesTriesAgainWhenTheFloorIsFree() {
        for (treatment, tries) in [
            (GuestRules.Treatment(.ambient), true), (GuestRules.Treatment(.playback, mixes: true), true),
            (Self.music, false),
        ] {
            var ledger = GuestLedger()
            _ = ledger.handle(.streams([Self.stream(1)], [treatment]), at: Self.at(1))
            _ = ledger.handle(.interrupted(Self.key), at: Self.at(2))
            let effects = ledger.handle(.floorIsFree, at: Self.at(3))
            #expect(effects == (tries ? [.start(Self.key, .output)] : []))
        }
    }

    /// Streams that no player pauses play on unheard after an unplug, and are heard on what is plugged in next; what was interrupted
    /// otherwise is not.
    @Test func whatWasUnpluggedIsHeardOnWhatIsPluggedInNext() {
        var ledger = GuestLedger()
        _ = ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
        #expect(ledger.handle(.unplugged(Self.key), at: Self.at(2)) == [.tell(Self.key, .pause)])
        #expect(ledger.handle(.floorIsFree, at: Self.at(3)) == [])
        #expect(ledger.handle(.plugged, at: Self.at(4)) == [.start(Self.key, .output)])
        _ = ledger.handle(.unplugged(Self.key), at: Self.at(5))
        _ = ledger.handle(.paused(Self.key), at: Self.at(5))
        #expect(ledger.handle(.plugged, at: Self.at(6)) == [])
        var game = GuestLedger()
        _ = game.handle(.streams([Self.stream(1)], [GuestRules.Treatment(.ambient)]), at: Self.at(1))
        #expect(game.handle(.unplugged(Self.key), at: Self.at(2)) == [.start(Self.key, .output)])
        var other = GuestLedger()
        _ = other.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
        _ = other.handle(.interrupted(Self.key), at: Self.at(2))
        #expect(other.handle(.plugged, at: Self.at(4)) == [])
    }

    /// A person's own Play ends the silence after an unplug: by a key, or in a player's window although its stream ran on.
    @Test func playAfterAnUnplugIsHeard() {
        for event in [
            GuestLedger.Event.command(Self.key, .play), .command(Self.key, .togglePlayPause), .played(Self.key),
        ] {
            for hasPaused in [true, false] {
                var ledger = GuestLedger()
                _ = ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
                _ = ledger.handle(.unplugged(Self.key), at: Self.at(2))
                if hasPaused { _ = ledger.handle(.paused(Self.key), at: Self.at(2)) }
                #expect(ledger.handle(event, at: Self.at(3)).last == .start(Self.key, .output), "\(event) \(hasPaused)")
                #expect(ledger.handle(event, at: Self.at(4)).contains(.start(Self.key, .output)) == false)
            }
        }
        // What a call interrupted waits for the call: only a player that paused is asked for anew.
        var called = GuestLedger()
        _ = called.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
        _ = called.handle(.interrupted(Self.key), at: Self.at(2))
        #expect(called.handle(.command(Self.key, .play), at: Self.at(3)) == [.tell(Self.key, .play)])
    }

    /// Recorders without a session are managed where not everybody may record, whatever they say of themselves.
    @Test func whoMayNotRecordIsManaged() {
        var rules = GuestRules(.roles)
        let recorder = Self.stream(1, program: "arecord", .input)
        #expect(rules.treatment(of: recorder) == nil && !rules.restrictsRecording)
        #expect(rules.permission(bundleID: "arecord", name: "x") == .granted)
        var settings = PolicySettings()
        settings.recording = .deny
        rules.permissions = settings
        for direction in [PortDirection.input, .output] {
            for role in ["", "dsp"] {
                let stream = Self.stream(1, role: role, direction)
                let others = GuestRules.Treatment(.playback, mixes: true)
                #expect(rules.treatment(of: stream) == (direction == .input ? others : nil))
            }
        }
        #expect(rules.permission(bundleID: "arecord", name: "x") == .denied)
        settings.recording = .ask
        rules.permissions = settings
        #expect(rules.permission(bundleID: "arecord", name: "x") == .granted)
        settings.unansweredMayRecord = false
        rules.permissions = settings
        #expect(rules.permission(bundleID: "arecord", name: "x") == .denied)
        rules.extent = .off
        #expect(rules.treatment(of: recorder) != nil)
    }

    @Test func aRingtoneIsTheCallsOwnSoundWhoeverPlaysIt() {
        var ringtones = Ringtones()
        let song = Self.stream(1, role: "music")
        let talk = Self.stream(2, role: "communication")
        #expect(ringtones.note([song, talk, Self.stream(3, role: "event")], at: Self.at(1)).isEmpty)
        #expect(Ringtones.rings(.callRings(.fullScreen)) == true)
        ringtones.telephoneRings(true, at: Self.at(9))
        let alert = Self.stream(3, role: "event")
        let phone = Self.stream(4, role: "communication", program: "dialer")
        let tool = Self.stream(5, program: "paplay")
        let other = Self.stream(6, program: "songbird")
        #expect(ringtones.note([song, talk, alert, phone, tool, other], at: Self.at(10)) == [3, 4, 5])
        // A program that records counts as talking.
        var recorder = Self.stream(7, .input)
        recorder.family = 9
        var speaker = Self.stream(8, role: "communication")
        speaker.family = 9
        #expect(ringtones.note([alert, recorder, speaker], at: Self.at(11)) == [3])
        ringtones.telephoneRings(Ringtones.rings(.callAccepted) ?? true, at: Self.at(12))
        #expect(ringtones.note([song, talk, alert, phone, tool, other], at: Self.at(13)).isEmpty)
    }

    /// A shell may hear of the call a moment before the service does.
    @Test func aRingtoneThatBeganJustBeforeTheCallRings() {
        var ringtones = Ringtones()
        let old = Self.stream(1, program: "paplay")
        let new = Self.stream(2, program: "phosh")
        _ = ringtones.note([old], at: Self.at(1))
        _ = ringtones.note([old, new], at: Self.at(8))
        ringtones.telephoneRings(true, at: Self.at(9))
        #expect(ringtones.note([old, new], at: Self.at(9)) == [2])
    }

    @Test func aProgramThatTheConfigurationNamesRings() throws {
        var rules = GuestRules(.roles)
        try rules.add("program:songbird = ringtone")
        let stream = Self.stream(1, program: "songbird")
        #expect(rules.treatment(of: stream)?.kind == .ringtone)
        #expect(GuestRules.Treatment(.ringtone).configuration(plays: true, records: false).category == .ambient)
        var ringtones = Ringtones()
        #expect(ringtones.note([stream], named: [1], at: Self.at(1)).isEmpty)
        ringtones.telephoneRings(true, at: Self.at(9))
        #expect(ringtones.note([stream], named: [1], at: Self.at(9)) == [1])
        // An installed program that declares the role; a line of a file comes first.
        var installed = GuestRules(.roles)
        try installed.add("program:shell = leave")
        for path in ["/usr/bin/shell", "/usr/bin/dialer"] { installed.addRingtone(ofInstalled: path) }
        #expect(installed.treatment(of: Self.stream(2, program: "shell")) == nil)
        #expect(installed.treatment(of: Self.stream(3, program: "dialer"))?.kind == .ringtone)
    }

    @Test func whoeverIsOnlyToBeMutedIsNotToldToPause() {
        var ledger = GuestLedger()
        let muted = GuestRules.Treatment(.playback, pauses: false)
        _ = ledger.handle(.streams([Self.stream(1)], [muted]), at: Self.at(1))
        #expect(ledger.handle(.interrupted(Self.key), at: Self.at(2)) == [])
        let ended = ledger.handle(.interruptionEnded(Self.key, shouldResume: false), at: Self.at(3))
        #expect(ended == [.start(Self.key, .output)])
    }

    @Test func processesOfOneFamilyAreOneProgram() {
        var ledger = GuestLedger()
        var child = Self.stream(2)
        child.process = 8
        let begun = ledger.handle(.streams([Self.stream(1), child], [Self.music, Self.music]), at: Self.at(1))
        #expect(begun.contains(.identify(Self.key, serials: [1, 2])))
        child.family = 8
        let parted = ledger.handle(.streams([Self.stream(1), child], [Self.music, Self.music]), at: Self.at(2))
        #expect(parted.contains(.identify(Self.key, serials: [1])))
        #expect(parted.contains(.identify(GuestLedger.Key(process: 8, name: ""), serials: [2])))
    }

    @Test(arguments: [
        "manage = some", "mpv = playback", "program:mpv", "program:mpv = loud", "* = ambient mix", "* = leave mute",
        "role: = talk",
    ])
    func aLineThatMakesNoSenseIsRefusedWithItsNumber(line: String) {
        var rules = GuestRules()
        #expect {
            try rules.add("\n" + line)
        } throws: {
            ($0 as? GuestRules.Fault)?.description.hasPrefix("line 2") == true
        }
    }

    @Test func aStreamThatRunsStartsASessionAndAPauseEndsItOnlyAfterAWhile() {
        var ledger = GuestLedger()
        let begun = ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
        #expect(begun.count == 4)
        #expect(begun.contains(.identify(Self.key, serials: [1])))
        #expect(begun.contains(.configure(Self.key, SessionConfiguration(category: .playback))))
        #expect(begun.last == .start(Self.key, .output))
        let paused = ledger.handle(.streams([Self.stream(1, runs: false)], [Self.music]), at: Self.at(2))
        #expect(paused == [.wake(at: Self.at(2 + GuestLedger.restSeconds))])
        // The next song.
        #expect(ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(3)) == [])
        _ = ledger.handle(.streams([Self.stream(1, runs: false)], [Self.music]), at: Self.at(4))
        let rests = ledger.handle(.time, at: Self.at(4 + GuestLedger.restSeconds))
        #expect(rests == [.stop(Self.key, .output), .deactivate(Self.key)])
        #expect(ledger.handle(.streams([], []), at: Self.at(9)) == [.disconnect(Self.key)])
    }

    @Test func whoeverRunsOnThroughAnInterruptionIsHeardAfterIt() {
        var ledger = GuestLedger()
        _ = ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
        #expect(ledger.handle(.interrupted(Self.key), at: Self.at(2)) == [.tell(Self.key, .pause)])
        let ended = ledger.handle(.interruptionEnded(Self.key, shouldResume: false), at: Self.at(3))
        #expect(ended == [.start(Self.key, .output)])
    }

    @Test func aPausedPlayerPlaysOnOnlyIfItMay() {
        for shouldResume in [true, false] {
            var ledger = GuestLedger()
            _ = ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
            _ = ledger.handle(.interrupted(Self.key), at: Self.at(2))
            _ = ledger.handle(.paused(Self.key), at: Self.at(2))
            _ = ledger.handle(.streams([Self.stream(1, runs: false)], [Self.music]), at: Self.at(3))
            // It waits for the end of the interruption, however long that takes.
            #expect(ledger.handle(.time, at: Self.at(60)) == [])
            let ended = ledger.handle(.interruptionEnded(Self.key, shouldResume: shouldResume), at: Self.at(61))
            #expect(ended == (shouldResume ? [.tell(Self.key, .play)] : []))
        }
    }

    /// A call may be over before a browser's page has obeyed.
    @Test func aPlayerThatPausesAfterTheEndPlaysOn() {
        for shouldResume in [true, false] {
            var ledger = GuestLedger()
            _ = ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
            _ = ledger.handle(.interrupted(Self.key), at: Self.at(2))
            _ = ledger.handle(.interruptionEnded(Self.key, shouldResume: shouldResume), at: Self.at(2.1))
            let late = ledger.handle(.paused(Self.key), at: Self.at(2.2))
            #expect(late == (shouldResume ? [.tell(Self.key, .play)] : []))
            #expect(ledger.handle(.paused(Self.key), at: Self.at(2.3)) == [])
        }
    }

    /// A browser goes on with its stream for seconds, and a short call is over before that ends.
    @Test func aPausedPlayerWhoseStreamRunsOnIsHeardAgain() {
        var ledger = GuestLedger()
        _ = ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
        _ = ledger.handle(.interrupted(Self.key), at: Self.at(2))
        _ = ledger.handle(.paused(Self.key), at: Self.at(2))
        let ended = ledger.handle(.interruptionEnded(Self.key, shouldResume: true), at: Self.at(2.5))
        #expect(ended == [.tell(Self.key, .play), .start(Self.key, .output)])
    }

    @Test func whoeverWasRefusedTriesAgainWhenTheFloorIsFree() {
        var ledger = GuestLedger()
        _ = ledger.handle(.streams([Self.stream(1)], [Self.music]), at: Self.at(1))
        _ = ledger.handle(.refused(Self.key), at: Self.at(1))
        #expect(ledger.handle(.floorIsFree, at: Self.at(5)) == [.start(Self.key, .output)])
        #expect(ledger.handle(.floorIsFree, at: Self.at(6)) == [])
    }
}
