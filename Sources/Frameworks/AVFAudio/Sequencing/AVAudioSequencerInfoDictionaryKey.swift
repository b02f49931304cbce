import Foundation

extension AVAudioSequencer {
    /// Keys of `userInfo`, the facts about a sequence.
    public struct InfoDictionaryKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String

        /// Makes a key of its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name of the album.
        public static let album = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyAlbum")
        /// The name of the performer.
        public static let artist = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyArtist")
        /// The layout of the channels.
        public static let channelLayout = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyChannelLayout")
        /// Remarks about the piece.
        public static let comments = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyComments")
        /// The name of the composer.
        public static let composer = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyComposer")
        /// The notice of copyright.
        public static let copyright = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyCopyright")
        /// The program that wrote the file.
        public static let encodingApplication = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyEncodingApplication")
        /// The genre, as text.
        public static let genre = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyGenre")
        /// The international standard recording code.
        public static let ISRC = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyISRC")
        /// The musical key of the piece.
        public static let keySignature = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyKeySignature")
        /// The writer of the words.
        public static let lyricist = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyLyricist")
        /// The nominal bit rate.
        public static let nominalBitRate = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyNominalBitRate")
        /// The duration in seconds.
        public static let approximateDurationInSeconds = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyApproximateDurationInSeconds")
        /// The day of the recording.
        public static let recordedDate = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyRecordedDate")
        /// The bits of a sample of the source.
        public static let sourceBitDepth = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeySourceBitDepth")
        /// The encoder of the source.
        public static let sourceEncoder = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeySourceEncoder")
        /// The subtitle of the piece.
        public static let subTitle = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeySubTitle")
        /// The tempo at the beginning, in beats per minute.
        public static let tempo = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyTempo")
        /// The time signature at the beginning.
        public static let timeSignature = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyTimeSignature")
        /// The title of the piece.
        public static let title = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyTitle")
        /// The number of the track.
        public static let trackNumber = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyTrackNumber")
        /// The year of publication.
        public static let year = InfoDictionaryKey(
            rawValue: "AVAudioSequencerInfoDictionaryKeyYear")
    }
}
