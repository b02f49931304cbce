import CCoreMIDI
import CoreAudioTypes

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
    let head = 0xF000_0000 | UInt32(format.rawValue & 3) << 26 | (status.rawValue & 0x3FF) << 16
    return MIDIMessage_128(word0: head | UInt32(data1), word1: data2, word2: data3, word3: data4)
}

/// Makes a stream message of at most 14 bytes; those beyond are left out.
public func MIDI2StreamMessageFromData(
    _ format: UMPStreamMessageFormat, _ status: UMPStreamMessageStatus, _ data: UnsafePointer<UInt8>!, _ length: Int
) -> MIDIMessage_128 {
    var bytes = [UInt8](repeating: 0, count: 14)
    if let data { for place in 0..<min(max(length, 0), 14) { bytes[place] = data[place] } }
    func word(_ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    return MIDI2StreamMessage(
        format, status, UInt16(bytes[0]) << 8 | UInt16(bytes[1]), word(2), word(6), word(10))
}

/// Makes the question what an endpoint is.
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

/// Makes the answer what an endpoint is.
///
/// - Parameters:
///   - numberOfFunctionBlocks: 0 to 32.
///   - m1: Whether it speaks MIDI 1.0; `m2`: whether it speaks MIDI 2.0.
public func MIDI2EndpointInfoNotificationMessage(
    _ versionMajor: UInt8, _ versionMinor: UInt8, _ staticFunctionBlocks: Bool, _ numberOfFunctionBlocks: UInt8,
    _ m1: Bool, _ m2: Bool, _ receiveJRTimestamp: Bool, _ transmitJRTimestamp: Bool
) -> MIDIMessage_128 {
    let blocks = (staticFunctionBlocks ? 0x8000_0000 : 0) | UInt32(numberOfFunctionBlocks & 0x7F) << 24
    let protocols: UInt32 = (m2 ? 0x200 : 0) | (m1 ? 0x100 : 0)
    let jitter: UInt32 = (receiveJRTimestamp ? 2 : 0) | (transmitJRTimestamp ? 1 : 0)
    return MIDI2StreamMessage(
        .complete, .endpointInfoNotification, UInt16(versionMajor) << 8 | UInt16(versionMinor),
        blocks | protocols | jitter, 0, 0)
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
    // Numbers of 14 and 28 bits go in bytes of seven, the lowest first.
    func halves(_ value: UInt16) -> UInt32 { UInt32(value & 0x7F) << 8 | UInt32(value >> 7 & 0x7F) }
    let revision =
        (revisionLevel & 0x7F) << 24 | (revisionLevel >> 7 & 0x7F) << 16 | (revisionLevel >> 14 & 0x7F) << 8
        | revisionLevel >> 21 & 0x7F
    return MIDI2StreamMessage(
        .complete, .deviceIdentityNotification, 0, maker, halves(deviceFamily) << 16 | halves(deviceFamilyModel),
        revision)
}

/// Makes a part of an endpoint's name, at most 14 bytes of UTF-8.
public func MIDI2EndpointNameNotificationMessage(
    _ format: UMPStreamMessageFormat, _ data: UnsafePointer<CChar>!, _ length: Int
) -> MIDIMessage_128 { text(format, .endpointNameNotification, nil, data, length) }

/// Makes a part of a device's serial number, at most 14 bytes of ASCII.
public func MIDI2EndpointProductInstanceIDNotificationMessage(
    _ format: UMPStreamMessageFormat, _ data: UnsafePointer<CChar>!, _ length: Int
) -> MIDIMessage_128 { text(format, .productInstanceIDNotification, nil, data, length) }

/// Makes the wish that an endpoint speak a protocol.
public func MIDI2StreamConfigurationRequestMessage(
    _ protocol: UInt8, _ receiveJRTimestamp: Bool, _ transmitJRTimestamp: Bool
) -> MIDIMessage_128 {
    MIDI2StreamMessage(
        .complete, .streamConfigurationRequest,
        UInt16(`protocol`) << 8 | (receiveJRTimestamp ? 2 : 0) | (transmitJRTimestamp ? 1 : 0), 0, 0, 0)
}

/// Makes the answer which protocol an endpoint speaks.
public func MIDI2StreamConfigurationNotificationMessage(
    _ protocol: UInt8, _ receiveJRTimestamp: Bool, _ transmitJRTimestamp: Bool
) -> MIDIMessage_128 {
    MIDI2StreamMessage(
        .complete, .streamConfigurationNotification,
        UInt16(`protocol`) << 8 | (receiveJRTimestamp ? 2 : 0) | (transmitJRTimestamp ? 1 : 0), 0, 0, 0)
}

/// Makes the question what a function block is.
///
/// - Parameter functionBlockNumber: 0 to 31; 255 for all.
public func MIDI2FunctionBlockDiscoveryMessage(
    _ functionBlockNumber: UInt8, _ infoRequest: Bool, _ nameRequest: Bool
) -> MIDIMessage_128 {
    MIDI2StreamMessage(
        .complete, .functionBlockDiscovery,
        UInt16(functionBlockNumber) << 8 | (nameRequest ? 2 : 0) | (infoRequest ? 1 : 0), 0, 0, 0)
}

/// Makes the answer what a function block is.
public func MIDI2FunctionBlockInfoNotificationMessage(
    _ active: Bool, _ blockNumber: MIDIUInteger7, _ UIHint: MIDIUMPFunctionBlockUIHint,
    _ MIDI1: MIDIUMPFunctionBlockMIDI1Info, _ direction: MIDIUMPFunctionBlockDirection, _ firstGroup: UInt8,
    _ numberOfGroupsSpanned: UInt8, _ CIVersion: UInt8, _ maxSysex8Streams: UInt8
) -> MIDIMessage_128 {
    let kinds =
        UInt16(truncatingIfNeeded: UIHint.rawValue & 3) << 4 | UInt16(truncatingIfNeeded: MIDI1.rawValue & 3) << 2
        | UInt16(truncatingIfNeeded: direction.rawValue & 3)
    return MIDI2StreamMessage(
        .complete, .functionBlockInfoNotification,
        (active ? 0x8000 : 0) | UInt16(blockNumber & 0x7F) << 8 | kinds,
        UInt32(firstGroup) << 24 | UInt32(numberOfGroupsSpanned) << 16 | UInt32(CIVersion) << 8
            | UInt32(maxSysex8Streams), 0, 0)
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
