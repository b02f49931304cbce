import CoreAudioTypes
import Foundation
import SordinoMedia
import SordinoSignal

/// Answers questions about channel layouts.
extension AudioFormatQuestion {
    /// Returns the answer to a question about layouts; nil for questions that are answered by the status alone.
    func layoutAnswer() throws -> PropertyValue? {
        switch property {
        case kAudioFormatProperty_ChannelLayoutForTag:
            return .bytes(try described(ChannelPlaces.labels(of: value(as: AudioChannelLayoutTag.self))))
        case kAudioFormatProperty_ChannelLayoutForBitmap:
            let labels = ChannelPlaces.labels(of: AudioChannelBitmap(rawValue: try value(as: UInt32.self)))
            return .bytes(try described(labels.isEmpty ? nil : labels))
        case kAudioFormatProperty_TagForChannelLayout:
            let layout = try layout()
            if layout.tag != ChannelLayout.useDescriptions, layout.tag != ChannelLayout.useBitmap {
                return .value(layout.tag)
            }
            guard let tag = layout.labels.flatMap(ChannelPlaces.tag(for:)) else { throw Self.noAnswer }
            return .value(tag)
        case kAudioFormatProperty_BitmapForLayoutTag:
            let labels = ChannelPlaces.labels(of: try value(as: AudioChannelLayoutTag.self))
            guard let bitmap = labels.flatMap(ChannelPlaces.bitmap(for:)) else { throw Self.noAnswer }
            return .value(bitmap.rawValue)
        case kAudioFormatProperty_TagsForNumberOfChannels:
            return .array(ChannelPlaces.tags(channelCount: Int(try value(as: UInt32.self))))
        case kAudioFormatProperty_NumberOfChannelsForLayout: return .value(UInt32(try layout().channelCount))
        case kAudioFormatProperty_ChannelLayoutName:
            return .object(AudioFormatNames.name(of: try layout(), isSimple: false))
        case kAudioFormatProperty_ChannelLayoutSimpleName:
            return .object(AudioFormatNames.name(of: try layout(), isSimple: true))
        case kAudioFormatProperty_ChannelName:
            return .object(NSString(string: AudioFormatNames.name(of: try channel().mChannelLabel)))
        case kAudioFormatProperty_ChannelShortName:
            return .object(NSString(string: AudioFormatNames.shortName(of: try channel().mChannelLabel)))
        case kAudioFormatProperty_ValidateChannelLayout:
            guard try isValid(layout()) else { throw Self.noAnswer }
            return nil
        case kAudioFormatProperty_AreChannelLayoutsEquivalent:
            let pair = try layouts()
            return .value(UInt32(Self.places(pair.0) == Self.places(pair.1) ? 1 : 0))
        case kAudioFormatProperty_ChannelLayoutHash: return .value(Self.hash(try layout()))
        case kAudioFormatProperty_ChannelMap: return .array(try channelMap())
        case kAudioFormatProperty_MatrixMixMap: return .array(try mixMap())
        case kAudioFormatProperty_PanningMatrix: return .array(try panningGains())
        case kAudioFormatProperty_BalanceFade: return .array(try balanceGains())
        default: throw StatusError(kAudioFormatUnsupportedPropertyError)
        }
    }

    private static var noAnswer: StatusError { StatusError(kAudioFormatUnsupportedDataFormatError) }

    private func channel() throws -> AudioChannelDescription { try value() }

    /// Reads the layout in the specifier.
    private func layout() throws -> ChannelLayout {
        guard specifier.baseAddress != nil, let layout = ChannelLayout(coreAudio: specifier) else {
            throw StatusError(kAudioFormatBadSpecifierSizeError)
        }
        return layout
    }

    /// Reads the two layouts whose pointers are in the specifier.
    private func layouts() throws -> (ChannelLayout, ChannelLayout) {
        let pointers = try values(as: UnsafePointer<AudioChannelLayout>?.self)
        guard pointers.count == 2, let first = pointers[0], let second = pointers[1] else {
            throw StatusError(kAudioFormatBadSpecifierSizeError)
        }
        return (Self.layout(at: first), Self.layout(at: second))
    }

    /// Reads the layout that a field of the specifier points to.
    ///
    /// - Throws: `kAudioFormatBadSpecifierSizeError` for a null pointer, which the field's type rules out in Swift only.
    func layout<Value>(
        in _: Value.Type, at field: KeyPath<Value, UnsafePointer<AudioChannelLayout>>
    ) throws -> ChannelLayout {
        guard let offset = MemoryLayout<Value>.offset(of: field),
            specifier.count >= offset + MemoryLayout<UnsafeRawPointer>.size,
            let pointer = specifier.loadUnaligned(fromByteOffset: offset, as: UnsafePointer<AudioChannelLayout>?.self)
        else { throw StatusError(kAudioFormatBadSpecifierSizeError) }
        return Self.layout(at: pointer)
    }

    /// Reads the layout in a client's memory, with as many descriptions as it declares; without any if it declares more
    /// than there can be channels.
    static func layout(at pointer: UnsafePointer<AudioChannelLayout>) -> ChannelLayout {
        let head = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
        let declared = Int(pointer.pointee.mNumberChannelDescriptions)
        let count =
            pointer.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_UseChannelDescriptions
                && declared <= MediaFormat.channelLimit ? declared : 0
        let bytes = UnsafeRawBufferPointer(
            start: pointer, count: head + count * MemoryLayout<AudioChannelDescription>.stride)
        return ChannelLayout(coreAudio: bytes) ?? ChannelLayout(tag: kAudioChannelLayoutTag_Unknown)
    }

    /// Returns the bytes of a layout that describes each channel by its label.
    private func described(_ labels: [AudioChannelLabel]?) throws -> [UInt8] {
        guard let labels else { throw Self.noAnswer }
        return ChannelLayout(channels: labels.map { ChannelLayout.Channel(label: $0) }).coreAudioBytes
    }

    private func isValid(_ layout: ChannelLayout) -> Bool {
        switch layout.tag {
        case ChannelLayout.useDescriptions:
            return !layout.channels.isEmpty
                && layout.channels.allSatisfy { channel in
                    let both = AudioChannelFlags([.rectangularCoordinates, .sphericalCoordinates]).rawValue
                    let needsPlace = channel.label == kAudioChannelLabel_UseCoordinates
                    return channel.flags & both != both && (!needsPlace || channel.flags & both != 0)
                }
        case ChannelLayout.useBitmap: return layout.bitmap != 0
        default: return layout.channelCount > 0
        }
    }

    /// Returns the labels that make two layouts equal: their channels' places, or their tag if it names none.
    private static func places(_ layout: ChannelLayout) -> [UInt32] {
        guard let labels = layout.labels else { return [.max, layout.tag] }
        return labels.map { $0 == kAudioChannelLabel_Mono ? kAudioChannelLabel_Center : $0 }
    }

    /// Returns the FNV-1a hash of a layout's labels.
    private static func hash(_ layout: ChannelLayout) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for place in places(layout) {
            for shift in [0, 8, 16, 24] as [UInt32] {
                hash = (hash ^ ((place >> shift) & 0xFF)) &* 0x0100_0193
            }
        }
        return hash
    }

    /// Returns for each output channel the input channel with the same label, or -1 without one.
    private func channelMap() throws -> [Int32] {
        let (input, output) = try layouts()
        guard let from = input.labels, let to = output.labels else { throw Self.noAnswer }
        var taken = Set<Int>()
        return to.map { place in
            guard let index = from.indices.first(where: { from[$0] == place && !taken.contains($0) }) else { return -1 }
            taken.insert(index)
            return Int32(index)
        }
    }

    /// Returns the gains from each input channel (row) to each output channel (column), by ITU-R BS.775.
    private func mixMap() throws -> [Float32] {
        let (input, output) = try layouts()
        guard let from = input.labels, let to = output.labels,
            let gains = ChannelMatrix.gains(
                from: from.map { ChannelPlace(rawValue: $0) }, to: to.map { ChannelPlace(rawValue: $0) })
        else { throw Self.noAnswer }
        return from.indices.flatMap { row in to.indices.map { gains[$0 * from.count + row] } }
    }
}
