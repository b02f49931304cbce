/// The description of a new file.
package struct MediaDescription: Equatable, Sendable {
    /// The data format of the audio.
    package var format: MediaFormat
    /// The loudspeakers; nil for the usual ones of the channel count.
    package var layout: ChannelLayout?
    /// Tags for people, with the keys of Core Audio's info dictionary; a container drops those it has no place for.
    package var info: [MediaProperties.Info]
    /// The picture of the album, a JPEG or PNG file, for containers that can hold one; empty without one.
    package var picture: [UInt8] = []
    /// Chapters, for containers that have them.
    package var chapters: [MediaProperties.Chapter] = []
    /// Named places, for containers that have them.
    package var markers: [MediaMarker] = []
    /// Stretches, for containers that have them.
    package var regions: [MediaRegion] = []
    /// The video frames that the markers' times of day count (`kCAF_SMPTE_TimeType...`).
    package var timeCodeType: UInt32 = 0
    /// The options of the encoder, if there is one.
    package var options = EncodingOptions()
    /// The data that a decoder needs; a writer that encodes asks its encoder.
    package var cookie: [UInt8]?
    /// Frames that decoding gives before the first; likewise.
    package var primingFrameCount = 0
    /// Frames that are to be heard, if the writer of packets has counted them; nil stands for all behind the priming.
    package var validFrameCount: Int64?

    /// Describes a file by its format, loudspeakers and tags.
    package init(_ format: MediaFormat, layout: ChannelLayout? = nil, info: [MediaProperties.Info] = []) {
        self.format = format
        self.layout = layout
        self.info = info
    }
}
