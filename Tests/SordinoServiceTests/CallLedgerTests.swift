import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

@Suite struct CallLedgerTests {
    @Test func aCallRingsIsTakenAndEnds() {
        var ledger = CallLedger()
        #expect(ledger.note("1", .ringing) == [.callRings(.fullScreen)])
        #expect(ledger.note("1", .ringing) == [])
        #expect(ledger.note("1", .connected) == [.callAccepted])
        #expect(ledger.note("1", nil) == [.callEnded])
    }

    @Test func aCallThatIsNotTakenIsDeclined() {
        var ledger = CallLedger()
        _ = ledger.note("1", .ringing)
        #expect(ledger.note("1", nil) == [.callDeclined])
    }

    @Test func aCallOfTheOwnersIsConnectedFromTheFirstDigit() {
        var ledger = CallLedger()
        #expect(ledger.note("1", .connected) == [.callAccepted])
    }

    @Test func whoWaitsRingsWhenTheOtherHangsUp() {
        var ledger = CallLedger()
        _ = ledger.note("1", .connected)
        #expect(ledger.note("2", .ringing) == [])
        #expect(ledger.note("1", nil) == [.callGivesWay(.fullScreen)])
        #expect(ledger.note("2", .connected) == [.callAccepted])
        #expect(ledger.clear() == [.callEnded])
    }

    @Test func anUnknownCallThatEndsIsNothing() {
        var ledger = CallLedger()
        #expect(ledger.note("9", nil) == [])
        #expect(ledger.clear() == [])
    }
}
