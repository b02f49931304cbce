import CCoreMIDI
import CoreAudioTypes
import SordinoMIDI

/// Makes a stream message.
///
/// - Parameters:
///   - data1: The lower half of the first word.
///   - data2: The second word, and so on.
/// - Source: "Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol" 1.1, section 7.1.
public func MIDI2StreamMessage(
    _ format: UMPStreamMessageFormat, _ status: UMPStreamMessageStatus, _ data1: UInt16, _ data2: UInt32,
    _ data3: UInt32, _ data4: UInt32
) -> MIDIMessage_128 {
    message(StreamMessage.words(status.rawValue, form: UInt32(format.rawValue), data1, data2, data3, data4))
}

/// Makes a stream message of at most 14 bytes; those beyond are left out.
public func MIDI2StreamMessageFromData(
    _ format: UMPStreamMessageFormat, _ status: UMPStreamMessageStatus, _ data: UnsafePointer<UInt8>!, _ length: Int
) -> MIDIMessage_128 {
    let bytes = UnsafeBufferPointer(start: data, count: data == nil ? 0 : min(max(length, 0), 14))
    return message(StreamMessage.words(status.rawValue, form: UInt32(format.rawValue), bytes: bytes))
}

/// Makes an endpoint discovery message.
public func MIDI2EndpointDiscoveryMessage(
    _ versionMajor: UInt8, _ versionMinor: UInt8, _ endpointInfoRequest: Bool, _ deviceIdentityRequest: Bool,
    _ endpointNameRequest: Bool, _ productInstanceIDRequest: Bool, _ streamConfigurationRequest: Bool
) -> MIDIMessage_128 {
    let wishes = [
        endpointInfoRequest, deviceIdentityRequest, endpointNameRequest, productInstanceIDRequest,
        streamConfigurationRequest,
    ]
    let filter = wishes.enumerated().reduce(UInt32(0)) { $0 | ($1.element ? 1 << UInt32($1.offset) : 0) }
    return MIDI2StreamMessage(
        .complete, .endpointDiscovery, UInt16(versionMajor) << 8 | UInt16(versionMinor), filter, 0, 0)
}

/// Makes the answer to endpoint discovery.
///
/// - Parameters:
///   - numberOfFunctionBlocks: 0 to 32.
///   - m1: Whether it speaks MIDI 1.0; `m2`: whether it speaks MIDI 2.0.
public func MIDI2EndpointInfoNotificationMessage(
    _ versionMajor: UInt8, _ versionMinor: UInt8, _ staticFunctionBlocks: Bool, _ numberOfFunctionBlocks: UInt8,
    _ m1: Bool, _ m2: Bool, _ receiveJRTimestamp: Bool, _ transmitJRTimestamp: Bool
) -> MIDIMessage_128 {
    message(
        StreamMessage.endpointInfo(
            version: UInt16(versionMajor) << 8 | UInt16(versionMinor), hasStaticBlocks: staticFunctionBlocks,
            blockCount: numberOfFunctionBlocks, speaksMIDI1: m1, speaksMIDI2: m2,
            receivesJitterStamps: receiveJRTimestamp, sendsJitterStamps: transmitJRTimestamp))
}

/// Makes the answer which device an endpoint is.
public func MIDI2EndpointDeviceIdentityNotificationMessage(
    _ deviceManufacturer1: MIDIUInteger7, _ deviceManufacturer2: MIDIUInteger7,
    _ deviceManufacturer3: MIDIUInteger7, _ deviceFamily: MIDIUInteger14, _ deviceFamilyModel: MIDIUInteger14,
    _ revisionLevel: MIDIUInteger28
) -> MIDIMessage_128 {
    let maker =
        UInt32(deviceManufacturer1 & 0x7F) << 16 | UInt32(deviceManufacturer2 & 0x7F) << 8
        | UInt32(deviceManufacturer3 & 0x7F)
    // The number of 28 bits goes in bytes of seven, the lowest first.
    let revision =
        (revisionLevel & 0x7F) << 24 | (revisionLevel >> 7 & 0x7F) << 16 | (revisionLevel >> 14 & 0x7F) << 8
        | revisionLevel >> 21 & 0x7F
    return message(
        StreamMessage.deviceIdentity(
            manufacturer: maker, family: deviceFamily, model: deviceFamilyModel, revision: revision))
}

/// Makes a part of an endpoint's name, at most 14 bytes of UTF-8.
public func MIDI2EndpointNameNotificationMessage(
    _ format: UMPStreamMessageFormat, _ data: UnsafePointer<CChar>!, _ length: Int
) -> MIDIMessage_128 { text(format, .endpointNameNotification, nil, data, length) }

/// Makes a part of a device's serial number, at most 14 bytes of ASCII.
public func MIDI2EndpointProductInstanceIDNotificationMessage(
    _ format: UMPStreamMessageFormat, _ data: UnsafePointer<CChar>!, _ length: Int
) -> MIDIMessage_128 { text(format, .productInstanceIDNotification, nil, data, length) }

/// Makes a request that an endpoint use a protocol.
public func MIDI2StreamConfigurationRequestMessage(
    _ protocol: UInt8, _ receiveJRTimestamp: Bool, _ transmitJRTimestamp: Bool
) -> MIDIMessage_128 {
    message(
        StreamMessage.configuration(
            StreamMessage.Status.configurationRequest, protocol: `protocol`, receivesJitterStamps: receiveJRTimestamp,
            sendsJitterStamps: transmitJRTimestamp))
}

/// Makes the answer which protocol an endpoint speaks.
public func MIDI2StreamConfigurationNotificationMessage(
    _ protocol: UInt8, _ receiveJRTimestamp: Bool, _ transmitJRTimestamp: Bool
) -> MIDIMessage_128 {
    message(
        StreamMessage.configuration(
            StreamMessage.Status.configuration, protocol: `protocol`, receivesJitterStamps: receiveJRTimestamp,
            sendsJitterStamps: transmitJRTimestamp))
}

/// Makes a function block discovery message.
///
/// - Parameter functionBlockNumber: 0 to 31; 255 for all.
public func MIDI2FunctionBlockDiscoveryMessage(
    _ functionBlockNumber: UInt8, _ infoRequest: Bool, _ nameRequest: Bool
) -> MIDIMessage_128 {
    MIDI2StreamMessage(
        .complete, .functionBlockDiscovery,
        UInt16(functionBlockNumber) << 8 | (nameRequest ? 2 : 0) | (infoRequest ? 1 : 0), 0, 0, 0)
}

/// Makes the answer to function block discovery.
public func MIDI2FunctionBlockInfoNotificationMessage(
    _ active: Bool, _ blockNumber: MIDIUInteger7, _ UIHint: MIDIUMPFunctionBlockUIHint,
    _ MIDI1: MIDIUMPFunctionBlockMIDI1Info, _ direction: MIDIUMPFunctionBlockDirection, _ firstGroup: UInt8,
    _ numberOfGroupsSpanned: UInt8, _ CIVersion: UInt8, _ maxSysex8Streams: UInt8
) -> MIDIMessage_128 {
    var block = StreamEndpoint.Block()
    block.isActive = active
    block.direction = UInt8(truncatingIfNeeded: direction.rawValue)
    block.midi1 = UInt8(truncatingIfNeeded: MIDI1.rawValue)
    block.hint = UInt8(truncatingIfNeeded: UIHint.rawValue)
    (block.firstGroup, block.groupCount, block.exclusive8Count) = (firstGroup, numberOfGroupsSpanned, maxSysex8Streams)
    return message(StreamMessage.blockInfo(block, number: blockNumber, inquiryVersion: CIVersion))
}

/// Makes a part of a function block's name, at most 13 bytes of UTF-8.
public func MIDI2FunctionBlockNameNotificationMessage(
    _ format: UMPStreamMessageFormat, _ blockNumber: UInt8, _ data: UnsafePointer<CChar>!, _ length: Int
) -> MIDIMessage_128 { text(format, .functionBlockNameNotification, blockNumber, data, length) }

/// Makes the beginning of a clip.
public func MIDI2StartOfClipMessage() -> MIDIMessage_128 { MIDI2StreamMessage(.complete, .startOfClip, 0, 0, 0, 0) }

/// Makes the end of a clip.
public func MIDI2EndOfClipMessage() -> MIDIMessage_128 { MIDI2StreamMessage(.complete, .endOfClip, 0, 0, 0, 0) }

private func text(
    _ format: UMPStreamMessageFormat, _ status: UMPStreamMessageStatus, _ number: UInt8?,
    _ data: UnsafePointer<CChar>?, _ length: Int
) -> MIDIMessage_128 {
    var bytes = number.map { [$0] } ?? []
    if let data {
        for place in 0..<min(max(length, 0), 14 - bytes.count) { bytes.append(UInt8(bitPattern: data[place])) }
    }
    return MIDI2StreamMessageFromData(format, status, bytes, bytes.count)
}

private func message(_ words: [UInt32]) -> MIDIMessage_128 {
    MIDIMessage_128(word0: words[0], word1: words[1], word2: words[2], word3: words[3])
}
