/// A Huffman codebook of spectral values: words for writing, of which `AACSpectrumTables` makes tables for reading.
///
/// ISO/IEC 14496-3, 4.6.3 and 4.A.1. A word stands for `dimension` values; its index is the sum of the digits, the first the
/// most significant, in base `modulus`. A digit is the value plus `offset`. In unsigned books (`offset` 0) a sign bit, 1 for
/// negative, follows the word for each value that is not 0; in book 11 the value 16 is followed by an escape.
package struct AACCodebook: Sendable {
    /// The number in the stream, 1 to 11.
    package let number: Int
    /// Values a word: 4 or 2.
    package let dimension: Int
    /// Values that a digit can take: 3, 9, 8, 13 or 17.
    package let modulus: Int
    /// A digit minus its value: half of `modulus` in signed books, 0 in unsigned ones.
    package let offset: Int
    /// The code words, right-aligned in integers.
    package let words: [UInt16]
    /// The words' lengths in bits, 1 to 16.
    package let lengths: [UInt8]

    /// Indicates whether words carry the signs.
    package var isSigned: Bool { offset > 0 }
    /// The largest magnitude without escape.
    package var largest: Int { isSigned ? offset : modulus - 1 }

    /// Codebooks 1 to 11, at indices 0 to 10.
    package static let all: [AACCodebook] = [
        .init(
            number: 1, dimension: 4, modulus: 3, offset: 1, words: AACCodebookWords.book1,
            lengths: AACCodebookLengths.book1),
        .init(
            number: 2, dimension: 4, modulus: 3, offset: 1, words: AACCodebookWords.book2,
            lengths: AACCodebookLengths.book2),
        .init(
            number: 3, dimension: 4, modulus: 3, offset: 0, words: AACCodebookWords.book3,
            lengths: AACCodebookLengths.book3),
        .init(
            number: 4, dimension: 4, modulus: 3, offset: 0, words: AACCodebookWords.book4,
            lengths: AACCodebookLengths.book4),
        .init(
            number: 5, dimension: 2, modulus: 9, offset: 4, words: AACCodebookWords.book5,
            lengths: AACCodebookLengths.book5),
        .init(
            number: 6, dimension: 2, modulus: 9, offset: 4, words: AACCodebookWords.book6,
            lengths: AACCodebookLengths.book6),
        .init(
            number: 7, dimension: 2, modulus: 8, offset: 0, words: AACCodebookWords.book7,
            lengths: AACCodebookLengths.book7),
        .init(
            number: 8, dimension: 2, modulus: 8, offset: 0, words: AACCodebookWords.book8,
            lengths: AACCodebookLengths.book8),
        .init(
            number: 9, dimension: 2, modulus: 13, offset: 0, words: AACCodebookWords.book9,
            lengths: AACCodebookLengths.book9),
        .init(
            number: 10, dimension: 2, modulus: 13, offset: 0, words: AACCodebookWords.book10,
            lengths: AACCodebookLengths.book10),
        .init(
            number: 11, dimension: 2, modulus: 17, offset: 0, words: AACCodebookWords.book11,
            lengths: AACCodebookLengths.book11),
    ]

    /// Words for the difference of two scalefactors, -60 to 60, at the index difference + 60.
    package static var scalefactorWords: [UInt32] { AACCodebookWords.scalefactors }
    /// The lengths of `scalefactorWords` in bits, 1 to 19.
    package static var scalefactorLengths: [UInt8] { AACCodebookLengths.scalefactors }
}
