import SordinoMedia

/// The bytes of a resource that the program provides itself; recently read chunks are kept.
///
/// A resource without parts is requested as a whole, and kept.
/// - Thread: one at a time; reading waits for the program.
package final class AskedByteSource: ChunkedBytes {
    /// Bytes of the question by which the program is asked for the size and the kind of its resource.
    private static let firstByteCount: Int64 = 2
    /// Chunks that are asked for with one question.
    private static let chunksAtOnce: Int64 = 8

    package let name: String
    package private(set) var failure: StreamError?
    let total: Int64
    private let questions: ByteQuestions
    /// The answer that holds everything; nil where parts are asked for.
    private let whole: ByteQuestion?
    private var store = ChunkStore()

    /// The kind of resource.
    package enum Kind {
        case bytes(AskedByteSource)
        /// It lies at another address.
        case moved(String)
    }

    /// Asks the program for the size and the kind of its resource.
    ///
    /// - Parameter name: The name in messages.
    /// - Throws: The program's refusal.
    package static func look(_ name: String, _ questions: ByteQuestions) throws(StreamError) -> Kind {
        let first = try questions.ask(from: 0, byteCount: firstByteCount, isAboutResource: true)
        if let address = try first.wait() { return .moved(address) }
        let resource = first.resource
        if let byteCount = resource.byteCount, byteCount > 0, resource.givesParts {
            return .bytes(AskedByteSource(name, questions, total: byteCount, whole: nil))
        }
        let whole = try questions.ask(from: 0, byteCount: nil)
        if let byteCount = resource.byteCount, byteCount > 0 {
            return .bytes(AskedByteSource(name, questions, total: byteCount, whole: whole))
        }
        // A resource of unknown length has the length of its whole answer.
        if let address = try whole.wait() { return .moved(address) }
        return .bytes(AskedByteSource(name, questions, total: Int64(whole.arrivedCount), whole: whole))
    }

    private init(_ name: String, _ questions: ByteQuestions, total: Int64, whole: ByteQuestion?) {
        self.name = name
        self.questions = questions
        self.total = total
        self.whole = whole
    }

    func chunk(_ number: Int64) throws(MediaError) -> [UInt8] {
        if let there = store[number] { return there }
        let start = number * Self.chunkByteCount
        let byteCount = min(Self.chunkByteCount, total - start)
        do throws(StreamError) {
            if let whole { return try whole.bytes(Int(start)..<Int(start + byteCount)) }
            let wanted = min(Self.chunkByteCount * Self.chunksAtOnce, total - start)
            let question = try questions.ask(from: start, byteCount: wanted)
            let bytes = try question.bytes(0..<Int(wanted))
            guard bytes.count == Int(wanted) else { throw .connection("the program ended its answer too early") }
            var (number, place) = (number, 0)
            while place < bytes.count {
                let count = min(Int(Self.chunkByteCount), bytes.count - place)
                store.keep(number, Array(bytes[place..<place + count]))
                (number, place) = (number + 1, place + count)
            }
            return Array(bytes.prefix(Int(byteCount)))
        } catch {
            failure = error
            throw lost(error)
        }
    }
}
