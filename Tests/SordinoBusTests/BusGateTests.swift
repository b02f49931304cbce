import Foundation
import Patience
import PrivateBus
import SessionBench
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

@testable import SordinoBus

/// What comes from a bus before sd-bus reads it: bounded, and each sender in turn.
struct BusGateTests {
    /// A call without answer that a bus delivers.
    private static func message(
        from sender: String, member: String = "SetActive", body: [UInt8] = [], isLittle: Bool = true,
        signature: String? = nil, serial: Int = 7, expectsReply: Bool = true
    ) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) + [0] }
        var fields: [UInt8] = []
        func add(_ code: UInt8, _ type: Character, _ value: [UInt8]) {
            while !fields.count.isMultiple(of: 8) { fields.append(0) }
            fields += [code, 1, type.asciiValue ?? 0, 0] + value
        }
        add(1, "o", text("/org/sordino/AudioSession1"))
        add(3, "s", text(member))
        if let signature { add(8, "g", [UInt8(signature.utf8.count)] + Array(signature.utf8) + [0]) }
        add(7, "s", text(sender))
        var bytes: [UInt8] = [UInt8(ascii: isLittle ? "l" : "B"), 1, expectsReply ? 0 : 1, 1]
        bytes += number(body.count) + number(serial) + number(fields.count) + fields
        while !bytes.count.isMultiple(of: 8) { bytes.append(0) }
        return bytes + body
    }

    private static func number(_ message: [UInt8], at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(message[place + $1]) << (8 * $1) }
    }

    /// Returns whether a message is the small call to the object that refuses.
    private static func isRefused(_ message: [UInt8]) -> Bool {
        message.count < 128 && String(decoding: message, as: UTF8.self).contains(BusGate.path)
            && String(decoding: message, as: UTF8.self).contains(":1.5")
    }

    private static func all(_ turns: inout SenderTurns) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        while !turns.isEmpty { messages.append(turns.next()) }
        return messages
    }

    @Test func aStreamIsCutAlikeWhereverItsPiecesEnd() {
        let lines = Array("DATA\r\nOK 1234\r\n".utf8)
        let messages = [
            Self.message(from: ":1.5"), Self.message(from: ":1.5", body: [1, 2, 3]),
            Self.message(from: ":1.5", isLittle: false),
        ]
        let bytes = lines + messages.flatMap { $0 }
        for length in 1...bytes.count {
            var (stream, turns) = (BusStream(), SenderTurns())
            var place = 0
            while place < bytes.count {
                let piece = bytes[place..<min(place + length, bytes.count)]
                #expect(stream.read(piece, into: &turns))
                place += length
            }
            #expect(Self.all(&turns) == [Array("DATA\r\n".utf8), Array("OK 1234\r\n".utf8)] + messages)
        }
    }

    @Test(arguments: [true, false])
    func argumentsOfAMessageThatIsTooLargeAreSkippedWhileTheyArrive(isLittle: Bool) {
        var (stream, turns) = (BusStream(), SenderTurns())
        let claimed = 100_000_000
        var beginning = Self.message(
            from: ":1.5", member: "Configure", body: [UInt8](repeating: 0, count: 8), isLittle: isLittle,
            signature: "ay")
        for index in 0..<4 {
            beginning[4 + (isLittle ? index : 3 - index)] = UInt8(truncatingIfNeeded: claimed >> (8 * index))
        }
        #expect(stream.read(beginning[...], into: &turns))
        // It is there before its arguments are, and without them.
        #expect(turns.bytes < 200)
        #expect(Self.all(&turns) == [Self.message(from: ":1.5", member: "Configure", isLittle: isLittle)])
        let piece = [UInt8](repeating: 0x6C, count: 65_536)
        var left = claimed - 8
        while left > 0 {
            #expect(stream.read(piece.prefix(left), into: &turns))
            #expect(turns.isEmpty)
            left -= piece.count
        }
        let next = Self.message(from: ":1.6", isLittle: isLittle)
        #expect(stream.read(next[...], into: &turns))
        #expect(Self.all(&turns) == [next])
    }

    @Test func whoSendsOneMessageDoesNotWaitForWhoSendsThousands() {
        var (stream, turns) = (BusStream(), SenderTurns())
        let flood = (0..<20).map { Self.message(from: ":1.\($0 + 10)") }
        for _ in 0..<1_000 {
            for message in flood { #expect(stream.read(message[...], into: &turns)) }
        }
        let (bystander, bus) = (Self.message(from: ":1.5"), Self.message(from: "org.freedesktop.DBus"))
        #expect(stream.read((bystander + bus)[...], into: &turns))
        let order = (0..<22).map { _ in turns.next() }
        #expect(order[0] == bus)
        // One round of the others at most.
        #expect(order.contains(bystander))
    }

    @Test func whatOneSenderHasWaitingIsBoundedAndGivenBack() {
        var (stream, turns) = (BusStream(), SenderTurns())
        let small = Self.message(from: ":1.5")
        for serial in 1...5_000 {
            let message = Self.message(from: ":1.5", serial: serial)
            #expect(stream.read(message[...], into: &turns))
        }
        #expect(turns.bytes == SenderTurns.mostMessages * small.count)
        // The rest are refused, each with its own number.
        let all = Self.all(&turns)
        #expect(Set(all.map { Self.number($0, at: 8) }) == Set(1...5_000) && all.count == 5_000)
        #expect(all.dropFirst(SenderTurns.mostMessages).allSatisfy(Self.isRefused))
        #expect(turns.bytes == 0 && turns.senders == 0 && turns.refusedCount == 0)
        // Signals, and calls that expect no reply, need none.
        let silent = Self.message(from: ":1.5", expectsReply: false)
        for _ in 0..<5_000 { #expect(stream.read(silent[...], into: &turns)) }
        #expect(Self.all(&turns).count == SenderTurns.mostMessages)
        let large = Self.message(from: ":1.5", body: [UInt8](repeating: 0, count: 500_000))
        for _ in 0..<100 { #expect(stream.read(large[...], into: &turns)) }
        #expect(turns.bytes <= SenderTurns.mostBytes)
        // A hundred more, each with as much as it may: all together have a bound, and a newcomer finds a place.
        for sender in 100..<200 {
            let message = Self.message(from: ":1.\(sender)", body: [UInt8](repeating: 0, count: 1_000_000))
            for _ in 0..<2 { #expect(stream.read(message[...], into: &turns)) }
        }
        #expect(turns.bytes <= 2 * SenderTurns.mostBytesOfAll)
        let answers = (0..<2_000).map { _ in Self.message(from: "org.freedesktop.DBus") }
        for answer in answers { #expect(stream.read(answer[...], into: &turns)) }
        #expect(Self.all(&turns).prefix(2_000) == answers[...])
        #expect(turns.bytes == 0 && turns.senders == 0 && turns.refusedCount == 0)
    }

    @Test func whatAProgramSaidBeforeItLeftIsHeardBeforeTheBusSaysSo() {
        var (stream, turns) = (BusStream(), SenderTurns())
        func text(_ text: String) -> [UInt8] {
            var bytes = [UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8) + [0]
            while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
            return bytes
        }
        func left(_ name: String) -> [UInt8] {
            var body = text(name) + text(name) + text("")
            body.removeLast(3)
            var message = Self.message(from: "org.freedesktop.DBus", body: body, signature: "sss")
            message[1] = 4
            return message
        }
        let (first, last) = (Self.message(from: ":1.5"), Self.message(from: ":1.5", body: [1]))
        #expect(stream.read((first + last + left(":1.5") + left(":1.6"))[...], into: &turns))
        #expect(Self.all(&turns) == [left(":1.6"), first, last, left(":1.5")])
    }

    /// A path has no longest length.
    @Test(arguments: [100_000, 3_000_000])
    func longFieldsDoNotEndTheStream(length: Int) {
        var (stream, turns) = (BusStream(), SenderTurns())
        let long = Self.message(
            from: ":1.5", member: String(repeating: "m", count: length), body: [UInt8](repeating: 0, count: 1 << 20),
            signature: "ay")
        let next = Self.message(from: ":1.6")
        let bytes = long + next
        for place in stride(from: 0, to: bytes.count, by: 65_536) {
            #expect(stream.read(bytes[place..<min(place + 65_536, bytes.count)], into: &turns))
        }
        let all = Self.all(&turns)
        #expect(all.last == next && all.count == (length < 1 << 20 ? 2 : 1))
    }

    @Test func noiseEndsTheStream() {
        var (stream, turns) = (BusStream(), SenderTurns())
        #expect(stream.read(Self.message(from: ":1.5")[...], into: &turns))
        #expect(!stream.read([UInt8](repeating: 0xFF, count: 64)[...], into: &turns))
        var endless = BusStream()
        #expect(!endless.read([UInt8](repeating: UInt8(ascii: "A"), count: 100_000)[...], into: &turns))
    }
}
