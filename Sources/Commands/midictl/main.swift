// midictl: lists, connects, watches and plays the MIDI endpoints of the machine.
import CoreMIDI
import Glibc
import SordinoCommandLine
import SordinoMIDI
import Synchronization

let arguments = Arguments.read()

func fail(_ sentence: String) -> Never {
    ToolOutput.complain("midictl: \(sentence)\n")
    exit(1)
}

func endpoint(_ text: String, among all: [Endpoint], _ kind: String) -> Endpoint {
    guard let found = Endpoint.find(text, among: all) else {
        fail("there is no \(kind) \"\(foreignText(text))\"; \"midictl list\" shows all")
    }
    return found
}

/// Waits for SIGINT, SIGTERM or SIGHUP, or for the time that was asked for.
@MainActor func waitForTheEnd(seconds: Double? = arguments.seconds) {
    var ending = Signals.ending
    guard let seconds else {
        var number: Int32 = 0
        sigwait(&ending, &number)
        return
    }
    let capped = min(seconds, 1e9)
    var time = timespec(tv_sec: Int(capped), tv_nsec: Int((capped - capped.rounded(.down)) * 1e9))
    sigtimedwait(&ending, nil, &time)
}

// Blocked before any thread is made, so that all inherit it.
Signals.block()

var client = MIDIClientRef()
guard MIDIClientCreateWithBlock("midictl" as CFString, &client, nil) == noErr else {
    fail("the MIDI system cannot be opened")
}

arguments.network?.open()
let radio = arguments.radio.map { device in
    let radio = Bluetooth()
    radio.join(device)
    return radio
}

/// Makes an input port for the named source, or one for each source if no name is given.
@MainActor func hear(_ name: String?, _ take: @escaping @Sendable (String, UInt64, [UInt32]) -> Void) {
    let heard = name.map { [endpoint($0, among: Endpoint.sources, "source")] } ?? Endpoint.sources
    guard !heard.isEmpty else { fail("there are no MIDI sources") }
    for source in heard {
        var port = MIDIPortRef()
        let status = MIDIInputPortCreateWithProtocol(client, source.name as CFString, ._2_0, &port) { list, _ in
            for packet in list.unsafeSequence() { take(source.name, packet.pointee.timeStamp, Array(packet.words())) }
        }
        guard status == noErr, MIDIPortConnectSource(port, source.ref, nil) == noErr else {
            fail("cannot listen to the source \"\(foreignText(source.name))\"")
        }
    }
}

switch arguments.verb {
case .list:
    arguments.network?.meet(waitsForAnyone: true)
    for (title, all) in [("source", Endpoint.sources), ("destination", Endpoint.destinations)] {
        for (place, endpoint) in all.enumerated() {
            let name = foreignText(endpoint.name)
            ToolOutput.say(
                arguments.isBrief
                    ? "\(title)\t\(place + 1)\t\(endpoint.uniqueID)\t\(name)\n"
                    : "\(title) \(place + 1): \(name) (\(endpoint.uniqueID))\n")
        }
    }
case .connect:
    let source = endpoint(arguments.words[0], among: Endpoint.sources, "source")
    let destination = endpoint(arguments.words[1], among: Endpoint.destinations, "destination")
    var parameters = MIDIThruConnectionParams()
    MIDIThruConnectionParamsInitialize(&parameters)
    parameters.numSources = 1
    parameters.sources.0.endpointRef = source.ref
    parameters.numDestinations = 1
    parameters.destinations.0.endpointRef = destination.ref
    let data = withUnsafeBytes(of: parameters) { Data($0) }
    var connection = MIDIThruConnectionRef()
    guard MIDIThruConnectionCreate(nil, data as CFData, &connection) == noErr else {
        fail("the source and the destination cannot be connected")
    }
    // Last, so that no message of the others is missed.
    arguments.network?.meet(waitsForAnyone: false)
    waitForTheEnd()
case .monitor:
    let start = Mutex<UInt64?>(nil)
    hear(arguments.words.first) { name, time, words in
        let begin = start.withLock { start in
            let begin = start ?? time
            start = begin
            return begin
        }
        let milliseconds = (time > begin ? time - begin : 0) / 1_000_000
        let stamp = "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
        UniversalPacket.forEachPacket(in: words) { packet in
            ToolOutput.say("\(stamp)  \(foreignText(name)): \(MessageText.line(of: packet))\n")
        }
    }
    arguments.network?.meet(waitsForAnyone: false)
    waitForTheEnd()
case .send:
    arguments.network?.meet(waitsForAnyone: true)
    let destination = endpoint(arguments.words[0], among: Endpoint.destinations, "destination")
    let bytes = arguments.words.dropFirst().map { text -> UInt8 in
        guard let byte = UInt8(text, radix: 16) else {
            fail("\"\(foreignText(text))\" is not a byte in hexadecimal, 00 to FF")
        }
        return byte
    }
    var reader = MessageByteReader()
    let words = reader.words(of: bytes)
    guard !words.isEmpty, !reader.isWaiting else { fail("the bytes are not a complete MIDI message") }
    var port = MIDIPortRef()
    MIDIOutputPortCreate(client, "Out" as CFString, &port)
    let list = MIDIPacketList.Builder(byteSize: bytes.count + 64)
    list.append(timestamp: 0, data: bytes)
    guard list.withUnsafePointer({ MIDISend(port, destination.ref, $0) }) == noErr else {
        fail("the message could not be sent to \"\(foreignText(destination.name))\"")
    }
    waitUntilSent(to: destination.ref)
    radio?.waitUntilSent()
case .bluetooth:
    Bluetooth().perform(arguments.words)
case .record:
    let recording = Mutex(Recording())
    hear(arguments.words.count > 1 ? arguments.words[1] : nil) { _, time, words in
        recording.withLock { $0.take(time, words) }
    }
    arguments.network?.meet(waitsForAnyone: false)
    waitForTheEnd()
    let (file, count) = recording.withLock { ($0.file, $0.count) }
    let path = arguments.words[0]
    // A file that is there stays until the new one is complete; a link or a device is written to.
    let old = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    let options: Data.WritingOptions = old == .typeRegular ? .atomic : []
    guard let bytes = try? file.written(),
        (try? Data(bytes).write(to: URL(fileURLWithPath: path), options: options)) != nil
    else { fail("the file \(foreignText(arguments.words[0])) cannot be written") }
    ToolOutput.say("\(counted(count, "message")) in \(foreignText(arguments.words[0]))\n")
}
if arguments.network != nil { Arguments.Network.leave() }
ToolOutput.end(0)
