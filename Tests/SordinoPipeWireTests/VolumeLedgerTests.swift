import SordinoPipeWire
import Testing

@Suite struct VolumeLedgerTests {
    private static let patience = VolumeLedger.patienceNanoseconds

    @Test func theFirstDevicesVolumeIsTakenOverAndLaterOnesAreTheirOwn() {
        var ledger = VolumeLedger()
        let first = ledger.heard(0.5, of: 1)
        let second = ledger.heard(1, of: 2)
        #expect(first == 0.5 && second == nil && ledger.volume == 0.5)
    }

    @Test func aSliderThatIsMovedIsHeardAtOnce() {
        var ledger = VolumeLedger()
        _ = ledger.heard(0.5, of: 1)
        let moved = ledger.heard(0.7, of: 1)
        let again = ledger.heard(0.7, of: 1)
        #expect(moved == 0.7 && again == nil)
    }

    @Test func answersToRequestsAreNoChanges() {
        var ledger = VolumeLedger()
        _ = ledger.heard(1, of: 1)
        var told: [Float?] = []
        for volume: Float in [0.5, 0.6, 0.5] { #expect(ledger.ask(volume, of: [1], at: 0) == [1]) }
        // Late, twice each, as servers say them.
        for volume: Float in [0.5, 0.5, 0.6, 0.6, 0.5, 0.5] { told.append(ledger.heard(volume, of: 1)) }
        told.append(ledger.look(at: Self.patience))
        #expect(told.allSatisfy { $0 == nil })
        #expect(ledger.volume == 0.5 && !ledger.isWaiting)
    }

    @Test func whoeverMovesTheSliderWhileARequestIsUnderwayIsHeardAfterIt() {
        var ledger = VolumeLedger()
        _ = ledger.heard(1, of: 1)
        _ = ledger.ask(0.5, of: [1], at: 0)
        let told = [ledger.heard(0.5, of: 1), ledger.heard(0.8, of: 1), ledger.look(at: Self.patience - 1)]
        #expect(told == [nil, nil, nil])
        let late = ledger.look(at: Self.patience)
        #expect(late == 0.8 && ledger.volume == 0.8)
    }

    /// A server that is busy carries requests out one by one, long after they were made.
    @Test func answersOfABusyServerAreNoChanges() {
        var ledger = VolumeLedger()
        _ = ledger.heard(1, of: 1)
        for (volume, number): (Float, Int32) in [(0.5, 7), (0.6, 8)] {
            _ = ledger.ask(volume, of: [1], at: 0)
            ledger.sent(before: number)
        }
        var told = [ledger.heard(0.5, of: 1), ledger.look(at: 2 * Self.patience)]
        ledger.done(7, at: 3 * Self.patience)
        told += [ledger.look(at: 5 * Self.patience), ledger.heard(0.6, of: 1)]
        ledger.done(8, at: 6 * Self.patience)
        told += [ledger.look(at: 7 * Self.patience - 1)]
        #expect(told.allSatisfy { $0 == nil } && ledger.isWaiting)
        let late = ledger.look(at: 7 * Self.patience)
        #expect(late == nil && ledger.volume == 0.6 && !ledger.isWaiting)
        // From here on it is a person's.
        let moved = ledger.heard(0.5, of: 1)
        #expect(moved == 0.5)
    }

    @Test func aDeviceWithStepsMayEndUpNearby() {
        var ledger = VolumeLedger()
        _ = ledger.heard(1, of: 1)
        _ = ledger.ask(0.5, of: [1], at: 0)
        _ = ledger.heard(0.51, of: 1)
        let told = ledger.look(at: Self.patience)
        #expect(told == nil && ledger.volume == 0.5)
    }

    @Test func aDeviceThatIsThereAlreadyIsNotAsked() {
        var ledger = VolumeLedger()
        _ = ledger.heard(0.5, of: 1)
        _ = ledger.heard(1, of: 2)
        let asked = ledger.ask(0.5, of: [1, 2, 3], at: 0)
        #expect(asked == [2])
        ledger.forget(2)
        #expect(!ledger.isWaiting)
    }

    @Test func channelsKeepTheirBalance() {
        #expect(VolumeLedger.factors(0.5, balanceOf: [1, 0.5]) == [0.125, 0.0625])
        #expect(VolumeLedger.factors(0.5, balanceOf: [0, 0]) == [0.125, 0.125])
        #expect(VolumeLedger.factors(0.5, balanceOf: []) == [])
        #expect(VolumeLedger.volume(ofFactors: [0.125, 0]) == 0.5)
        #expect(VolumeLedger.volume(ofFactors: [.nan]) == 0 && VolumeLedger.volume(ofFactors: []) == nil)
    }
}

@Suite struct FollowedVolumeTests {
    private static let patience = VolumeLedger.patienceNanoseconds

    @Test func onlyTheFollowedDeviceCounts() {
        var ledger = VolumeLedger()
        _ = ledger.heard(0.5, of: 1)
        _ = ledger.heard(0.8, of: 2)
        let told = [ledger.follow(1), ledger.heard(0.9, of: 2), ledger.heard(0.6, of: 1)]
        #expect(told == [0.5, nil, 0.6])
        #expect(ledger.ask(0.2, of: [1, 2], at: 0) == [1])
        #expect(ledger.volume == 0.2)
    }

    @Test func anotherDeviceBringsItsOwnVolume() {
        var ledger = VolumeLedger()
        _ = ledger.heard(0.5, of: 1)
        _ = ledger.heard(0.8, of: 2)
        let told = [ledger.follow(1), ledger.follow(2), ledger.follow(2), ledger.follow(nil)]
        #expect(told == [0.5, 0.8, nil, nil])
    }

    @Test func aDeviceThatSaysItsVolumeLateIsHeardThen() {
        var ledger = VolumeLedger()
        _ = ledger.heard(0.5, of: 1)
        let told = [ledger.follow(2), ledger.heard(0.7, of: 2)]
        #expect(told == [nil, 0.7])
    }

    @Test func aRequestToADeviceThatIsNoLongerFollowedEndsWithoutAWord() {
        var ledger = VolumeLedger()
        _ = ledger.heard(0.5, of: 1)
        _ = ledger.heard(0.8, of: 2)
        _ = ledger.follow(1)
        _ = ledger.ask(0.2, of: [1, 2], at: 0)
        _ = ledger.follow(2)
        _ = ledger.heard(1, of: 1)
        let told = ledger.look(at: Self.patience)
        #expect(told == nil && ledger.volume == 0.8 && !ledger.isWaiting)
    }
}
