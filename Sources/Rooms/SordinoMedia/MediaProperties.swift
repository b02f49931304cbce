/// The properties of a container's audio, as far as the container has been read.
package struct MediaProperties: Sendable {
    /// The position of a chunk; enough to read it again when its bytes are asked for.
    package struct Chunk: Equatable, Sendable {
        /// The name of the chunk.
        package var id: FourCC
        /// First byte of its body.
        package var start: Int64
        /// Bytes of its body as the header claims them; nil if it goes to the end.
        package var byteCount: Int64?
    }

    /// A tag for people: title, artist, ...
    package struct Info: Equatable, Sendable {
        /// The key in the words of Core Audio's info dictionary ("title", "artist", "album", ...).
        package var key: String
        /// The text of the tag.
        package var value: String

        /// Makes a tag of key and text.
        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// A part of a long recording.
    package struct Chapter: Equatable, Sendable {
        /// The beginning, in seconds.
        package var startSeconds: Double
        /// The title of the chapter.
        package var title: String

        /// Makes a chapter from its beginning on.
        package init(startSeconds: Double, title: String) {
            self.startSeconds = startSeconds
            self.title = title
        }
    }

    /// The file type in Core Audio's codes: `WAVE`, `RF64`, `BW64`, `AIFF`, `AIFC`, `caff`.
    package var fileType: FourCC
    /// The data format, once known.
    package var format: MediaFormat?
    /// The byte at which the description of the format begins, for errors that come later.
    package var formatOffset: Int64 = 0
    /// The loudspeakers, if the file names them.
    package var layout: ChannelLayout?
    /// First byte of the audio, once known.
    package var dataStart: Int64?
    /// Bytes of audio; nil while unknown or if they reach to the end of the input.
    package var dataByteCount: Int64?
    /// The pieces of samples that other tracks interrupt, in playing order; empty for one piece.
    package var pieces: [Range<Int64>] = []
    /// The division of the audio into packets.
    package var packets = PacketLayout.uniform
    /// Packets that the container counts, where it does.
    package var packetCount: Int64?
    /// Frames that are meant to be heard; nil if the container does not state them.
    package var validFrameCount: Int64?
    /// Frames to drop at the beginning.
    package var primingFrameCount: Int64 = 0
    /// Frames to drop at the end.
    package var remainderFrameCount: Int64 = 0
    /// Audio tracks, of files that can have several; 0 for others.
    package var audioTrackCount = 0
    /// The data that the codec needs.
    package var cookie: [UInt8]?
    /// Tags in the order of the file.
    package var info: [Info] = []
    /// Chapters in the order of the file.
    package var chapters: [Chapter] = []
    /// Named places in the order of the file.
    package var markers: [MediaMarker] = []
    /// Stretches in the order of the file.
    package var regions: [MediaRegion] = []
    /// The video frames that the markers' times of day count (`kCAF_SMPTE_TimeType...`); 0 if they count none.
    package var timeCodeType: UInt32 = 0
    /// Every chunk seen, in the order of the file.
    package var chunks: [Chunk] = []

    /// Starts with nothing but the type.
    package init(fileType: FourCC) { self.fileType = fileType }
}
