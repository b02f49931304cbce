import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime

extension MIDIProtocolID {
    /// The protocol; nil for an unknown number.
    var midiProtocol: MIDIProtocol? { MIDIProtocol(rawValue: rawValue) }
}

/// Returns a receiver that calls the block with event lists of one protocol.
func eventReceiver(
    _ id: MIDIProtocolID, _ block: @escaping MIDIReceiveBlock
) throws(MIDIFailure) -> MIDIReceiver {
    guard let wanted = id.midiProtocol else { throw .parameter }
    let block = Lent(block)
    let call = MIDIPlace.current.caller()
    return .events(wanted) { packets, reference in
        call {
            PacketWalk.withEventList(packets.map { ($0.time, $0.words) }, protocol: id) {
                block.value($0, UnsafeMutableRawPointer(bitPattern: reference))
            }
        }
    }
}

/// Returns a receiver that calls the block with packet lists of bytes.
func byteReceiver(_ block: @escaping MIDIReadBlock) -> MIDIReceiver {
    let block = Lent(block)
    let call = MIDIPlace.current.caller()
    return .bytes { packets, reference in
        call {
            PacketWalk.withPacketList(packets.map { ($0.time, $0.bytes) }) {
                block.value($0, UnsafeMutableRawPointer(bitPattern: reference))
            }
        }
    }
}

func byteReceiver(_ function: @escaping MIDIReadProc, _ refCon: UnsafeMutableRawPointer?) -> MIDIReceiver {
    let pointer = Lent(refCon)
    return byteReceiver { list, connection in function(list, pointer.value, connection) }
}

private func makePort(
    _ client: MIDIClientRef, _ name: CFString, _ outPort: UnsafeMutablePointer<MIDIPortRef>,
    _ receiver: () throws(MIDIFailure) -> MIDIReceiver?
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        let made = try receiver()
        outPort.pointee = try MIDIPlace.current.system.makePort(
            client: client, name: try checkedName(name), receiver: made)
    }
}

/// Makes an input port, which takes packets of sources as universal packets of one protocol.
///
/// - Parameter receiveBlock: Called on a thread of the MIDI system's, with its priority: do little in it.
/// - Returns: 0, `kMIDIInvalidClient`, or -50 for an unknown protocol.
@discardableResult
public func MIDIInputPortCreateWithProtocol(
    _ client: MIDIClientRef, _ portName: CFString, _ protocol: MIDIProtocolID,
    _ outPort: UnsafeMutablePointer<MIDIPortRef>, _ receiveBlock: @escaping MIDIReceiveBlock
) -> OSStatus {
    makePort(client, portName, outPort) { () throws(MIDIFailure) in try eventReceiver(`protocol`, receiveBlock) }
}

/// Makes an input port, which takes packets of sources as bytes of MIDI 1.0.
///
/// - Parameter readProc: Called on a thread of the MIDI system's, with its priority: do little in it.
/// - Returns: 0 or `kMIDIInvalidClient`.
@discardableResult
public func MIDIInputPortCreate(
    _ client: MIDIClientRef, _ portName: CFString, _ readProc: @escaping MIDIReadProc,
    _ refCon: UnsafeMutableRawPointer?, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus { makePort(client, portName, outPort) { () throws(MIDIFailure) in byteReceiver(readProc, refCon) } }

/// Makes an input port, which takes packets of sources as bytes of MIDI 1.0.
///
/// - Parameter readBlock: Called on a thread of the MIDI system's, with its priority: do little in it.
/// - Returns: 0 or `kMIDIInvalidClient`.
@discardableResult
public func MIDIInputPortCreateWithBlock(
    _ client: MIDIClientRef, _ portName: CFString, _ outPort: UnsafeMutablePointer<MIDIPortRef>,
    _ readBlock: @escaping MIDIReadBlock
) -> OSStatus { makePort(client, portName, outPort) { () throws(MIDIFailure) in byteReceiver(readBlock) } }

/// Makes an output port, through which packets are sent to destinations.
///
/// - Returns: 0 or `kMIDIInvalidClient`.
@discardableResult
public func MIDIOutputPortCreate(
    _ client: MIDIClientRef, _ portName: CFString, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus { makePort(client, portName, outPort) { () throws(MIDIFailure) in nil } }

/// Ends a port and its connections.
///
/// - Returns: 0 or `kMIDIInvalidPort`.
@discardableResult
public func MIDIPortDispose(_ port: MIDIPortRef) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in try MIDIPlace.current.system.disposePort(port) }
}

/// Connects an input port to a source; a second connection with the same source replaces the first.
///
/// - Parameter connRefCon: Given to the port's function with each packet of the source.
/// - Returns: 0, `kMIDIInvalidPort`, `kMIDIUnknownEndpoint` or `kMIDIWrongEndpointType`.
@discardableResult
public func MIDIPortConnectSource(
    _ port: MIDIPortRef, _ source: MIDIEndpointRef, _ connRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        try MIDIPlace.current.system.connect(port, to: source, reference: UInt(bitPattern: connRefCon))
    }
}

/// Ends the connection of a port with a source.
///
/// - Returns: 0, `kMIDIInvalidPort` or `kMIDINoConnection`.
@discardableResult
public func MIDIPortDisconnectSource(_ port: MIDIPortRef, _ source: MIDIEndpointRef) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in try MIDIPlace.current.system.disconnect(port, from: source) }
}

// MARK: Packets

/// Sends universal packets to a destination: each at its time, those of time 0 and of the past at once.
///
/// - Returns: 0, `kMIDIInvalidPort`, `kMIDIUnknownEndpoint`, `kMIDIWrongEndpointType`; `kMIDIMessageSendErr` when
///   65,536 packets wait already; `paramErr` for a list that claims more than it can have.
@discardableResult
public func MIDISendEventList(
    _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        try MIDIPlace.current.system.send(
            try PacketWalk.events(evtlist).map { TimedWords(time: $0.time, words: $0.words) }, through: port, to: dest)
    }
}

/// Sends bytes of MIDI 1.0 to a destination: each packet at its time, those of time 0 and of the past at once.
///
/// - Returns: As `MIDISendEventList`.
@discardableResult
public func MIDISend(
    _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ pktlist: UnsafePointer<MIDIPacketList>
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        try MIDIPlace.current.system.send(try words(of: pktlist, port, dest), through: port, to: dest)
    }
}

/// Sends universal packets from a virtual source to all connected ports, at once.
///
/// - Returns: 0, `kMIDIUnknownEndpoint`, `kMIDIWrongEndpointType`; `kMIDINotPermitted` for a source of others;
///   `kMIDIMessageSendErr` when too much waits.
@discardableResult
public func MIDIReceivedEventList(_ src: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        try MIDIPlace.current.system.emit(
            try PacketWalk.events(evtlist).map { TimedWords(time: $0.time, words: $0.words) }, from: src)
    }
}

/// Sends bytes from a virtual source to all connected ports, at once.
///
/// - Returns: As `MIDIReceivedEventList`.
@discardableResult
public func MIDIReceived(_ src: MIDIEndpointRef, _ pktlist: UnsafePointer<MIDIPacketList>) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        try MIDIPlace.current.system.emit(try words(of: pktlist, 0, src), from: src)
    }
}

/// Reads the messages of a list; the start of one that continues in a later list is kept for its port and endpoint.
private func words(of list: UnsafePointer<MIDIPacketList>, _ port: MIDIPortRef, _ endpoint: MIDIEndpointRef)
    throws(MIDIFailure) -> [TimedWords]
{
    ByteReaders.shared.read(try PacketWalk.packets(list), UInt64(port) << 32 | UInt64(endpoint))
}

/// Drops the packets that wait for a destination; 0 for all destinations.
///
/// - Returns: 0, `kMIDIUnknownEndpoint` or `kMIDIWrongEndpointType`.
@discardableResult
public func MIDIFlushOutput(_ dest: MIDIEndpointRef) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in try MIDIPlace.current.system.flush(dest == 0 ? nil : dest) }
}
