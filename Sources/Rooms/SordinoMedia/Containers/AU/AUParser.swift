import SordinoSignal

/// Reads NeXT's and Sun's `.au`.
///
/// Source: the manual page of Sun's audio file format, au(4).
package struct AUParser: ContainerParser {
    private enum State: Sendable {
        case header
        case annotation(Int64)
        case data
        case end
    }

    /// The header without its annotation.
    static let headerByteCount = 24

    package private(set) var properties = MediaProperties(fileType: "NeXT")
    private var state = State.header

    /// Starts at the first byte of the file.
    package init() {}

    /// Returns whether the first bytes are the magic number.
    package static func recognises(_ head: RawSpan) -> Bool { head.byteCount >= 8 && head.code(0) == ".snd" }

    package var demand: ParserDemand {
        switch state {
        case .header: .bytes(Self.headerByteCount)
        case .annotation(let byteCount): .skip(byteCount)
        case .data: .media(properties.dataByteCount)
        case .end: .end
        }
    }

    package var expectation: String {
        switch state {
        case .header: "the header"
        case .annotation: "the annotation"
        case .data, .end: "the audio"
        }
    }

    /// Takes the bytes of the header.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard case .header = state, bytes.code(0) == ".snd" else {
            throw .malformed(at: offset, because: "there is no AU header")
        }
        let start = Int64(bytes.big(4, UInt32.self))
        guard start >= Int64(Self.headerByteCount) else {
            throw .malformed(at: offset + 4, because: "the audio begins in the header, at byte \(start)")
        }
        let code = bytes.big(12, UInt32.self)
        guard let encoding = Self.encodings.first(where: { $0.code == code })?.encoding else {
            throw .unsupported(.dataFormat("AU encoding \(code)"))
        }
        let format = MediaFormat(
            encoding, sampleRate: Double(bytes.big(16, UInt32.self)), channelCount: Int(bytes.big(20, UInt32.self)))
        properties.format = try format.checked(at: offset + 16)
        properties.formatOffset = offset
        dataStart = offset + start
        // All ones mean that the length was not known.
        let byteCount = bytes.big(8, UInt32.self)
        properties.dataByteCount = byteCount == .max ? nil : Int64(byteCount)
        properties.chunks = [.init(id: ".snd", start: offset + start, byteCount: properties.dataByteCount)]
        let annotationByteCount = start - Int64(Self.headerByteCount)
        state = .annotation(annotationByteCount)
        if annotationByteCount == 0 { passed() }
    }

    private var dataStart: Int64 = 0

    /// Goes on behind the annotation or the audio.
    package mutating func passed() {
        if case .annotation = state {
            properties.dataStart = dataStart
            state = .data
        } else {
            state = .end
        }
    }

    /// The encodings that are read and written.
    static let encodings: [(code: UInt32, encoding: SampleEncoding)] = [
        (1, .muLaw), (2, .int8), (3, .int16(.big)), (4, .int24(.big)), (5, .int32(.big)), (6, .float32(.big)),
        (7, .float64(.big)), (27, .aLaw),
    ]
}

/// Writes NeXT's and Sun's `.au`; until it is finished the header has the length for "unknown".
package struct AUWriter: ContainerWriter {
    package let dataByteLimit = Int64(UInt32.max) - 1
    private let code: UInt32
    private let sampleRate: UInt32
    private let channelCount: UInt32

    /// Prepares to write.
    ///
    /// - Throws: `unsupported` if AU has no such data format.
    package init(_ description: MediaDescription) throws(MediaError) {
        let format = description.format
        guard let code = AUParser.encodings.first(where: { $0.encoding == format.encoding })?.code,
            let rate = UInt32(exactly: format.sampleRate)
        else { throw .unsupported(.dataFormat("an AU file does not hold \(format.name)")) }
        self.code = code
        sampleRate = rate
        channelCount = UInt32(clamping: format.channelCount)
    }

    /// The header; its annotation is empty and moves the audio to a round offset.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] {
        var builder = ByteBuilder()
        builder.put(".snd" as FourCC)
        builder.big(UInt32(64))
        builder.big(isFinished ? UInt32(clamping: dataByteCount) : .max)
        builder.big(code)
        builder.big(sampleRate)
        builder.big(channelCount)
        builder.pad(to: 64)
        return builder.bytes
    }

    /// Nothing: the audio comes last.
    package func trailer(dataByteCount: Int64) -> [UInt8] { [] }
}
