/// One row of the registry of containers: the names of a kind of file, and how it is recognised, read and written.
package struct Container: Sendable {
    /// The type in Core Audio's codes (`AudioFileTypeID`).
    package let fileType: FourCC
    /// Its name for people.
    package let name: String
    /// Extensions of its files, without the dot, lower case; the first is the usual one.
    package let extensions: [String]
    /// Uniform type identifiers, the usual one first.
    package var uniformTypes: [String] = []
    /// Internet media types, the usual one first.
    package var mimeTypes: [String] = []
    /// The codes of old file systems.
    package var oldCodes: [FourCC] = []
    /// Indicates whether bytes begin like a file of this kind; kinds that begin like another leave it to that one's
    /// parser.
    ///
    /// Gets at least `headByteCount` bytes unless there are fewer.
    package var recognises: @Sendable (RawSpan) -> Bool = { _ in false }
    /// Makes a parser at the beginning of a file.
    package let makeParser: @Sendable () -> any ContainerParser
    /// Makes a writer; nil if files of this kind are only read.
    package var makeWriter: (@Sendable (MediaDescription) throws(MediaError) -> any ContainerWriter)?
    /// The form of its chunks, for types that consist of chunks.
    package var chunks: ChunkForm?
    /// The member of the MPEG-4 family.
    var boxes: MPEG4Kind?
    /// Indicates whether its files consist of boxes, as MPEG-4's do.
    package var isMPEG4: Bool { boxes != nil }
    /// Indicates whether an ID3 tag may stand at its end where packets carry themselves.
    var mayEndWithTag = true
    /// The usual codec of such files, for types that prefer a codec to samples.
    package var usualCodec: Codec?

    /// A kind of the MPEG-4 family.
    static func boxes(
        _ kind: MPEG4Kind, _ name: String, extensions: [String], uniformTypes: [String], mimeTypes: [String],
        oldCodes: [FourCC], recognises: @escaping @Sendable (RawSpan) -> Bool = { _ in false }
    ) -> Container {
        Container(
            fileType: kind.fileType, name: name, extensions: extensions, uniformTypes: uniformTypes,
            mimeTypes: mimeTypes, oldCodes: oldCodes, recognises: recognises, makeParser: { MPEG4Parser() },
            makeWriter: { description throws(MediaError) in try MPEG4Writer(description, kind) }, boxes: kind,
            usualCodec: .aac)
    }

    /// Makes the row of a stream of frames without anything around them; one parser reads all such kinds.
    static func frames(
        _ fileType: FourCC, _ name: String, extensions: [String], uniformTypes: [String] = [],
        mimeTypes: [String] = [], oldCodes: [FourCC] = [],
        recognises: @escaping @Sendable (RawSpan) -> Bool = { _ in false },
        makeWriter: (@Sendable (MediaDescription) throws(MediaError) -> any ContainerWriter)? = nil,
        usualCodec: Codec? = nil
    ) -> Container {
        Container(
            fileType: fileType, name: name, extensions: extensions, uniformTypes: uniformTypes, mimeTypes: mimeTypes,
            oldCodes: oldCodes, recognises: recognises, makeParser: { ElementaryParser() }, makeWriter: makeWriter,
            usualCodec: usualCodec)
    }
}

/// The form of chunks, for files that consist of them.
package enum ChunkForm: Equatable, Sendable {
    /// Lowest byte of a size first; wide forms count the audio in 64 bits.
    case wave(isWide: Bool)
    /// Highest byte of a size first.
    case aiff
    /// Sizes of 64 bits, and nothing is padded.
    case caf

    /// Indicates whether it is one of the WAVE family.
    package var isWAVE: Bool {
        if case .wave = self { true } else { false }
    }

    /// The chunk of the audio.
    var audio: FourCC { self == .aiff ? "SSND" : "data" }

    /// Returns whether a chunk is the container's own business, so that its writer makes it.
    func isStructure(_ id: FourCC) -> Bool {
        switch self {
        case .wave: ["fmt ", "data", "fact", "ds64", "JUNK", "PAD ", "FLLR", "LIST", "cue "].contains(id)
        case .aiff: ["FVER", "COMM", "SSND", "CHAN", "MARK"].contains(id) || AIFFInfo.key(of: id) != nil
        case .caf: ["desc", "data", "chan", "pakt", "kuki", "info", "free", "mark", "regn", "strg"].contains(id)
        }
    }
}
