import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import Synchronization

/// An endpoint of universal packets: a source and a destination that belong together, with their description.
///
/// - Thread: any.
open class MIDIUMPEndpoint: NSObject, @unchecked Sendable {
    /// The record in the MIDI system; nil for an endpoint of this program that is not enabled.
    private let held: Mutex<StreamRecord?>
    private let described: Mutex<StreamEndpoint>
    private let blocks = Mutex<[UInt8: MIDIUMPFunctionBlock]>([:])

    init(_ record: StreamRecord?, _ endpoint: StreamEndpoint) {
        held = Mutex(record)
        described = Mutex(endpoint)
    }

    var record: StreamRecord? { held.withLock { $0 } }

    /// Follows a record, or none.
    func follow(_ record: StreamRecord?) {
        if record == nil, let last = held.withLock({ $0 }) { described.withLock { $0 = last.endpoint } }
        held.withLock { $0 = record }
    }

    var endpoint: StreamEndpoint { record?.endpoint ?? described.withLock { $0 } }

    /// Changes the description of an endpoint that belongs to this program.
    func describe(_ body: (inout StreamEndpoint) -> Void) {
        if let record { record.change(body) } else { described.withLock { body(&$0) } }
    }

    /// The name that the endpoint reports.
    public var name: String { endpoint.name }
    /// The protocol that it speaks now.
    public var midiProtocol: MIDIProtocolID { endpoint.currentProtocol == 1 ? ._1_0 : ._2_0 }
    /// The protocols that it can speak.
    public var supportedMIDIProtocols: MIDIUMPProtocolOptions {
        var options: MIDIUMPProtocolOptions = []
        if endpoint.speaksMIDI1 { options.insert(.midi1) }
        if endpoint.speaksMIDI2 { options.insert(.midi2) }
        return options
    }
    /// The destination that leads to it; 0 for one that is not enabled.
    public var midiDestination: MIDIEndpointRef { record?.destination ?? 0 }
    /// The source by which it sends; 0 for one that is not enabled.
    public var midiSource: MIDIEndpointRef { record?.source ?? 0 }
    /// Maker, family and model, as the endpoint reports them.
    public var deviceInfo: MIDI2DeviceInfo { MIDI2DeviceInfo(endpoint.identity) }
    /// The text that distinguishes the endpoint from others of its model.
    public var productInstanceID: String { endpoint.productID }
    /// Indicates whether its function blocks stay as they are.
    public var hasStaticFunctionBlocks: Bool { endpoint.hasStaticBlocks }
    /// Indicates whether it takes time stamps against jitter.
    public var hasJRTSReceiveCapability: Bool { endpoint.receivesJitterStamps }
    /// Indicates whether it sends time stamps against jitter.
    public var hasJRTSTransmitCapability: Bool { endpoint.sendsJitterStamps }
    /// Indicates whether it is of this program or of a device.
    public var endpointType: MIDIUMPCIObjectBackingType { record?.isOwn ?? true ? .virtual : .driverDevice }
    /// The function blocks of the endpoint, by their numbers.
    public internal(set) var functionBlocks: [MIDIUMPFunctionBlock] {
        get { endpoint.blocks.keys.sorted().map { block($0) } }
        set { blocks.withLock { blocks in for block in newValue { blocks[block.functionBlockID] = block } } }
    }

    /// The object of a block, which stays the same.
    func block(_ number: UInt8) -> MIDIUMPFunctionBlock {
        blocks.withLock { blocks in
            if let known = blocks[number] { return known }
            let made = MIDIUMPFunctionBlock(number, of: self)
            blocks[number] = made
            return made
        }
    }
}

/// A function block: some of an endpoint's groups that belong together.
///
/// - Thread: any.
open class MIDIUMPFunctionBlock: NSObject, @unchecked Sendable {
    private struct State {
        var number: UInt8
        weak var endpoint: MIDIUMPEndpoint?
        /// The description while the block belongs to no endpoint.
        var own = StreamEndpoint.Block()
    }

    private let state: Mutex<State>

    init(_ number: UInt8, of endpoint: MIDIUMPEndpoint?, _ own: StreamEndpoint.Block = StreamEndpoint.Block()) {
        state = Mutex(State(number: number, endpoint: endpoint, own: own))
    }

    var holder: MIDIUMPEndpoint? { state.withLock { $0.endpoint } }

    /// Gives the block to an endpoint.
    func join(_ endpoint: MIDIUMPEndpoint, as number: UInt8) {
        state.withLock { ($0.endpoint, $0.number) = (endpoint, number) }
    }

    var block: StreamEndpoint.Block {
        let (number, endpoint, own) = state.withLock { ($0.number, $0.endpoint, $0.own) }
        return endpoint?.endpoint.blocks[number] ?? own
    }

    /// Changes the description of the block.
    func describe(_ body: (inout StreamEndpoint.Block) -> Void) {
        let (number, endpoint) = state.withLock { ($0.number, $0.endpoint) }
        var block = block
        body(&block)
        state.withLock { [block] in $0.own = block }
        endpoint?.describe { $0.blocks[number] = block }
    }

    /// The name that the block reports.
    public var name: String { block.name }
    /// The number of the block, 0 to 31.
    public var functionBlockID: MIDIUMPFunctionBlockID { state.withLock { $0.number } }
    /// Indicates whether packets go in, out, or both ways.
    public var direction: MIDIUMPFunctionBlockDirection {
        MIDIUMPFunctionBlockDirection(rawValue: Int32(block.direction)) ?? .unknown
    }
    /// The first of its groups, 0 to 15.
    public var firstGroup: MIDIUMPGroupNumber { block.firstGroup }
    /// The number of its groups.
    public var totalGroupsSpanned: MIDIUInteger7 { block.groupCount }
    /// System exclusive messages of eight bits that it takes at once.
    public var maxSysEx8Streams: UInt8 { block.exclusive8Count }
    /// Indicates whether it is a port of MIDI 1.0.
    public var midi1Info: MIDIUMPFunctionBlockMIDI1Info {
        MIDIUMPFunctionBlockMIDI1Info(rawValue: Int32(block.midi1)) ?? .notMIDI1
    }
    /// The role to show to users: receiver, sender, or both.
    public var uiHint: MIDIUMPFunctionBlockUIHint {
        MIDIUMPFunctionBlockUIHint(rawValue: Int32(block.hint)) ?? .unknown
    }
    /// Indicates whether it is on.
    public var isEnabled: Bool { block.isActive }
    /// The endpoint that it belongs to.
    public var umpEndpoint: MIDIUMPEndpoint? { holder }
    /// The device of MIDI Capability Inquiry that answers for it; nil for none.
    public var midiCIDevice: MIDICIDevice? {
        guard let source = holder?.midiSource, source != 0 else { return nil }
        return MIDICIDeviceManager.shared.device(link: source, functionBlock: functionBlockID)
    }
}
