// The kinds of media and the codecs of sound, by their four-character codes.
import CoreAudioTypes

extension CMFormatDescription {
    /// A kind of media.
    public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The type as a four-character code.
        public var rawValue: FourCharCode
        /// Makes a type of its code.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }
        /// Takes a code as four characters.
        public init(string: String) { rawValue = FourCharCode(characters: string) }
        /// The four characters of the code.
        public var description: String { rawValue.characters }

        /// Moving pictures ("vide"), without sound.
        public static let video = MediaType(string: "vide")
        /// Sound of any codec ("soun").
        public static let audio = MediaType(string: "soun")
        /// Several kinds in one stream.
        public static let muxed = MediaType(string: "muxx")
        /// Text in time ("text").
        public static let text = MediaType(string: "text")
        /// Closed captions for television ("clcp").
        public static let closedCaption = MediaType(string: "clcp")
        /// Subtitles in text or pictures ("sbtl").
        public static let subtitle = MediaType(string: "sbtl")
        /// Time codes of frames ("tmcd").
        public static let timeCode = MediaType(string: "tmcd")
        /// Metadata with times ("meta").
        public static let metadata = MediaType(string: "meta")
    }

    /// The codec of a stream, as a four-character code.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The codec as a four-character code.
        public var rawValue: FourCharCode
        /// Makes a codec of its code.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }
        /// Takes a code as four characters.
        public init(string: String) { rawValue = FourCharCode(characters: string) }
        /// The four characters of the code.
        public var description: String { rawValue.characters }

        /// Linear PCM: samples as numbers.
        public static let linearPCM = MediaSubType(string: "lpcm")
        /// AC-3, called Dolby Digital.
        public static let ac3 = MediaSubType(string: "ac-3")
        /// AC-3 in frames of IEC 60958.
        public static let iec60958AC3 = MediaSubType(string: "cac3")
        /// Enhanced AC-3, called Dolby Digital Plus.
        public static let enhancedAC3 = MediaSubType(string: "ec-3")
        /// IMA 4:1 ADPCM as Apple has it.
        public static let appleIMA4 = MediaSubType(string: "ima4")
        /// AAC of the low-complexity profile.
        public static let mpeg4AAC = MediaSubType(string: "aac ")
        /// The speech codec MPEG-4 CELP.
        public static let mpeg4CELP = MediaSubType(string: "celp")
        /// The speech codec MPEG-4 HVXC.
        public static let mpeg4HVXC = MediaSubType(string: "hvxc")
        /// The codec MPEG-4 TwinVQ.
        public static let mpeg4TwinVQ = MediaSubType(string: "twvq")
        /// Apple's codec MACE, 3:1.
        public static let mace3 = MediaSubType(string: "MAC3")
        /// Apple's codec MACE, 6:1.
        public static let mace6 = MediaSubType(string: "MAC6")
        /// µ-law of ITU-T G.711.
        public static let uLaw = MediaSubType(string: "ulaw")
        /// A-law of ITU-T G.711.
        public static let aLaw = MediaSubType(string: "alaw")
        /// The codec QDesign Music.
        public static let qDesign = MediaSubType(string: "QDMC")
        /// The codec QDesign Music 2.
        public static let qDesign2 = MediaSubType(string: "QDM2")
        /// The speech codec QUALCOMM PureVoice.
        public static let qualcomm = MediaSubType(string: "Qclp")
        /// MPEG-1 or 2, layer I.
        public static let mpegLayer1 = MediaSubType(string: ".mp1")
        /// MPEG-1 or 2, layer II.
        public static let mpegLayer2 = MediaSubType(string: ".mp2")
        /// MPEG-1 or 2, layer III.
        public static let mpegLayer3 = MediaSubType(string: ".mp3")
        /// Time stamps instead of sound.
        public static let timeCode = MediaSubType(string: "time")
        /// MIDI messages instead of sound.
        public static let midiStream = MediaSubType(string: "midi")
        /// Values of parameters instead of sound.
        public static let parameterValueStream = MediaSubType(string: "apvs")
        /// Apple Lossless, also called ALAC.
        public static let appleLossless = MediaSubType(string: "alac")
        /// AAC of the high-efficiency profile, with band replication.
        public static let mpeg4AAC_HE = MediaSubType(string: "aach")
        /// AAC of the low-delay profile.
        public static let mpeg4AAC_LD = MediaSubType(string: "aacl")
        /// AAC, enhanced low delay.
        public static let mpeg4AAC_ELD = MediaSubType(string: "aace")
        /// AAC, enhanced low delay with spectral band replication.
        public static let mpeg4AAC_ELD_SBR = MediaSubType(string: "aacf")
        /// AAC, enhanced low delay, version 2.
        public static let mpeg4AAC_ELD_V2 = MediaSubType(string: "aacg")
        /// AAC, high efficiency, version 2.
        public static let mpeg4AAC_HE_V2 = MediaSubType(string: "aacp")
        /// AAC with MPEG Surround.
        public static let mpeg4AAC_Spatial = MediaSubType(string: "aacs")
        /// USAC of MPEG-D: speech and music.
        public static let mpegD_USAC = MediaSubType(string: "usac")
        /// AMR, the speech codec at 8 kHz.
        public static let amr = MediaSubType(string: "samr")
        /// AMR, the speech codec at 16 kHz.
        public static let amr_WB = MediaSubType(string: "sawb")
        /// The codec of Audible's books.
        public static let audible = MediaSubType(string: "AUDB")
        /// The speech codec iLBC.
        public static let iLBC = MediaSubType(string: "ilbc")
        /// IMA ADPCM as DVI and Intel have it.
        public static let dviIntelIMA = MediaSubType(string: "ms\u{0}\u{11}")
        /// GSM 6.10 as Microsoft has it.
        public static let microsoftGSM = MediaSubType(string: "ms\u{0}1")
        /// Samples in frames of AES3.
        public static let aes3 = MediaSubType(string: "aes3")
        /// The lossless codec FLAC.
        public static let flac = MediaSubType(string: "flac")
        /// Opus of RFC 6716.
        public static let opus = MediaSubType(string: "opus")
    }
}

extension FourCharCode {
    /// Packs the last four characters, each as one byte.
    fileprivate init(characters: String) {
        self = characters.unicodeScalars.reduce(0) { $0 << 8 | FourCharCode($1.value & 0xFF) }
    }

    /// The four bytes as characters.
    fileprivate var characters: String {
        let scalars = (0..<4).map { Unicode.Scalar(UInt8(truncatingIfNeeded: self >> (24 - 8 * $0))) }
        return "'\(String(String.UnicodeScalarView(scalars)))'"
    }
}
