import SordinoMIDI
import SordinoRealtime
import SordinoWork

/// An endpoint of universal packets in this program: a virtual source and destination that answer questions about
/// themselves.
///
/// - Thread: any.
package final class StreamAnswering: Sendable {
    package let record: StreamRecord
    private let client: MIDIObjectID
    private let system: WeakMIDISystem

    /// Makes the source and the destination and shows them.
    ///
    /// - Parameter receiver: Takes all packets but questions about the endpoint.
    package init(
        system: MIDISystem, _ endpoint: StreamEndpoint, receiver: @escaping @Sendable ([TimedWords]) -> Void
    ) throws(MIDIFailure) {
        self.system = WeakMIDISystem(system: system)
        let speaks: MIDIProtocol = endpoint.currentProtocol == 1 ? .midi1 : .midi2
        let client = try system.makeClient(name: endpoint.name, nil)
        let box = RecordBox()
        let source = try system.makeVirtual(client: client, name: endpoint.name, speaks: speaks, receiver: nil)
        let destination = try system.makeVirtual(
            client: client, name: endpoint.name, speaks: speaks,
            receiver: .events(speaks) { [weak system] packets, _ in
                guard let record = box.record.withLock({ $0 }) else { return }
                var rest: [TimedWords] = []
                var answers: [UInt32] = []
                for packet in packets {
                    var others: [UInt32] = []
                    UniversalPacket.forEachPacket(in: packet.words) { words in
                        if let answer = record.change({ $0.answers(to: words) }) {
                            answers += answer
                        } else {
                            others += words
                        }
                    }
                    if !others.isEmpty { rest.append(TimedWords(time: packet.time, words: others)) }
                }
                if !answers.isEmpty { try? system?.emit([TimedWords(time: 0, words: answers)], from: source) }
                if !rest.isEmpty { receiver(rest) }
            })
        record = StreamRecord(source: source, destination: destination, isOwn: true, endpoint)
        self.client = client
        box.record.withLock { [record] in $0 = record }
    }

    private final class RecordBox: Sendable {
        let record = Guarded<StreamRecord?>(nil)
    }

    /// Takes the endpoint back.
    package func end() { if let system = system.system { try? system.disposeClient(client) } }

    /// Sends the words of stream messages, which report a change, to all listeners of the source.
    package func tell(_ words: [UInt32]) {
        try? system.system?.emit([TimedWords(time: 0, words: words)], from: record.source)
    }
}
