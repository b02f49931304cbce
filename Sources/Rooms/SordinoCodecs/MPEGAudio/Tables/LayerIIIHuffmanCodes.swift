/// The Huffman codes of pairs, as printed: each table checked to be complete and free of prefixes by a test.
///
/// Source: ISO/IEC 11172-3, table B.7.
enum LayerIIIHuffmanCodes {
    /// The codes of table 1: the code words by `x * 2 + y`, then their lengths in bits.
    static let words1: [UInt16] = [
        1, 1, 1, 0,
    ]
    static let lengths1: [UInt8] = [
        1, 3, 2, 3,
    ]
    /// The codes of table 2: the code words by `x * 3 + y`, then their lengths in bits.
    static let words2: [UInt16] = [
        1, 2, 1, 3, 1, 1, 3, 2, 0,
    ]
    static let lengths2: [UInt8] = [
        1, 3, 6, 3, 3, 5, 5, 5, 6,
    ]
    /// The codes of table 3: the code words by `x * 3 + y`, then their lengths in bits.
    static let words3: [UInt16] = [
        3, 2, 1, 1, 1, 1, 3, 2, 0,
    ]
    static let lengths3: [UInt8] = [
        2, 2, 6, 3, 2, 5, 5, 5, 6,
    ]
    /// The codes of table 5: the code words by `x * 4 + y`, then their lengths in bits.
    static let words5: [UInt16] = [
        1, 2, 6, 5, 3, 1, 4, 4, 7, 5, 7, 1, 6, 1, 1, 0,
    ]
    static let lengths5: [UInt8] = [
        1, 3, 6, 7, 3, 3, 6, 7, 6, 6, 7, 8, 7, 6, 7, 8,
    ]
    /// The codes of table 6: the code words by `x * 4 + y`, then their lengths in bits.
    static let words6: [UInt16] = [
        7, 3, 5, 1, 6, 2, 3, 2, 5, 4, 4, 1, 3, 3, 2, 0,
    ]
    static let lengths6: [UInt8] = [
        3, 3, 5, 7, 3, 2, 4, 5, 4, 4, 5, 6, 6, 5, 6, 7,
    ]
    /// The codes of table 7: the code words by `x * 6 + y`, then their lengths in bits.
    static let words7: [UInt16] = [
        1, 2, 10, 19, 16, 10, 3, 3, 7, 10, 5, 3, 11, 4, 13, 17, 8, 4, 12, 11, 18, 15, 11, 2, 7, 6, 9, 14, 3, 1, 6, 4,
        5, 3, 2, 0,
    ]
    static let lengths7: [UInt8] = [
        1, 3, 6, 8, 8, 9, 3, 4, 6, 7, 7, 8, 6, 5, 7, 8, 8, 9, 7, 7, 8, 9, 9, 9, 7, 7, 8, 9, 9, 10, 8, 8, 9, 10, 10,
        10,
    ]
    /// The codes of table 8: the code words by `x * 6 + y`, then their lengths in bits.
    static let words8: [UInt16] = [
        3, 4, 6, 18, 12, 5, 5, 1, 2, 16, 9, 3, 7, 3, 5, 14, 7, 3, 19, 17, 15, 13, 10, 4, 13, 5, 8, 11, 5, 1, 12, 4,
        4, 1, 1, 0,
    ]
    static let lengths8: [UInt8] = [
        2, 3, 6, 8, 8, 9, 3, 2, 4, 8, 8, 8, 6, 4, 6, 8, 8, 9, 8, 8, 8, 9, 9, 10, 8, 7, 8, 9, 10, 10, 9, 8, 9, 9, 11,
        11,
    ]
    /// The codes of table 9: the code words by `x * 6 + y`, then their lengths in bits.
    static let words9: [UInt16] = [
        7, 5, 9, 14, 15, 7, 6, 4, 5, 5, 6, 7, 7, 6, 8, 8, 8, 5, 15, 6, 9, 10, 5, 1, 11, 7, 9, 6, 4, 1, 14, 4, 6, 2,
        6, 0,
    ]
    static let lengths9: [UInt8] = [
        3, 3, 5, 6, 8, 9, 3, 3, 4, 5, 6, 8, 4, 4, 5, 6, 7, 8, 6, 5, 6, 7, 7, 8, 7, 6, 7, 7, 8, 9, 8, 7, 8, 8, 9, 9,
    ]
    /// The codes of table 10: the code words by `x * 8 + y`, then their lengths in bits.
    static let words10: [UInt16] = [
        1, 2, 10, 23, 35, 30, 12, 17, 3, 3, 8, 12, 18, 21, 12, 7, 11, 9, 15, 21, 32, 40, 19, 6, 14, 13, 22, 34, 46,
        23, 18, 7, 20, 19, 33, 47, 27, 22, 9, 3, 31, 22, 41, 26, 21, 20, 5, 3, 14, 13, 10, 11, 16, 6, 5, 1, 9, 8, 7,
        8, 4, 4, 2, 0,
    ]
    static let lengths10: [UInt8] = [
        1, 3, 6, 8, 9, 9, 9, 10, 3, 4, 6, 7, 8, 9, 8, 8, 6, 6, 7, 8, 9, 10, 9, 9, 7, 7, 8, 9, 10, 10, 9, 10, 8, 8, 9,
        10, 10, 10, 10, 10, 9, 9, 10, 10, 11, 11, 10, 11, 8, 8, 9, 10, 10, 10, 11, 11, 9, 8, 9, 10, 10, 11, 11, 11,
    ]
    /// The codes of table 11: the code words by `x * 8 + y`, then their lengths in bits.
    static let words11: [UInt16] = [
        3, 4, 10, 24, 34, 33, 21, 15, 5, 3, 4, 10, 32, 17, 11, 10, 11, 7, 13, 18, 30, 31, 20, 5, 25, 11, 19, 59, 27,
        18, 12, 5, 35, 33, 31, 58, 30, 16, 7, 5, 28, 26, 32, 19, 17, 15, 8, 14, 14, 12, 9, 13, 14, 9, 4, 1, 11, 4, 6,
        6, 6, 3, 2, 0,
    ]
    static let lengths11: [UInt8] = [
        2, 3, 5, 7, 8, 9, 8, 9, 3, 3, 4, 6, 8, 8, 7, 8, 5, 5, 6, 7, 8, 9, 8, 8, 7, 6, 7, 9, 8, 10, 8, 9, 8, 8, 8, 9,
        9, 10, 9, 10, 8, 8, 9, 10, 10, 11, 10, 11, 8, 7, 7, 8, 9, 10, 10, 10, 8, 7, 8, 9, 10, 10, 10, 10,
    ]
    /// The codes of table 12: the code words by `x * 8 + y`, then their lengths in bits.
    static let words12: [UInt16] = [
        9, 6, 16, 33, 41, 39, 38, 26, 7, 5, 6, 9, 23, 16, 26, 11, 17, 7, 11, 14, 21, 30, 10, 7, 17, 10, 15, 12, 18,
        28, 14, 5, 32, 13, 22, 19, 18, 16, 9, 5, 40, 17, 31, 29, 17, 13, 4, 2, 27, 12, 11, 15, 10, 7, 4, 1, 27, 12,
        8, 12, 6, 3, 1, 0,
    ]
    static let lengths12: [UInt8] = [
        4, 3, 5, 7, 8, 9, 9, 9, 3, 3, 4, 5, 7, 7, 8, 8, 5, 4, 5, 6, 7, 8, 7, 8, 6, 5, 6, 6, 7, 8, 8, 8, 7, 6, 7, 7,
        8, 8, 8, 9, 8, 7, 8, 8, 8, 9, 8, 9, 8, 7, 7, 8, 8, 9, 9, 10, 9, 8, 8, 9, 9, 9, 9, 10,
    ]
}
