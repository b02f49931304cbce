import CoreAudioTypes
import SordinoMedia

extension ChannelLayout {
    private static var headByteCount: Int { MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12 }

    /// The bytes of the layout as an `AudioChannelLayout`, with all of its descriptions.
    var coreAudioBytes: [UInt8] {
        var bytes: [UInt8] = []
        func put<Value: BitwiseCopyable>(_ value: Value) { withUnsafeBytes(of: value) { bytes += $0 } }
        put(tag)
        put(bitmap)
        put(UInt32(channels.count))
        for channel in channels {
            put(channel.label)
            put(channel.flags)
            put(channel.coordinates.0)
            put(channel.coordinates.1)
            put(channel.coordinates.2)
        }
        // The struct always has room for at least one description.
        while bytes.count < MemoryLayout<AudioChannelLayout>.size { bytes.append(0) }
        return bytes
    }

    /// Reads the layout in a client's memory; nil if its descriptions do not fit.
    init?(coreAudio bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headByteCount else { return nil }
        func number(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        func coordinate(_ offset: Int) -> Float { bytes.loadUnaligned(fromByteOffset: offset, as: Float.self) }
        let itemByteCount = MemoryLayout<AudioChannelDescription>.stride
        let tag = number(0)
        guard tag == Self.useDescriptions else {
            self.init(tag: tag)
            if tag == Self.useBitmap { bitmap = number(4) }
            return
        }
        let count = Int(number(8))
        guard count <= (bytes.count - Self.headByteCount) / itemByteCount else { return nil }
        self.init(
            channels: (0..<count).map { index in
                let at = Self.headByteCount + index * itemByteCount
                return Channel(
                    label: number(at), flags: number(at + 4),
                    coordinates: (coordinate(at + 8), coordinate(at + 12), coordinate(at + 16)))
            })
    }

    /// The labels of its channels in order; nil if the layout does not define them.
    var labels: [AudioChannelLabel]? {
        switch tag {
        case Self.useDescriptions: channels.map(\.label)
        case Self.useBitmap: ChannelPlaces.labels(of: AudioChannelBitmap(rawValue: bitmap))
        default: ChannelPlaces.labels(of: tag)
        }
    }
}
