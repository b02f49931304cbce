import AVAudioTypes
import AudioToolbox
import CoreAudioTypes

/// Takes packets of MIDI that a unit sends: their sample time, the cable, and the packets; returns a status.
///
/// Called while rendering, so it may not wait.
public typealias AVMIDIEventListBlock = (AUEventSampleTime, UInt8, UnsafePointer<MIDIEventList>) -> OSStatus

/// MIDI from unit to unit.
///
/// What a source sends reaches each destination with its sample time, in the block in which it was sent: a source that leads
/// nowhere else is rendered before everything else. Blocks that a program has set on the source's unit by itself give way.
extension AVAudioEngine {
    /// Leads what a unit sends to another, beside what it leads to already.
    ///
    /// - Parameters:
    ///   - sourceNode: A node with a unit that sends MIDI, such as one of the type 'aumi'.
    ///   - destinationNode: A node with a unit that takes MIDI: 'aumu', 'aumf' or 'aumi'.
    ///   - format: What the source's output is to have, whose rate its sample times count; nil leaves it as it is.
    ///   - tapBlock: Hears bytes that the source sends, too; nil ends what was there.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) { connectMIDI(sourceNode, to: [destinationNode], format: format, block: tapBlock) }

    /// Leads what a unit sends to others, beside what it leads to already.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) { core.connectMIDI(sourceNode, to: destinationNodes, format: format) { $0.bytesTap = tapBlock } }

    /// As `connectMIDI(_:to:format:block:)`, with a block that hears packets.
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) { connectMIDI(sourceNode, to: [destinationNode], format: format, eventListBlock: tapBlock) }

    /// As `connectMIDI(_:to:format:block:)` to several destinations, with a block that hears packets.
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) { core.connectMIDI(sourceNode, to: destinationNodes, format: format) { $0.listTap = tapBlock } }

    /// As `connectMIDI(_:to:format:eventListBlock:)`.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListProvider tapBlock: AVMIDIEventListBlock? = nil
    ) { connectMIDI(sourceNode, to: [destinationNode], format: format, eventListBlock: tapBlock) }

    /// As `connectMIDI(_:to:format:eventListBlock:)` to several destinations.
    @_disfavoredOverload
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListProvider tapBlock: AVMIDIEventListBlock? = nil
    ) { connectMIDI(sourceNode, to: destinationNodes, format: format, eventListBlock: tapBlock) }

    /// Ends the MIDI connection of two nodes.
    public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNode: AVAudioNode) {
        core.disconnectMIDI(sourceNode, from: [destinationNode])
    }

    /// Ends MIDI connections of a source.
    public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNodes: [AVAudioNode]) {
        core.disconnectMIDI(sourceNode, from: destinationNodes)
    }

    /// Ends all MIDI connections that lead to a node.
    public func disconnectMIDIInput(_ node: AVAudioNode) { core.disconnectMIDI(into: node) }

    /// Ends all MIDI connections that a node leads to; nobody hears what it sends, a tap neither.
    public func disconnectMIDIOutput(_ node: AVAudioNode) { core.disconnectMIDI(outOf: node) }
}
