import MediaPlayer
import SordinoSession
import Testing

/// Messages between the player of all programs and its programs, and the state that it keeps for its next start.
struct PlayerWireTests {
    private let entries = [
        PlayerQueue.Entry(id: 0x1F), PlayerQueue.Entry(id: .max, start: 1.5),
        PlayerQueue.Entry(id: 3, start: 0, end: 9.25),
        PlayerQueue.Entry(id: 4, end: 7),
    ]

    @Test func queuesTravelWhole() throws {
        let queue = PlayerQueue(.append, entries, first: 2)
        #expect(queue.texts == ["1f ffffffffffffffff,1.5,- 3,0.0,9.25 4,-,7.0"])
        #expect(try PlayerQueue(wire: queue.wireValue) == queue)
        let many = (0..<40_000).map { PlayerQueue.Entry(id: UInt64($0)) }
        let cut = PlayerQueue(.replace, many, first: 39_999)
        let first = try #require(cut.first)
        #expect(cut.entries.count == PlayerQueue.limit && cut.entries[first].id == 39_999)
        #expect(PlayerQueue(.replace, many, first: 5).entries[5].id == 5)
        // One message carries them: 64 KiB of a text, 1 MiB in all.
        let wide = (0..<40_000).map { PlayerQueue.Entry(id: .max - UInt64($0)) }
        let texts = PlayerQueue(.replace, wide).texts
        #expect(texts.allSatisfy { $0.utf8.count < 65_536 } && texts.reduce(0) { $0 + $1.utf8.count } < 1 << 20)
    }

    @Test(arguments: [
        ["x"], ["1,2"], ["1,2,3,4"], ["1,nan,-"], ["1,-1,-"], ["1,inf,-"], ["1ffffffffffffffff"], ["1 ,,"],
        [String(repeating: "1 ", count: 32_769)],
    ])
    func itemsThatAreNoneAreRefused(texts: [String]) {
        var record = WireRecord()
        record.add("way", "replace")
        record.add("items", texts)
        #expect(throws: WireError.self) { try PlayerQueue(wire: .record(record)) }
    }

    @Test func aFirstItemThatIsNotThereIsRefused() {
        for first in [-1, 4, Int.max] {
            var record = WireRecord()
            record.add("way", "replace")
            record.add("items", PlayerQueue(.replace, entries).texts)
            record.add("first", first)
            #expect(throws: WireError.self) { try PlayerQueue(wire: .record(record)) }
        }
    }

    @Test func statesTravelWholeAndPlacesMove() throws {
        var report = PlayerReport()
        (report.state, report.item, report.index, report.elapsed, report.moment) = (1, .max, 7, 10, 100)
        (report.rate, report.speed, report.queueNumber, report.isPrepared) = (1, 1, 3, true)
        let read = try PlayerReport(wire: report.wireValue)
        #expect(read == report)
        #expect(read.place(at: 102.5) == 12.5 && read.place(at: 90) == 10)
        report.speed = -4
        #expect(report.place(at: 200) == 0)
        report.elapsed = .nan
        #expect(throws: WireError.self) { try PlayerReport(wire: report.wireValue) }
    }

    @Test func whatIsKeptIsReadAgain() throws {
        var kept = KeptPlayer()
        kept.entries = entries
        (kept.order, kept.place, kept.item, kept.elapsed) = ([2, 0, 3, 1], 2, 4, 61.5)
        (kept.repeatMode, kept.shuffleMode, kept.wasStopped) = (3, 2, false)
        #expect(KeptPlayer(queueText: kept.queueText, placeText: kept.placeText) == kept)
        // A place of another queue means its beginning.
        let other = try #require(KeptPlayer(queueText: kept.queueText, placeText: "1 4 61.5 1\n"))
        #expect(other.place == 0 && other.elapsed == 0 && other.entries == entries)
        for text in ["", "9 4 1 1", "2 4 nan 1", "-1 4 1 1", "2 4 -1 1", "2 4"] {
            #expect(KeptPlayer(queueText: kept.queueText, placeText: text)?.place == 0)
        }
        for order in ["0 0 1 2", "0 1 2", "0 1 2 9", "x"] {
            let lines = kept.queueText.split(separator: "\n").dropLast() + [Substring(order)]
            let read = KeptPlayer(queueText: lines.joined(separator: "\n") + "\n", placeText: "")
            #expect(read?.order == [] && read?.entries == entries)
        }
        for text in ["", "queue 1 0 0 0", "sordino-music-queue 2 0 0 0", "sordino-music-queue 1 0 0 9\n1"] {
            #expect(KeptPlayer(queueText: text + "\n\n", placeText: "") == nil)
        }
    }
}
