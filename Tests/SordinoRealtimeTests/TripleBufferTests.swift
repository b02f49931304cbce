import AllocationProbe
import SordinoRealtime
import Testing

private struct Pair: BitwiseCopyable, Equatable {
    var value: Int
    var twin: Int
}

@_noAllocation @_noLocks
private func readTwice(_ reader: TripleBufferReader<Pair>) -> Int {
    let first = reader.latest()
    let second = reader.latestIfNew()
    return second == nil ? first.value : -1
}

@Suite struct TripleBufferTests {
    @Test func theReaderSeesTheLatestValueAndOnlyOnceAsNew() {
        let buffer = TripleBuffer(Pair(value: 1, twin: 1))
        #expect(buffer.reader.latestIfNew() == nil)
        #expect(buffer.reader.latest() == Pair(value: 1, twin: 1))
        for value in 2...6 { buffer.writer.set(Pair(value: value, twin: value)) }
        #expect(buffer.reader.latestIfNew() == Pair(value: 6, twin: 6))
        #expect(buffer.reader.latestIfNew() == nil)
        #expect(buffer.reader.latest() == Pair(value: 6, twin: 6))
    }

    @Test func aReaderNeverSeesHalfAValueNorAnOlderOneAgain() async {
        let buffer = TripleBuffer(Pair(value: 0, twin: 0))
        let last = 50_000
        async let verdict: Bool = Task.detached {
            var seen = 0
            while seen < last {
                let pair = buffer.reader.latest()
                if pair.value != pair.twin || pair.value < seen { return false }
                if pair.value == seen { await Task.yield() }
                seen = pair.value
            }
            return true
        }.value
        await Task.detached {
            for value in 1...last {
                buffer.writer.set(Pair(value: value, twin: value))
                if value % 64 == 0 { await Task.yield() }
            }
        }.value
        #expect(await verdict)
    }

    @Test func settingAndReadingTouchesNoHeap() {
        let buffer = TripleBuffer(Pair(value: 0, twin: 0))
        var seen = 0
        let calls = countingHeapCalls {
            buffer.writer.set(Pair(value: 5, twin: 5))
            seen = readTwice(buffer.reader)
        }
        #expect(calls == .none)
        #expect(seen == 5)
    }
}
