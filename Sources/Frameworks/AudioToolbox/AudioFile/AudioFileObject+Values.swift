import CoreAudioTypes
import Foundation
import SordinoMedia

/// Values of a file's properties.
extension AudioFileObject {
    /// The formats and layouts that the packets can be decoded as, the richest first.
    var formatList: [AudioFormatListItem] {
        formats.map { item in
            let layout = item.layout ?? .usual(channelCount: item.format.channelCount)
            return AudioFormatListItem(
                mASBD: item.format.basicDescription, mChannelLayoutTag: layout?.tag ?? kAudioChannelLayoutTag_Unknown)
        }
    }

    /// Indicates whether the file's parts are in their best order.
    var isOptimized: Bool {
        switch content {
        case .writing: true
        // A file that can no longer be read counts as optimized: it cannot be rewritten either.
        case .reading(let file): (try? MediaRewriter.isOptimised(file.source)) ?? true
        }
    }

    /// The size of the largest packet, in bytes; finding it may read all packets.
    var maximumPacketSize: Int {
        switch content {
        case .reading(let file): file.largestPacketByteCount
        case .writing(let draft): format.bytesPerPacket > 0 ? format.bytesPerPacket : draft.largestPacketByteCount
        }
    }

    /// The position of the first byte of audio in the file.
    var dataOffset: Int64 {
        switch content {
        case .reading(let file): file.scan.dataStart
        case .writing(let draft): draft.dataStart
        }
    }

    /// The mean bit rate, in bits per second.
    var bitRate: UInt32 {
        if let encoding = format.encoding {
            let bits = format.sampleRate * Double(format.channelCount * encoding.byteCount * 8)
            return UInt32(clamping: Int(min(bits.rounded(), 1e15)))
        }
        let duration = estimatedDuration
        guard duration > 0 else { return 0 }
        return UInt32(clamping: Int(min((Double(dataByteCount) * 8 / duration).rounded(), 1e15)))
    }

    /// The range of frames to play; nil for PCM and for compressed files that do not store it.
    var packetTableInfo: AudioFilePacketTableInfo? {
        switch content {
        case .writing(let draft):
            guard format.encoding == nil else { return nil }
            let priming = Int64(draft.description.primingFrameCount)
            let remainder = max(0, draft.frameCount - priming - draft.heardFrameCount)
            return AudioFilePacketTableInfo(
                mNumberValidFrames: draft.heardFrameCount, mPrimingFrames: Int32(clamping: priming),
                mRemainderFrames: Int32(clamping: remainder))
        case .reading(let file):
            let properties = file.properties
            let isTold =
                properties.validFrameCount != nil || properties.primingFrameCount > 0
                || properties.remainderFrameCount > 0
            var isTable = false
            if case .table = properties.packets { isTable = true }
            guard format.encoding == nil, isTold || isTable else { return nil }
            let all = file.count().frames
            let priming = min(properties.primingFrameCount, all)
            let told = properties.validFrameCount ?? max(0, all - priming - properties.remainderFrameCount)
            let valid = min(told, all - priming)
            return AudioFilePacketTableInfo(
                mNumberValidFrames: valid, mPrimingFrames: Int32(clamping: priming),
                mRemainderFrames: Int32(clamping: all - priming - valid))
        }
    }

    /// The bits per sample before encoding, negative for floating point; nil for lossy codecs.
    var sourceBitDepth: Int32? {
        if let encoding = format.encoding {
            return encoding.isFloat ? -Int32(format.bitsPerChannel) : Int32(format.bitsPerChannel)
        }
        switch format.codec {
        case "alac", "flac":
            switch format.codecFlags {
            case kAppleLosslessFormatFlag_16BitSourceData: return 16
            case kAppleLosslessFormatFlag_20BitSourceData: return 20
            case kAppleLosslessFormatFlag_24BitSourceData: return 24
            case kAppleLosslessFormatFlag_32BitSourceData: return 32
            default: return format.bitsPerChannel > 0 ? Int32(format.bitsPerChannel) : nil
            }
        default: return nil
        }
    }

    /// The codes of all chunks; nil for files that consist of none.
    var chunkIDs: [UInt32]? {
        guard UserChunks.areIn(fileType) else { return nil }
        switch content {
        case .reading(let file): return file.properties.chunks.map(\.id.rawValue)
        case .writing(let draft): return draft.userChunks.map(\.id.rawValue)
        }
    }

    /// The ID3 tag and its position in the file; nil without one, and while the file is written.
    var id3Tag: (bytes: [UInt8], offset: Int64)? {
        get throws {
            guard case .reading(let file) = content else { return nil }
            if let chunk = file.properties.chunks.first(where: { ["ID3 ", "id3 "].contains($0.id) }) {
                return (try file.body(of: chunk, limit: FileTags.byteLimit), chunk.start)
            }
            return try FileTags.id3Tag(at: 0, of: file.source).map { ($0, 0) }
        }
    }

    /// The album artwork, as its bytes are stored in the file; nil without one, and while the file is written.
    var artwork: [UInt8]? {
        get throws {
            guard case .reading(let file) = content else { return nil }
            if let tag = try id3Tag { return FileTags.picture(inID3: tag.bytes) }
            return try FileTags.picture(of: file)
        }
    }
}

/// Wraps bytes in an object.
func NSDataOf(_ bytes: [UInt8]) -> NSData { NSData(data: Data(bytes)) }

/// Converts between a file's tags and its info dictionary, which has the keys `kAFInfoDictionary_...`.
enum AudioFileInfo {
    /// Returns the file's tags and its duration, which Core Audio adds for every file.
    static func dictionary(_ file: AudioFileObject) -> NSDictionary {
        let dictionary = NSMutableDictionary()
        for entry in file.info where dictionary[entry.key] == nil {
            dictionary[NSString(string: entry.key)] = NSString(string: entry.value)
        }
        if file.estimatedFrameCount > 0 {
            dictionary[NSString(string: kAFInfoDictionary_ApproximateDurationInSeconds)] =
                NSString(string: String(format: "%.3f", file.estimatedDuration))
        }
        return dictionary
    }

    /// Returns the entries of a client's dictionary in the order of their keys; values other than texts and numbers are
    /// left out.
    static func entries(of dictionary: NSDictionary) -> [MediaProperties.Info] {
        var entries: [MediaProperties.Info] = []
        for (key, value) in dictionary {
            guard let key = (key as? NSString).map({ "\($0)" }) ?? (key as? String) else { continue }
            // The duration is worked out from the audio, so a client's value is not stored.
            guard key != kAFInfoDictionary_ApproximateDurationInSeconds else { continue }
            switch value {
            case let text as String: entries.append(.init(key: key, value: text))
            case let text as NSString: entries.append(.init(key: key, value: "\(text)"))
            case let number as NSNumber: entries.append(.init(key: key, value: number.stringValue))
            default: continue
            }
        }
        return entries.sorted { $0.key < $1.key }
    }
}
