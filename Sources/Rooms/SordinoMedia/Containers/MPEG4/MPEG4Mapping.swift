/// The representation of a codec in the MPEG-4 family: its sample description, read and written.
struct MPEG4Mapping: Sendable {
    /// The code of descriptions whose codec is named by an elementary stream descriptor.
    static let described: FourCC = "mp4a"

    /// The code of the description that is written.
    let entry: FourCC
    /// Further codes under which it is found.
    var aliases: [FourCC] = []
    /// The box that describes the codec, and bytes of it before the description itself.
    var box: (code: FourCC, skipped: Int)?
    /// The types of elementary streams that are of this codec.
    var objectTypes: [UInt8] = []
    /// The kinds of files that may hold it when they are written; none if it is only read.
    var fileTypes: [FourCC] = []
    /// Indicates whether a cookie holds all that a description needs.
    var isDescribed: @Sendable ([UInt8]) -> Bool = { _ in true }
    /// Takes the format from a description.
    let take: @Sendable (inout MPEG4SampleEntry, Int64) throws(MediaError) -> Void
    /// Puts the boxes of a description; the number is the mean bit rate.
    var put: @Sendable (MediaDescription, Int, inout ByteBuilder) -> Void = { _, _, _ in }

    /// Returns whether a description of a code that is no elementary stream's is of this codec.
    func isOf(_ code: FourCC) -> Bool { entry == code && code != Self.described || aliases.contains(code) }
}

/// A kind of file of the MPEG-4 family: its type, and the brands that it announces.
struct MPEG4Kind: Sendable {
    /// The type in Core Audio's codes.
    let fileType: FourCC
    /// The brands that are written, the major one first and once more in the list.
    let brands: [FourCC]
    /// The major brands that are read as this kind.
    let readAs: [FourCC]

    static let audio = MPEG4Kind(
        fileType: "m4af", brands: ["M4A ", "M4A ", "mp42", "isom", "iso2"], readAs: ["M4A "])
    static let book = MPEG4Kind(
        fileType: "m4bf", brands: ["M4B ", "M4B ", "mp42", "isom", "iso2"], readAs: ["M4B "])
    static let plain = MPEG4Kind(fileType: "mp4f", brands: ["mp42", "mp42", "isom", "iso2", "mp41"], readAs: [])
    static let mobile = MPEG4Kind(
        fileType: "3gpp", brands: ["3gp6", "3gp6", "3gp5", "isom", "mp42"],
        readAs: ["3gp4", "3gp5", "3gp6", "3gp7", "3gp8", "3gp9", "3ge6", "3gg6", "3gr6", "3gs6"])
    static let mobile2 = MPEG4Kind(
        fileType: "3gp2", brands: ["3g2a", "3g2a", "3gp6", "isom", "mp42"], readAs: ["3g2a", "3g2b", "3g2c"])
    static let all = [audio, book, plain, mobile, mobile2]

    /// The types of telephones.
    static let mobileTypes = [mobile.fileType, mobile2.fileType]
    /// The types that are not of telephones.
    static let stationaryTypes = [audio.fileType, book.fileType, plain.fileType]

    /// The type of a file whose major brand is this; any other than the known is plain MPEG-4.
    static func fileType(_ brand: FourCC) -> FourCC { all.first { $0.readAs.contains(brand) }?.fileType ?? "mp4f" }
}
