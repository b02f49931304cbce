import SordinoPipeWire
import Testing

/// The session manager's settings under the service, as requests.
@Suite struct WirePlumberTreatyTests {
    typealias Order = WirePlumberTreaty.Order

    private func treaty(process: Int32 = 7, serial: UInt32 = 40) -> WirePlumberTreaty {
        var treaty = WirePlumberTreaty(process: process)
        treaty.managerIsNew(serial: serial)
        _ = treaty.wants([.pausePlayback])
        return treaty
    }

    @Test func aSettingThatIsOnIsNotedAndSwitchedOffOnce() {
        var treaty = treaty()
        #expect(
            treaty.heard(.pausePlayback, "true", note: nil)
                == [.note(.pausePlayback, "7 40 true"), .set(.pausePlayback, "false")])
        #expect(treaty.heard(.pausePlayback, "false", note: "7 40 true") == [])
    }

    @Test func anOlderSessionManagerWithoutTheSettingIsAskedNothing() {
        var treaty = treaty()
        #expect(treaty.heard(.pausePlayback, nil, note: nil) == [])
        #expect(treaty.heard(.headsetProfile, "true", note: nil) == [])
    }

    @Test func whatThePersonHasSwitchedOffIsOwedToNobody() {
        var treaty = treaty()
        #expect(treaty.heard(.pausePlayback, "false", note: nil) == [])
        // A note about another life of the session manager says nothing of this one.
        #expect(treaty.heard(.pausePlayback, "false", note: "3 39 true") == [])
    }

    @Test func whatThePersonSwitchesOnAfterwardsStaysOn() {
        var treaty = treaty()
        _ = treaty.heard(.pausePlayback, "true", note: nil)
        _ = treaty.heard(.pausePlayback, "false", note: "7 40 true")
        #expect(treaty.heard(.pausePlayback, "true", note: "7 40 true") == [.note(.pausePlayback, nil)])
        #expect(treaty.heard(.pausePlayback, "true", note: nil) == [])
    }

    /// A session manager that has just been asked may still tell what it was asked to change.
    @Test func aWordThatIsOlderThanTheRequestIsNoPersons() {
        var treaty = treaty()
        _ = treaty.heard(.pausePlayback, "true", note: nil)
        for _ in 0..<2 { #expect(treaty.heard(.pausePlayback, "true", note: "7 40 true") == []) }
        #expect(treaty.heard(.pausePlayback, "false", note: "7 40 true") == [])
        #expect(treaty.heard(.pausePlayback, "true", note: "7 40 true") == [.note(.pausePlayback, nil)])
    }

    @Test func aSessionManagerThatIsStartedAnewIsAskedAnew() {
        var treaty = treaty()
        _ = treaty.heard(.pausePlayback, "true", note: nil)
        for serial in UInt32(41)...44 {
            treaty.managerIsNew(serial: serial)
            #expect(
                treaty.heard(.pausePlayback, "true", note: "7 \(serial - 1) true")
                    == [.note(.pausePlayback, "7 \(serial) true"), .set(.pausePlayback, "false")])
        }
    }

    @Test func aServiceTakesOverWhatAKilledOneOwed() {
        var treaty = treaty(process: 8)
        #expect(treaty.heard(.pausePlayback, "false", note: "7 40 true") == [.note(.pausePlayback, "8 40 true")])
    }

    @Test func theHeadsetsProfileIsLeftToTheSessionManagerButInACall() {
        var treaty = treaty()
        #expect(treaty.heard(.headsetProfile, "true", note: nil) == [])
        #expect(
            treaty.wants([.pausePlayback, .headsetProfile])
                == [.note(.headsetProfile, "7 40 true"), .set(.headsetProfile, "false")])
        _ = treaty.heard(.headsetProfile, "false", note: "7 40 true")
        #expect(treaty.wants([.pausePlayback]) == [.set(.headsetProfile, "true"), .note(.headsetProfile, nil)])
        #expect(treaty.wants([.pausePlayback]) == [])
    }

    @Test func aRequestThatIsNotAnsweredYetIsNotTakenForAPersons() {
        var treaty = treaty()
        _ = treaty.heard(.pausePlayback, "true", note: nil)
        #expect(treaty.wants([.pausePlayback, .headsetProfile]) == [])
        #expect(treaty.wants([.pausePlayback]) == [])
    }

    @Test func theKeeperGivesBackWhatItsServiceOwes() {
        func debts(_ setting: String, _ note: String, serial: UInt32? = 40) -> [Order] {
            WirePlumberTreaty.debts(
                ofProcess: 7,
                in: [
                    "sm-settings": [0: ["linking.pause-playback": setting]],
                    "settings": [0: ["sordino.owes.linking.pause-playback": note]],
                ], serial: serial)
        }
        #expect(debts("false", "7 40 true") == [.set(.pausePlayback, "true"), .note(.pausePlayback, nil)])
        #expect(debts("true", "7 40 true") == [.note(.pausePlayback, nil)])
        // Another service has taken it over.
        #expect(debts("false", "8 40 true") == [])
        // Another session manager has come, or none is there.
        #expect(debts("false", "7 39 true") == [.note(.pausePlayback, nil)])
        #expect(debts("false", "7 40 true", serial: nil) == [.note(.pausePlayback, nil)])
    }

    /// The object of the notes is anybody's.
    @Test(arguments: [
        "", "true", "7 true", "7 40", "x 40 true", "7 99999999999 true", "-", String(repeating: "7 ", count: 3),
    ])
    func strangeNotesAreNone(text: String) {
        #expect(WirePlumberTreaty.Note(text)?.value != "true")
        var treaty = treaty()
        #expect(treaty.heard(.pausePlayback, "false", note: text) == [])
    }
}
