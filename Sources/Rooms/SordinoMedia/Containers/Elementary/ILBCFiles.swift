import SordinoCodecs

/// Reads iLBC in its own container: a line of text that names the mode, then packets of one size.
///
/// Source: RFC 3952 (the storage format of iLBC), one channel.
package struct ILBCParser: ContainerParser {
    package private(set) var properties = MediaProperties(fileType: "ilbc")
    private var state = 0

    /// Starts at the first byte.
    package init() {}

    /// Returns whether the first bytes are the line of text.
    package static func recognises(_ head: RawSpan) -> Bool { mode(head) != nil }

    private static func mode(_ head: RawSpan) -> ILBCMode? {
        head.withUnsafeBytes { ILBCFile.mode(header: $0) }
    }

    package var demand: ParserDemand {
        switch state {
        case 0: .bytes(ILBCFile.headerByteCount)
        case 1: .media(nil)
        default: .end
        }
    }

    package var expectation: String { state == 0 ? "the first line" : "the first packet" }

    /// Takes the line of text.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard let mode = Self.mode(bytes) else {
            throw .malformed(at: offset, because: "the first line of an iLBC file is missing")
        }
        properties.format = MediaFormat(
            codec: Codec.ilbc.id, sampleRate: ILBCMode.sampleRate, channelCount: 1,
            bytesPerPacket: mode.packetByteCount, framesPerPacket: mode.framesPerPacket)
        properties.formatOffset = offset
        properties.dataStart = offset + Int64(ILBCFile.headerByteCount)
        state = 1
    }

    /// Goes on to the end.
    package mutating func passed() { state += 1 }
}

/// Writes iLBC behind the line of text of its mode.
package struct ILBCWriter: ContainerWriter {
    private let mode: ILBCMode

    /// As long as the file system allows.
    package let dataByteLimit = Int64.max

    /// Begins a file.
    ///
    /// - Throws: `unsupported` for formats other than iLBC with one channel.
    package init(_ description: MediaDescription) throws(MediaError) {
        let format = description.format
        let mode = ILBCMode.allCases.first { $0.packetByteCount == format.bytesPerPacket }
        guard format.codec == Codec.ilbc.id, format.channelCount == 1, let mode else {
            throw .unsupported(.dataFormat("\(format.name) in an iLBC file"))
        }
        self.mode = mode
    }

    /// The line of text.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] { ILBCFile.header(mode: mode) }
    /// Returns no bytes: nothing follows the audio.
    package func trailer(dataByteCount: Int64) -> [UInt8] { [] }
}
