import CoreAudioTypes
import Foundation
import SordinoMedia

/// Values of a file's properties.
extension AudioFileObject {
    /// The formats that the stream can be decoded as.
    var formatList: [AudioFormatListItem] {
        formats.map { item in
            let layout = item.layout ?? .usual(channelCount: item.format.channelCount)
            return AudioFormatListItem(
                mASBD: item.format.basicDescription, mChannelLayoutTag: layout?.tag ?? kAudioChannelLayoutTag_Unknown)
        }
    }

    /// Indicates whether everything is in its best place.
    var isOptimized: Bool {
        switch content {
        case .writing: true
        // A file that cannot be read any more is not put in order either.
        case .reading(let file): (try? MediaRewriter.isOptimised(file.source)) ?? true
        }
    }

    /// Bytes of the largest packet; may look at all of them.
    var maximumPacketSize: Int {
        switch content {
        case .reading(let file): file.largestPacketByteCount
        case .writing(let draft): format.bytesPerPacket > 0 ? format.bytesPerPacket : draft.largestPacketByteCount
        }
    }

    /// Bytes before the audio.
    var dataOffset: Int64 {
        switch content {
        case .reading(let file): file.scan.dataStart
        case .writing(let draft): draft.dataStart
        }
    }

    /// Bits a second, on average.
    var bitRate: UInt32 {
        if let encoding = format.encoding {
            let bits = format.sampleRate * Double(format.channelCount * encoding.byteCount * 8)
            return UInt32(clamping: Int(min(bits.rounded(), 1e15)))
        }
        let duration = estimatedDuration
        guard duration > 0 else { return 0 }
        return UInt32(clamping: Int(min((Double(dataByteCount) * 8 / duration).rounded(), 1e15)))
    }

    /// The range of frames to play; nil for formats where all frames are played, and where the file does not say.
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

    /// Bits of the samples before they were encoded.
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

    /// The ID3 tag and where it begins.
    var id3Tag: (bytes: [UInt8], offset: Int64)? {
        get throws {
            guard case .reading(let file) = content else { return nil }
            if let chunk = file.properties.chunks.first(where: { ["ID3 ", "id3 "].contains($0.id) }) {
                return (try file.body(of: chunk, limit: FileTags.byteLimit), chunk.start)
            }
            return try FileTags.id3Tag(at: 0, of: file.source).map { ($0, 0) }
        }
    }

    /// The picture of the album, as it lies in the file.
    var artwork: [UInt8]? {
        get throws {
            guard case .reading(let file) = content else { return nil }
            if let tag = try id3Tag { return FileTags.picture(inID3: tag.bytes) }
            return try FileTags.picture(of: file)
        }
    }
}

/// Bytes as the object that a client releases.
func NSDataOf(_ bytes: [UInt8]) -> NSData { NSData(data: Data(bytes)) }

/// The info dictionary of a file: the keys of `kAFInfoDictionary_...` and texts.
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

    /// The entries of a client's dictionary, in the order of their keys; what is no text or number is left out.
    static func entries(of dictionary: NSDictionary) -> [MediaProperties.Info] {
        var entries: [MediaProperties.Info] = []
        for (key, value) in dictionary {
            guard let key = (key as? NSString).map({ "\($0)" }) ?? (key as? String) else { continue }
            // What follows from the audio is not stored.
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
