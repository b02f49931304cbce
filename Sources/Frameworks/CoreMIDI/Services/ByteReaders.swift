import SordinoMIDI
import SordinoMIDIPorts
import Synchronization

/// The messages that programs have begun to send in bytes and not finished, by their way.
final class ByteReaders: Sendable {
    static let shared = ByteReaders()

    /// Ways with unfinished messages that are remembered; a program that begins more is not understood.
    private static let limit = 1024

    private let readers = Mutex<[UInt64: MessageByteReader]>([:])

    /// Reads packets of one way.
    func read(
        _ packets: [(time: UInt64, bytes: UnsafeRawBufferPointer)], _ way: UInt64
    ) -> [TimedWords] {
        var reader = readers.withLock { $0[way] } ?? MessageByteReader()
        let read = packets.map { TimedWords(time: $0.time, words: reader.words(of: Array($0.bytes))) }
        let isWaiting = reader.isWaiting
        let kept = reader
        readers.withLock { all in
            if isWaiting, all.count < Self.limit { all[way] = kept } else { all[way] = nil }
        }
        return read.filter { !$0.words.isEmpty }
    }
}
