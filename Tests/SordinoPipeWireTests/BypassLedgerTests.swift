import SordinoPipeWire
import Testing

@Suite struct BypassLedgerTests {
    @Test func aNodeIsGivenUpWhenItsLinksComeBackAgainAndAgain() {
        var ledger = BypassLedger()
        var answers: [Bool] = []
        for number in 1...UInt32(BypassLedger.limit) + 1 {
            answers.append(ledger.note(7, link: number, at: UInt64(number) * 1_000_000))
        }
        #expect(answers == [Bool](repeating: false, count: BypassLedger.limit) + [true])
    }

    @Test func oneLinkCountsOnceHoweverOftenItIsSeen() {
        var ledger = BypassLedger()
        var isGivenUp = false
        for _ in 0..<100 { isGivenUp = ledger.note(7, link: 1, at: 5) || isGivenUp }
        #expect(!isGivenUp)
    }

    @Test func linksFarApartAreForgiven() {
        var ledger = BypassLedger()
        var isGivenUp = false
        for number in 1...UInt64(100) {
            let now = number * BypassLedger.windowNanoseconds
            isGivenUp = ledger.note(7, link: UInt32(number), at: now) || isGivenUp
        }
        #expect(!isGivenUp)
    }

    @Test func eachNodeIsCountedByItselfAndForgottenWithItsEnd() {
        var ledger = BypassLedger()
        for number in 1...UInt32(BypassLedger.limit) { _ = ledger.note(7, link: number, at: 5) }
        let other = ledger.note(8, link: 100, at: 5)
        ledger.forget(7)
        let another = ledger.note(7, link: 101, at: 5)
        #expect(!other && !another)
    }

    @Test func aNodeOfManyChannelsMayBeLinkedOftener() {
        var ledger = BypassLedger()
        let answers = (1...UInt32(33)).map { ledger.note(7, link: $0, channels: 8, at: 5) }
        #expect(answers == [Bool](repeating: false, count: 32) + [true])
    }

    @Test func aProcessWhoseNodeWasGivenUpGetsNoOtherForAWhile() {
        var ledger = BypassLedger()
        #expect(!ledger.isBanned(7, at: 5))
        ledger.ban(7, at: 5)
        #expect(ledger.isBanned(7, at: 5 + BypassLedger.windowNanoseconds - 1))
        #expect(!ledger.isBanned(7, at: 5 + BypassLedger.windowNanoseconds))
        #expect(!ledger.isBanned(8, at: 5))
    }
}
