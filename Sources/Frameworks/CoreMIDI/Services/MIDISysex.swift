import CCoreMIDI
import CoreAudioTypes
import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime

/// Sends a system exclusive message in the background.
///
/// It is sent in pieces of 256 bytes, at the `kMIDIPropertyMaxSysExSpeed` of the destination. Data and count of the
/// request advance meanwhile; setting `complete` stops it.
///
/// - Parameter request: Stays until `complete` is set, when its function is called, on a thread of the MIDI system's.
/// - Returns: 0, `kMIDIUnknownEndpoint`, `kMIDIWrongEndpointType`, or `kMIDIMessageSendErr` when too much waits.
@discardableResult
public func MIDISendSysex(_ request: UnsafeMutablePointer<MIDISysexSendRequest>) -> OSStatus {
    let system = MIDIPlace.current.system
    let call = MIDIPlace.current.caller()
    return MIDIStatus.of { () throws(MIDIFailure) in
        let interval = try pieceNanoseconds(request.pointee.destination)
        try sendPiece(Lent(request), system, call, MessageByteReader(), interval)
    }
}

private let pieceBytes = 256

/// Nanoseconds that a piece takes at the speed of its destination.
private func pieceNanoseconds(_ destination: MIDIEndpointRef) throws(MIDIFailure) -> UInt64 {
    try MIDIPlace.current.system.read { setup throws(MIDIFailure) in
        guard let object = setup.objects[destination] else { throw .unknownEndpoint }
        guard object.kind == .destination else { throw .wrongEndpointType }
        guard case .integer(let speed)? = try? setup.property(MIDIPropertyName.maxExclusiveSpeed, of: destination),
            speed > 0
        else { return 0 }
        return UInt64(pieceBytes) * 1_000_000_000 / UInt64(speed)
    }
}

private func sendPiece(
    _ request: Lent<UnsafeMutablePointer<MIDISysexSendRequest>>, _ system: MIDISystem,
    _ call: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, _ reader: MessageByteReader,
    _ interval: UInt64
) throws(MIDIFailure) {
    let now = system.now
    var reader = reader
    let count = min(Int(request.value.pointee.bytesToSend), pieceBytes)
    if request.value.pointee.isComplete == 0, count > 0 {
        let bytes = UnsafeBufferPointer(start: request.value.pointee.data, count: count)
        let words = reader.words(of: bytes)
        try system.send(
            [TimedWords(time: now, words: words)], through: nil, to: request.value.pointee.destination)
        request.value.pointee.data += count
        request.value.pointee.bytesToSend -= UInt32(count)
    }
    let next = reader
    try system.call(at: now + interval) {
        let isDone = request.value.pointee.bytesToSend == 0 || request.value.pointee.isComplete != 0
        if !isDone, (try? sendPiece(request, system, call, next, interval)) != nil { return }
        request.value.pointee.isComplete = 1
        call { request.value.pointee.completionProc(request.value) }
    }
}

/// Sends packets of a system exclusive message in the background, as fast as they are taken.
///
/// - Parameter umpRequest: Stays until `complete` is set, when its function is called.
/// - Returns: As `MIDISendSysex`; -50 for words that are no packets of system exclusive messages.
@discardableResult
public func MIDISendUMPSysex(_ umpRequest: UnsafeMutablePointer<MIDISysexSendRequestUMP>) -> OSStatus {
    send(umpRequest, kind: .data64)
}

/// Sends packets of a system exclusive message of eight bits in the background, as fast as they are taken.
///
/// - Returns: As `MIDISendUMPSysex`.
@discardableResult
public func MIDISendUMPSysex8(_ umpRequest: UnsafeMutablePointer<MIDISysexSendRequestUMP>) -> OSStatus {
    send(umpRequest, kind: .data128)
}

private func send(
    _ request: UnsafeMutablePointer<MIDISysexSendRequestUMP>, kind: UniversalPacket.Kind
) -> OSStatus {
    let system = MIDIPlace.current.system
    let call = MIDIPlace.current.caller()
    return MIDIStatus.of { () throws(MIDIFailure) in
        let words = Array(UnsafeBufferPointer(start: request.pointee.words, count: Int(request.pointee.wordsToSend)))
        var count = 0
        var isRight = true
        UniversalPacket.forEachPacket(in: words) { packet in
            count += packet.count
            if packet[0] >> 28 != kind.rawValue { isRight = false }
        }
        guard isRight, count == words.count else { throw .parameter }
        // 60: whole packets of two and of four words.
        var pieces: [TimedWords] = []
        for start in stride(from: 0, to: words.count, by: 60) {
            pieces.append(TimedWords(time: 0, words: Array(words[start..<min(start + 60, words.count)])))
        }
        try system.send(pieces, through: nil, to: request.pointee.destination)
        let request = Lent(request)
        try system.call(at: system.now) {
            request.value.pointee.words += Int(request.value.pointee.wordsToSend)
            request.value.pointee.wordsToSend = 0
            request.value.pointee.isComplete = 1
            call { request.value.pointee.completionProc(request.value) }
        }
    }
}
