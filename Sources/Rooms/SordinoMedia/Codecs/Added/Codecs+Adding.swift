import CoreAudioTypes

/// A program's description of a codec of its own.
package struct AddedCodec: Sendable {
    /// The data format in Core Audio's codes.
    package let id: FourCC
    /// Its name for people.
    package let name: String
    /// Makes an instance; nil if there is none.
    package let make: @Sendable () -> (any CodecSession)?

    /// Describes a codec whose sessions `make` opens.
    package init(id: FourCC, name: String, make: @escaping @Sendable () -> (any CodecSession)?) {
        (self.id, self.name, self.make) = (id, name, make)
    }
}

extension Codecs {
    /// Makes a program's codec known under its data format.
    ///
    /// A data format that is decoded (or encoded) here already keeps its codec.
    /// - Parameters:
    ///   - added: The codec.
    ///   - isEncoder: Whether it encodes; else it decodes.
    package static func add(_ added: AddedCodec, isEncoder: Bool) {
        var codec = named(added.id) ?? newRow(added)
        if isEncoder {
            guard case .none = codec.encoding else { return }
            codec.encoding = .packets { (format, _) throws(MediaError) -> any PacketEncoder in
                try ComponentEncoder(try session(added), format)
            }
            codec.range = codec.range ?? EncodingRange(channelLimit: MediaFormat.channelLimit)
        } else {
            guard case .none = codec.decoding else { return }
            codec.decoding = .packets { (format, cookie) throws(MediaError) -> any PacketDecoder in
                try ComponentDecoder(try session(added), format, cookie: cookie)
            }
        }
        let row = codec
        rows.withLock { $0[added.id] = row }
    }

    private static func session(_ added: AddedCodec) throws(MediaError) -> any CodecSession {
        guard let session = added.make() else {
            throw .unsupported(.dataFormat("\(added.name): the component cannot be opened"))
        }
        return session
    }

    /// Makes a row with the properties of packets that the codec itself reports.
    private static func newRow(_ added: AddedCodec) -> Codec {
        let probe = added.make()
        let frameCount = Int(min(probe?.value("pakf", as: UInt32.self) ?? 0, 1 << 16))
        let byteLimit = Int(probe?.value("pakb", as: UInt32.self) ?? 0)
        let differ = probe?.value("vpk?", as: UInt32.self) ?? 1
        return Codec(
            id: added.id, name: added.name, decoding: .none,
            packets: PacketTraits(
                differ: differ != 0, usualFrameCount: { _ in frameCount },
                byteLimit: { _, _ in byteLimit > 0 ? min(byteLimit, 1 << 24) : 1 << 16 }))
    }
}
