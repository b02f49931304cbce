import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import SordinoEngine
import SordinoGraph

/// Takes packets of MIDI that a unit sends: their sample time, the cable, and the packets; returns a status.
///
/// Called while rendering, so it may not wait.
public typealias AVMIDIEventListBlock = (AUEventSampleTime, UInt8, UnsafePointer<MIDIEventList>) -> OSStatus

/// MIDI from unit to unit.
///
/// An event reaches each destination with its sample time, in the block in which the source sent it: a source without
/// other connections is rendered first. Blocks that a program has set on the source's unit by itself are replaced.
extension AVAudioEngine {
    /// Connects the MIDI output of a unit with another one, beside existing connections.
    ///
    /// - Parameters:
    ///   - sourceNode: A node with a unit that sends MIDI, such as one of the type 'aumi'.
    ///   - destinationNode: A node with a unit that takes MIDI: 'aumu', 'aumf' or 'aumi'.
    ///   - format: The format for the source's output, whose rate its sample times count; nil leaves it as it is.
    ///   - tapBlock: Also receives the bytes that the source sends; nil removes the former block.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) { connectMIDI(sourceNode, to: [destinationNode], format: format, block: tapBlock) }

    /// Connects the MIDI output of a unit with others, beside existing connections.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) {
        connectMIDI(
            sourceNode, to: destinationNodes, format, tap: tapBlock.map { MIDIBlocks(bytesTap: $0).way(to: nil) },
            replacing: \.isOfBytes)
    }

    /// Works like `connectMIDI(_:to:format:block:)`, with a block that receives packets.
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) { connectMIDI(sourceNode, to: [destinationNode], format: format, eventListBlock: tapBlock) }

    /// Works like `connectMIDI(_:to:format:block:)`, with several destinations and a block that receives packets.
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) {
        connectMIDI(
            sourceNode, to: destinationNodes, format, tap: tapBlock.map { MIDIBlocks(listTap: $0).way(to: nil) },
            replacing: { !$0.isOfBytes })
    }

    /// Works like `connectMIDI(_:to:format:eventListBlock:)`, with an `AVMIDIEventListBlock`.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListProvider tapBlock: AVMIDIEventListBlock? = nil
    ) { connectMIDI(sourceNode, to: [destinationNode], format: format, eventListBlock: tapBlock) }

    /// Works like `connectMIDI(_:to:format:eventListBlock:)`, with several destinations.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListProvider tapBlock: AVMIDIEventListBlock? = nil
    ) { connectMIDI(sourceNode, to: destinationNodes, format: format, eventListBlock: tapBlock) }

    /// Ends the MIDI connection of two nodes.
    public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNode: AVAudioNode) {
        EngineError.stopping { try core.disconnectMIDI(sourceNode, from: [destinationNode]) }
    }

    /// Ends MIDI connections of a source.
    public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNodes: [AVAudioNode]) {
        EngineError.stopping { try core.disconnectMIDI(sourceNode, from: destinationNodes) }
    }

    /// Ends all MIDI connections that lead to a node.
    public func disconnectMIDIInput(_ node: AVAudioNode) {
        EngineError.stopping { try core.disconnectMIDI(into: node) }
    }

    /// Ends all MIDI connections that leave a node; its tap no longer receives events either.
    public func disconnectMIDIOutput(_ node: AVAudioNode) {
        EngineError.stopping { try core.disconnectMIDI(outOf: node) }
    }

    private func connectMIDI(
        _ source: AVAudioNode, to destinations: [AVAudioNode], _ format: AVAudioFormat?, tap: MIDIWay?,
        replacing isTap: (MIDIWay) -> Bool
    ) {
        let sender = midiUnit(source)
        let ways = destinations.map { node -> (node: any EngineMember, way: (NodeID) -> MIDIWay) in
            let unit = midiUnit(node)
            let (bytes, list) = (unit.scheduleMIDIEventBlock, unit.scheduleMIDIEventListBlock)
            requireCondition(
                bytes != nil || list != nil, "required condition is false: the destination's audio unit takes MIDI")
            let blocks = MIDIBlocks(bytes: bytes, list: list)
            return (node, { blocks.way(to: $0) })
        }
        EngineError.stopping {
            try core.connectMIDI(source, to: ways, format: format?.engine, tap: tap, replacing: isTap) { hub in
                sender.midiOutputEventBlock = { hub.send($0, $1, $2, $3) }
                sender.midiOutputEventListBlock = { hub.send($0, $1, $2) }
            }
        }
    }

    private func midiUnit(_ node: AVAudioNode) -> AUAudioUnit {
        guard let unit = (node as? AVAudioUnit)?.unit else {
            stopOnMisuse("required condition is false: the node of a MIDI connection has an audio unit")
        }
        return unit
    }
}

/// Blocks that take MIDI, as the engine calls them while rendering.
private final class MIDIBlocks: Sendable {
    private let bytes: Held<ClientExchange>?
    private let list: Held<ClientExchange>?

    init(bytes: AUScheduleMIDIEventBlock?, list: AUMIDIEventListBlock?) {
        self.bytes = bytes.map { bytes in
            Self.place { time, cable, count, data in
                bytes(time, cable, count, data)
                return noErr
            }
        }
        self.list = list.map(Self.place)
    }

    init(bytesTap: @escaping AUMIDIOutputEventBlock) { (bytes, list) = (Self.place(bytesTap), nil) }

    init(listTap: @escaping AUMIDIEventListBlock) { (bytes, list) = (nil, Self.place(listTap)) }

    private static func place(_ block: @escaping AUMIDIOutputEventBlock) -> Held<ClientExchange> {
        Held(
            ClientExchange { message in
                let message = message.assumingMemoryBound(to: MIDIBytesMessage.self).pointee
                return block(message.time, message.cable, message.count, message.bytes)
            })
    }

    private static func place(_ block: @escaping AUMIDIEventListBlock) -> Held<ClientExchange> {
        Held(
            ClientExchange { message in
                let message = message.assumingMemoryBound(to: MIDIListMessage.self).pointee
                return block(message.time, message.cable, message.list)
            })
    }

    func way(to node: NodeID?) -> MIDIWay {
        MIDIWay(node: node, bytes: bytes?.client, list: list?.client, keeping: self)
    }
}
