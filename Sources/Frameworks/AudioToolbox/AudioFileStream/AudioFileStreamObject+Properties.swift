import CoreAudioTypes
import Foundation
import SordinoMedia
import SordinoRealtime

/// The properties of a stream.
extension AudioFileStreamObject {
    /// The properties in the order in which they are announced to a client.
    static let announcements: [AudioFileStreamPropertyID] = [
        kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
        kAudioFileStreamProperty_DataOffset, kAudioFileStreamProperty_AudioDataByteCount,
        kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_MaximumPacketSize,
        kAudioFileStreamProperty_PacketSizeUpperBound, kAudioFileStreamProperty_ChannelLayout,
        kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_PacketTableInfo,
        kAudioFileStreamProperty_InfoDictionary, kAudioFileStreamProperty_ReadyToProducePackets,
        kAudioFileStreamProperty_AverageBytesPerPacket, kAudioFileStreamProperty_BitRate,
    ]

    /// Returns whether a property can be announced; all but the file type wait until the parser reaches the packets.
    func isKnown(_ property: AudioFileStreamPropertyID) -> Bool {
        if property == kAudioFileStreamProperty_FileFormat { return parser.container != nil }
        guard parser.isReady else { return false }
        return (try? value(property)) != nil
    }

    /// The value of a property.
    ///
    /// - Throws: `kAudioFileStreamError_ValueUnknown`, `kAudioFileStreamError_UnsupportedProperty`.
    func property(_ property: AudioFileStreamPropertyID) throws -> PropertyValue {
        guard let value = try value(property) else { throw StatusError(kAudioFileStreamError_ValueUnknown) }
        return value
    }

    private var properties: MediaProperties? { parser.properties }
    private var format: MediaFormat? { properties?.format }

    /// Nil while it is not known, or if the stream does not tell.
    private func value(_ property: AudioFileStreamPropertyID) throws -> PropertyValue? {
        switch property {
        case kAudioFileStreamProperty_ReadyToProducePackets: .value(UInt32(parser.isReady ? 1 : 0))
        case kAudioFileStreamProperty_FileFormat: (properties?.fileType).map { .value($0.rawValue) }
        case kAudioFileStreamProperty_DataFormat: format.map { .value($0.basicDescription) }
        case kAudioFileStreamProperty_FormatList: formatList.map { .array($0) }
        case kAudioFileStreamProperty_MagicCookieData: properties?.cookie.map { .bytes($0) }
        case kAudioFileStreamProperty_AudioDataByteCount:
            (properties?.dataByteCount).map { .value(UInt64(clamping: $0)) }
        case kAudioFileStreamProperty_AudioDataPacketCount: packetCount.map { .value(UInt64(clamping: $0)) }
        case kAudioFileStreamProperty_MaximumPacketSize: maximumPacketSize.map { .value(UInt32(clamping: $0)) }
        case kAudioFileStreamProperty_PacketSizeUpperBound:
            format.map { .value(UInt32(clamping: maximumPacketSize ?? $0.packetByteLimit)) }
        case kAudioFileStreamProperty_DataOffset: (properties?.dataStart).map { .value($0) }
        case kAudioFileStreamProperty_ChannelLayout: layout.map { .bytes($0.coreAudioBytes) }
        case kAudioFileStreamProperty_PacketTableInfo: packetTableInfo.map { .value($0) }
        case kAudioFileStreamProperty_AverageBytesPerPacket: averageBytesPerPacket.map { .value($0) }
        case kAudioFileStreamProperty_BitRate: bitRate.map { .value($0) }
        case kAudioFileStreamProperty_RestrictsRandomAccess: format.map { _ in .value(UInt32(0)) }
        case kAudioFileStreamProperty_InfoDictionary: info.map { .object($0) }
        default: throw StatusError(kAudioFileStreamError_UnsupportedProperty)
        }
    }

    private var formatList: [AudioFormatListItem]? {
        guard let format else { return nil }
        let layout = layout ?? .usual(channelCount: format.channelCount)
        var items = [
            AudioFormatListItem(
                mASBD: format.basicDescription, mChannelLayoutTag: layout?.tag ?? kAudioChannelLayoutTag_Unknown)
        ]
        if let cookie = properties?.cookie, format.codec == "aac ",
            let richer = MediaFormat.described(by: cookie, codec: format.codec), richer.codec != format.codec
        {
            let tag = ChannelLayout.usual(channelCount: richer.channelCount)?.tag ?? kAudioChannelLayoutTag_Unknown
            items.insert(AudioFormatListItem(mASBD: richer.basicDescription, mChannelLayoutTag: tag), at: 0)
        }
        return items
    }

    private var layout: ChannelLayout? {
        guard let format else { return nil }
        return properties?.layout ?? (format.encoding == nil ? .usual(channelCount: format.channelCount) : nil)
    }

    private var table: (any PacketTable)? {
        if case .table(let table) = properties?.packets { return table }
        return nil
    }

    private var packetCount: Int64? {
        if let table { return table.packetCount }
        guard let properties, let format else { return nil }
        if let count = properties.packetCount { return count }
        switch properties.packets {
        case .uniform:
            return format.bytesPerPacket > 0 ? properties.dataByteCount.map { $0 / Int64(format.bytesPerPacket) } : nil
        case .framed(let framer):
            guard format.framesPerPacket > 0, let byteCount = properties.dataByteCount,
                let frames = framer.frameCount(dataByteCount: byteCount)
            else { return nil }
            return (frames + Int64(format.framesPerPacket) - 1) / Int64(format.framesPerPacket)
        case .table: return nil
        }
    }

    private var maximumPacketSize: Int? {
        guard let format else { return nil }
        if format.bytesPerPacket > 0 { return format.bytesPerPacket }
        guard let table else { return nil }
        return (0..<table.packetCount).reduce(0) { max($0, table.place(ofPacket: $1).byteCount) }
    }

    private var packetTableInfo: AudioFilePacketTableInfo? {
        guard let properties, let format, format.encoding == nil else { return nil }
        let isTold =
            properties.validFrameCount != nil || properties.primingFrameCount > 0 || properties.remainderFrameCount > 0
        guard let table else {
            guard isTold, let valid = properties.validFrameCount else { return nil }
            return AudioFilePacketTableInfo(
                mNumberValidFrames: valid, mPrimingFrames: Int32(clamping: properties.primingFrameCount),
                mRemainderFrames: Int32(clamping: properties.remainderFrameCount))
        }
        let all = table.frameCount
        let priming = min(properties.primingFrameCount, all)
        let valid = min(
            properties.validFrameCount ?? max(0, all - priming - properties.remainderFrameCount), all - priming)
        return AudioFilePacketTableInfo(
            mNumberValidFrames: valid, mPrimingFrames: Int32(clamping: priming),
            mRemainderFrames: Int32(clamping: all - priming - valid))
    }

    private var bitRate: UInt32? {
        guard let format, format.sampleRate > 0 else { return nil }
        if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
            let seconds = Double(format.framesPerPacket) / format.sampleRate
            return UInt32(clamping: Int(min((Double(format.bytesPerPacket) * 8 / seconds).rounded(), 1e15)))
        }
        guard seen.frames > 0 else { return nil }
        let seconds = Double(seen.frames) / format.sampleRate
        return UInt32(clamping: Int(min((Double(seen.bytes) * 8 / seconds).rounded(), 1e15)))
    }

    private var info: NSDictionary? {
        guard let entries = properties?.info, !entries.isEmpty else { return nil }
        let dictionary = NSMutableDictionary()
        for entry in entries where dictionary[entry.key] == nil {
            dictionary[NSString(string: entry.key)] = NSString(string: entry.value)
        }
        return dictionary
    }

    // MARK: - From packets to frames and bytes

    /// Writes the answer over the question at `pointer`.
    ///
    /// - Throws: `kAudioFileStreamError_ValueUnknown` where only the packets that are still to come tell,
    ///   `kAudioFileStreamError_InvalidPacketOffset`.
    func translate(_ property: AudioFileStreamPropertyID, _ pointer: UnsafeMutableRawPointer) throws {
        guard let format else { throw StatusError(kAudioFileStreamError_ValueUnknown) }
        func change<Item: BitwiseCopyable>(_: Item.Type, _ body: (inout Item) throws -> Void) rethrows {
            var item = pointer.loadUnaligned(as: Item.self)
            try body(&item)
            pointer.storeBytes(of: item, as: Item.self)
        }
        switch property {
        case kAudioFileStreamProperty_PacketToFrame:
            try change(AudioFramePacketTranslation.self) { item in
                item.mFrame = try firstFrame(ofPacket: item.mPacket, format)
                item.mFrameOffsetInPacket = 0
            }
        case kAudioFileStreamProperty_FrameToPacket:
            try change(AudioFramePacketTranslation.self) { item in
                guard item.mFrame >= 0 else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
                if let table {
                    guard item.mFrame < table.frameCount else {
                        throw StatusError(kAudioFileStreamError_InvalidPacketOffset)
                    }
                    item.mPacket = table.packet(ofFrame: item.mFrame)
                } else {
                    guard format.framesPerPacket > 0 else { throw StatusError(kAudioFileStreamError_ValueUnknown) }
                    item.mPacket = item.mFrame / Int64(format.framesPerPacket)
                }
                item.mFrameOffsetInPacket = UInt32(
                    clamping: item.mFrame - (try firstFrame(ofPacket: item.mPacket, format)))
            }
        case kAudioFileStreamProperty_PacketToByte:
            try change(AudioBytePacketTranslation.self) { item in
                let place = try byte(ofPacket: item.mPacket, format)
                (item.mByte, item.mFlags) = (place.offset, place.flags)
                item.mByteOffsetInPacket = 0
            }
        case kAudioFileStreamProperty_ByteToPacket:
            try change(AudioBytePacketTranslation.self) { item in
                guard item.mByte >= 0 else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
                let bytesPerPacket =
                    format.bytesPerPacket > 0 ? Double(format.bytesPerPacket) : averageBytesPerPacket ?? 0
                guard bytesPerPacket > 0 else { throw StatusError(kAudioFileStreamError_ValueUnknown) }
                item.mPacket = Int64(nearest: (Double(item.mByte) / bytesPerPacket).rounded(.down))
                let place = try byte(ofPacket: item.mPacket, format)
                item.mByteOffsetInPacket = UInt32(clamping: max(0, item.mByte - place.offset))
                item.mFlags = format.bytesPerPacket > 0 ? [] : [.bytePacketTranslationFlag_IsEstimate]
            }
        default: throw StatusError(kAudioFileStreamError_UnsupportedProperty)
        }
    }

    private func firstFrame(ofPacket packet: Int64, _ format: MediaFormat) throws -> Int64 {
        guard packet >= 0 else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
        if let table {
            guard packet < table.packetCount else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
            return table.frames(ofPacket: packet).first
        }
        guard format.framesPerPacket > 0 else { throw StatusError(kAudioFileStreamError_ValueUnknown) }
        let frame = packet.multipliedReportingOverflow(by: Int64(format.framesPerPacket))
        guard !frame.overflow else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
        return frame.partialValue
    }

    private func byte(
        ofPacket packet: Int64, _ format: MediaFormat
    ) throws -> (offset: Int64, flags: AudioBytePacketTranslationFlags) {
        guard packet >= 0 else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
        if let table, let start = properties?.dataStart {
            guard packet < table.packetCount else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
            return (table.place(ofPacket: packet).offset - start, [])
        }
        if format.bytesPerPacket > 0 {
            let byte = packet.multipliedReportingOverflow(by: Int64(format.bytesPerPacket))
            guard !byte.overflow else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
            return (byte.partialValue, [])
        }
        guard let mean = averageBytesPerPacket else { throw StatusError(kAudioFileStreamError_ValueUnknown) }
        return (Int64(nearest: (Double(packet) * mean).rounded(.down)), [.bytePacketTranslationFlag_IsEstimate])
    }
}
