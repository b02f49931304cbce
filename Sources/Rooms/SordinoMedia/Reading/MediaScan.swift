/// Drives a parser over a source that can jump: reads headers, jumps over the audio, ends at the last chunk.
package enum MediaScan {
    /// The contents of a file: its type, the properties in its chunks, and the certain position of its audio.
    package struct Result: Sendable {
        /// The kind of file.
        package var container: Container
        /// The properties in its chunks, with `format`.
        package var properties: MediaProperties
        /// The format of the packets.
        package var format: MediaFormat
        /// First byte of the audio.
        package var dataStart: Int64
        /// The number of bytes of audio in the file, which may be less than the header declares.
        package var dataByteCount: Int64

        /// The audio as one piece: the source and where in it the audio lies.
        func audio(of source: any ByteSource) -> (source: any ByteSource, range: Range<Int64>) {
            guard !properties.pieces.isEmpty else { return (source, dataStart..<dataStart + dataByteCount) }
            return (GatheredByteSource(source, properties.pieces), 0..<dataByteCount)
        }
    }

    /// Reads every header of a file.
    ///
    /// After the audio has been found, broken chunks behind it are passed over in silence, as players do.
    /// - Parameter track: Which of the audio tracks, from 0; only the MPEG-4 family has more than one.
    /// - Throws: `unsupported` if no container recognises the bytes, `malformed` if the file ends before its audio, and
    ///   the errors of the parser and of the source.
    package static func scan(_ source: any ByteSource, track: Int = 0) throws(MediaError) -> Result {
        let byteCount = try source.byteCount()
        var window = ByteWindow(source, byteCount: byteCount)
        let headByteCount = Int(min(Int64(Containers.headByteCount), byteCount))
        try window.load(headByteCount, at: 0)
        let recognised = Containers.recognising(window.buffer.span.bytes.extracting(0..<headByteCount))
        guard headByteCount > 0, let container = recognised ?? Containers.lastResort else {
            throw .unsupported(.fileType("the first bytes of \(source.name) belong to no file type that can be read"))
        }
        var parser = container.makeParser()
        if track > 0 {
            guard parser.choose(track: track) else {
                throw .unsupported(.operation("\(container.name) files have one track"))
            }
        }
        do {
            try drive(&parser, &window)
        } catch {
            if parser.properties.dataStart == nil || parser.properties.format == nil { throw error }
            if case .io = error { throw error }
        }
        var result = try settle(container, parser, byteCount)
        if let place = result.properties.possibleFLACHeader, place.offset <= byteCount - Int64(place.byteCount) {
            let count = FLACStreamInfo.byteCount + 8
            try window.load(count, at: place.offset)
            let from = Int(place.offset - window.start)
            result.properties.takeFLACHeader(window.buffer.span.bytes.array(from..<from + count))
            result.format = result.properties.format ?? result.format
        }
        if let places = (parser as? MPEG4Parser)?.chapterPlaces, !places.isEmpty {
            let chapters = try chapters(places, &window)
            // Nero's list has no more than 255.
            if chapters.count >= result.properties.chapters.count { result.properties.chapters = chapters }
        }
        // Elementary streams have a place for tags that only the end of a file shows.
        let last = Int64(ID3Tag.lastByteCount)
        if case .framed = result.properties.packets, byteCount - result.dataStart >= last, container.mayEndWithTag {
            try window.load(ID3Tag.lastByteCount, at: byteCount - last)
            let from = Int(byteCount - last - window.start)
            let bytes = window.buffer.span.bytes.extracting(from..<from + ID3Tag.lastByteCount)
            ID3Tag.take(last: bytes, &result.properties)
        }
        return result
    }

    private static func drive(_ parser: inout any ContainerParser, _ window: inout ByteWindow) throws(MediaError) {
        var position: Int64 = 0
        while true {
            switch parser.demand {
            case .bytes(let count):
                guard count <= window.byteCount - position else {
                    throw .malformed(at: window.byteCount, because: "the file ends before \(parser.expectation) does")
                }
                try window.load(count, at: position)
                let from = Int(position - window.start)
                try parser.take(window.buffer.span.bytes.extracting(from..<from + count), at: position)
                position += Int64(count)
            case .peek(let count):
                let there = Int(min(Int64(count), window.byteCount - position))
                try window.load(there, at: position)
                let from = Int(position - window.start)
                try parser.take(window.buffer.span.bytes.extracting(from..<from + there), at: position)
            case .skip(let count):
                guard count <= window.byteCount - position else {
                    let there = window.byteCount - position
                    throw .malformed(
                        at: position, because: "\(parser.expectation) goes on for \(count) bytes, the file for \(there)"
                    )
                }
                position += count
                parser.passed()
            case .media(let count):
                // Audio that goes beyond the end is the last that there is.
                guard let count, count <= window.byteCount - position else { return }
                position += count
                parser.passed()
            case .end:
                return
            }
        }
    }

    /// The names of chapters where they are a track of their own.
    private static func chapters(
        _ places: [MPEG4ChapterPlace], _ window: inout ByteWindow
    ) throws(MediaError) -> [MediaProperties.Chapter] {
        var chapters: [MediaProperties.Chapter] = []
        for place in places where place.offset <= window.byteCount - Int64(place.byteCount) {
            try window.load(place.byteCount, at: place.offset)
            let from = Int(place.offset - window.start)
            let bytes = window.buffer.span.bytes.extracting(from..<from + place.byteCount)
            guard let title = MPEG4ChapterPlace.title(bytes) else { continue }
            chapters.append(.init(startSeconds: place.startSeconds, title: title))
        }
        return chapters
    }

    private static func settle(_ container: Container, _ parser: any ContainerParser, _ byteCount: Int64)
        throws(MediaError) -> Result
    {
        var properties = parser.properties
        properties.pieces = properties.pieces.compactMap { piece in
            piece.lowerBound < byteCount ? piece.lowerBound..<min(piece.upperBound, byteCount) : nil
        }
        guard let format = properties.format else {
            throw .malformed(at: byteCount, because: "the file ends without a description of its audio")
        }
        properties.layout = properties.layout ?? Codec.layout(of: format, cookie: properties.cookie)
        // Tables may place the audio beyond the end of a file that was cut.
        guard let dataStart = properties.dataStart.map({ max(0, min($0, byteCount)) }) else {
            throw .malformed(at: byteCount, because: "the file ends without audio data")
        }
        let available =
            properties.pieces.isEmpty
            ? max(0, byteCount - dataStart) : properties.pieces.reduce(0) { $0 + Int64($1.count) }
        return Result(
            container: Containers.named(properties.fileType) ?? container, properties: properties, format: format,
            dataStart: dataStart, dataByteCount: min(properties.dataByteCount ?? available, available))
    }
}

/// The part of a source that was read last: headers lie close together, so one read serves several.
private struct ByteWindow {
    private static let usualByteCount = 4096

    let byteCount: Int64
    private let source: any ByteSource
    private(set) var buffer: [UInt8] = []
    private(set) var start: Int64 = 0

    init(_ source: any ByteSource, byteCount: Int64) {
        self.source = source
        self.byteCount = byteCount
    }

    /// Makes sure that `count` bytes from `offset` are in the buffer; the caller has checked that the file has them.
    mutating func load(_ count: Int, at offset: Int64) throws(MediaError) {
        if offset >= start, offset + Int64(count) <= start + Int64(buffer.count) { return }
        let wanted = Int(min(Int64(max(count, Self.usualByteCount)), byteCount - offset))
        var fresh = [UInt8](repeating: 0, count: wanted)
        var failure: MediaError?
        var got = 0
        fresh.withUnsafeMutableBytes { bytes in
            do throws(MediaError) { got = try source.read(into: bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
        guard got >= count else {
            throw .malformed(at: offset + Int64(got), because: "the file became shorter while it was read")
        }
        fresh.removeLast(wanted - got)
        buffer = fresh
        start = offset
    }
}
