import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime
import Synchronization

/// An endpoint of universal packets that the program provides; it answers discovery by itself.
///
/// Once it is enabled, its source and destination are virtual endpoints that all programs see.
/// - Thread: any.
open class MIDIUMPMutableEndpoint: MIDIUMPEndpoint, @unchecked Sendable {
    private let place: MIDIPlace
    private let receive: @Sendable ([TimedWords]) -> Void
    private let answering = Mutex<StreamAnswering?>(nil)
    private let ownBlocks = Mutex<[MIDIUMPMutableFunctionBlock]>([])

    /// Describes an endpoint; `setEnabled` shows it.
    ///
    /// - Parameters:
    ///   - productInstanceID: ASCII, at most 42 bytes.
    ///   - destinationCallback: Receives the packets sent to the endpoint, except discovery, on a thread of Sordino.
    /// - Returns: Nil for an empty name or one of more than 98 bytes, for a longer product id, and for an unknown
    ///   protocol.
    public init?(
        name: String, deviceInfo: MIDI2DeviceInfo, productInstanceID: String, midiProtocol MIDIProtocol: MIDIProtocolID,
        destinationCallback: @escaping MIDIReceiveBlock
    ) {
        guard !name.isEmpty, name.utf8.count <= StreamEndpoint.nameLimit, productInstanceID.utf8.count <= 42,
            MIDIProtocol.midiProtocol != nil
        else { return nil }
        place = MIDIPlace.current
        let (block, call) = (Lent(destinationCallback), place.caller())
        receive = { packets in
            call {
                PacketWalk.withEventList(packets.map { ($0.time, $0.words) }, protocol: MIDIProtocol) {
                    block.value($0, nil)
                }
            }
        }
        var endpoint = StreamEndpoint()
        (endpoint.name, endpoint.productID) = (name, productInstanceID)
        endpoint.identity = deviceInfo.identity
        endpoint.currentProtocol = UInt8(MIDIProtocol.rawValue)
        super.init(nil, endpoint)
    }

    deinit { answering.withLock { $0 }?.end() }

    /// Indicates whether programs see it.
    public var isEnabled: Bool { answering.withLock { $0 != nil } }

    /// The function blocks that the program has given it.
    public internal(set) var mutableFunctionBlocks: [MIDIUMPMutableFunctionBlock] {
        get { ownBlocks.withLock { $0 } }
        set { ownBlocks.withLock { $0 = newValue } }
    }

    /// Gives it its function blocks, which are numbered in their order.
    ///
    /// - Parameter markAsStatic: Whether they stay as they are from then on.
    /// - Throws: -50 for more than 32 blocks, `kMIDINotPermitted` for an endpoint that is enabled or has static blocks,
    ///   or for a block that belongs to another endpoint.
    public func registerFunctionBlocks(
        _ functionBlocks: [MIDIUMPMutableFunctionBlock], markAsStatic: Bool
    ) throws {
        guard functionBlocks.count <= StreamEndpoint.blockLimit else { throw MIDIFailure.parameter.error }
        guard !isEnabled, !hasStaticFunctionBlocks,
            functionBlocks.allSatisfy({ $0.holder == nil || $0.holder === self })
        else { throw MIDIFailure.notPermitted.error }
        let described = functionBlocks.map(\.block)
        describe { endpoint in
            endpoint.hasStaticBlocks = markAsStatic
            endpoint.blocks = Dictionary(
                uniqueKeysWithValues: described.enumerated().map { (UInt8($0.offset), $0.element) })
        }
        for (number, block) in functionBlocks.enumerated() { block.join(self, as: UInt8(number)) }
        mutableFunctionBlocks = functionBlocks
        self.functionBlocks = functionBlocks
    }

    /// Sets the name and announces it to connected endpoints.
    ///
    /// - Throws: -50 for a name that is empty or has more than 98 bytes.
    public func setName(_ name: String) throws {
        guard !name.isEmpty, name.utf8.count <= StreamEndpoint.nameLimit else { throw MIDIFailure.parameter.error }
        describe { $0.name = name }
        tell(endpoint.nameWords, block: nil)
        guard let record else { return }
        for id in [record.source, record.destination] {
            _ = change { setup throws(MIDIFailure) in
                try setup.setProperty(MIDIPropertyName.name, of: id, to: .text(name))
            }
        }
    }

    /// Shows it to all programs, or takes it back.
    ///
    /// - Throws: `kMIDINotPermitted` if the MIDI system takes no more objects.
    public func setEnabled(_ isEnabled: Bool) throws {
        guard isEnabled != self.isEnabled else { return }
        if isEnabled {
            do throws(MIDIFailure) {
                let made = try StreamAnswering(system: place.system, endpoint, receiver: receive)
                answering.withLock { $0 = made }
                follow(made.record)
                MIDIUMPEndpointManager.shared.add(self, made.record)
            } catch { throw error.error }
        } else if let former = answering.withLock({ answering -> StreamAnswering? in
            defer { answering = nil }
            return answering
        }) {
            place.directory.remove(former.record)
            follow(nil)
            former.end()
        }
    }

    /// Sends words to connected endpoints, and posts notifications inside the program.
    func tell(_ words: [UInt32], block: UInt8?) {
        guard let answering = answering.withLock({ $0 }) else { return }
        answering.tell(words)
        place.directory.changed(answering.record, block: block)
    }
}

/// A function block of an endpoint that the program provides.
///
/// - Thread: any.
open class MIDIUMPMutableFunctionBlock: MIDIUMPFunctionBlock, @unchecked Sendable {
    /// Describes a block.
    ///
    /// - Parameters:
    ///   - firstGroup: 0 to 15.
    ///   - totalGroupsSpanned: 1 to 16, of which the last is 15 at most.
    /// - Returns: Nil for groups beyond 15, and for a name of more than 98 bytes.
    public init?(
        name: String, direction: MIDIUMPFunctionBlockDirection, firstGroup: MIDIUMPGroupNumber,
        totalGroupsSpanned: MIDIUInteger7, maxSysEx8Streams: MIDIUInteger7,
        midi1Info MIDI1Info: MIDIUMPFunctionBlockMIDI1Info, uiHint UIHint: MIDIUMPFunctionBlockUIHint, isEnabled: Bool
    ) {
        guard name.utf8.count <= StreamEndpoint.nameLimit, totalGroupsSpanned >= 1,
            Int(firstGroup) + Int(totalGroupsSpanned) <= 16
        else { return nil }
        var block = StreamEndpoint.Block()
        block.name = name
        block.direction = UInt8(clamping: direction.rawValue)
        block.midi1 = UInt8(clamping: MIDI1Info.rawValue)
        block.hint = UInt8(clamping: UIHint.rawValue)
        (block.firstGroup, block.groupCount) = (firstGroup, totalGroupsSpanned)
        (block.exclusive8Count, block.isActive) = (maxSysEx8Streams, isEnabled)
        super.init(0, of: nil, block)
    }

    /// The endpoint that it belongs to.
    public override var umpEndpoint: MIDIUMPMutableEndpoint? { holder as? MIDIUMPMutableEndpoint }

    /// Enables or disables the block and announces the change.
    ///
    /// - Throws: `kMIDINotPermitted` for a block of an endpoint with static function blocks.
    public func setEnabled(_ isEnabled: Bool) throws { try alter { $0.isActive = isEnabled } }

    /// Sets the name and announces the change.
    ///
    /// - Throws: -50 for a name of more than 98 bytes; `kMIDINotPermitted` for a block of an endpoint with static
    ///   function blocks.
    public func setName(_ name: String) throws {
        guard name.utf8.count <= StreamEndpoint.nameLimit else { throw MIDIFailure.parameter.error }
        try alter { $0.name = name }
    }

    /// Changes groups, direction and hints of the block and announces the change.
    ///
    /// - Throws: -50 for groups beyond 15; `kMIDINotPermitted` for a block of an endpoint with static function blocks.
    public func reconfigure(
        firstGroup: MIDIUMPGroupNumber, direction: MIDIUMPFunctionBlockDirection,
        MIDI1Info: MIDIUMPFunctionBlockMIDI1Info, UIHint: MIDIUMPFunctionBlockUIHint
    ) throws {
        guard Int(firstGroup) + Int(totalGroupsSpanned) <= 16 else { throw MIDIFailure.parameter.error }
        try alter { block in
            block.firstGroup = firstGroup
            block.direction = UInt8(clamping: direction.rawValue)
            block.midi1 = UInt8(clamping: MIDI1Info.rawValue)
            block.hint = UInt8(clamping: UIHint.rawValue)
        }
    }

    private func alter(_ body: (inout StreamEndpoint.Block) -> Void) throws {
        guard let endpoint = umpEndpoint else { return describe(body) }
        guard !endpoint.hasStaticFunctionBlocks else { throw MIDIFailure.notPermitted.error }
        describe(body)
        endpoint.tell(endpoint.endpoint.words(ofBlock: functionBlockID), block: functionBlockID)
    }
}
