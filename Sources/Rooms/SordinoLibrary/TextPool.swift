import CSQLite

/// The texts of all songs, each once, in the order in which people expect a list of them.
///
/// A text is a number, which is also its rank: sorting songs compares numbers. Number 0 is the empty text. The folded form
/// of each text, without capitals and accents, stands beside it for searches.
struct TextPool: Sendable {
    /// The texts in UTF-8, one behind the other; text n ends at `ends[n]`.
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [UInt32] = [0]
    /// The folded texts, each between zero bytes.
    private(set) var folded: [UInt8] = [0]
    private(set) var foldedEnds: [UInt32] = [1]

    init() {}

    /// Takes the parts of a pool that was stored; nil unless they fit together.
    init?(bytes: [UInt8], ends: [UInt32], folded: [UInt8], foldedEnds: [UInt32]) {
        func fits(_ ends: [UInt32], _ count: Int, _ first: UInt32) -> Bool {
            guard ends.first == first, ends.last.map({ Int($0) == count }) == true else { return false }
            return ends.withUnsafeBufferPointer { ends in
                var before: UInt32 = 0
                for end in ends {
                    if end < before { return false }
                    before = end
                }
                return true
            }
        }
        guard ends.count == foldedEnds.count, fits(ends, bytes.count, 0), fits(foldedEnds, folded.count, 1) else {
            return nil
        }
        (self.bytes, self.ends, self.folded, self.foldedEnds) = (bytes, ends, folded, foldedEnds)
    }

    var count: Int { ends.count }

    /// The text of a number; empty for numbers that do not exist.
    func text(_ number: UInt32) -> String {
        let number = Int(number)
        guard number > 0, number < ends.count else { return "" }
        return String(decoding: bytes[Int(ends[number - 1])..<Int(ends[number])], as: UTF8.self)
    }

    /// The folded form of a text.
    func foldedText(_ number: Int) -> ArraySlice<UInt8> {
        guard number > 0, number < foldedEnds.count else { return [] }
        return folded[Int(foldedEnds[number - 1])..<max(Int(foldedEnds[number - 1]), Int(foldedEnds[number]) - 1)]
    }

    /// The number of a text; nil if no song has it.
    func number(of text: String) -> UInt32? {
        if text.isEmpty { return 0 }
        let key = Key(text)
        var (low, high) = (1, count)
        while low < high {
            let middle = (low + high) / 2
            let other = self.key(middle)
            if other == key { return UInt32(middle) }
            if other < key { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The numbers of the texts that contain another one, in any capitals and with any accents.
    func numbers(containing text: String) -> [Bool] {
        var found = [Bool](repeating: false, count: count)
        let wanted = Array(Folding.folded(text).utf8)
        guard !wanted.isEmpty, !wanted.contains(0) else { return [Bool](repeating: text.isEmpty, count: count) }
        folded.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return }
            var (at, number) = (0, 1)
            while let hit = csqlite_find(base + at, all.count - at, wanted, wanted.count) {
                let place = hit - UnsafeRawPointer(base)
                // The next number whose text ends behind the place: places only grow.
                while number < foldedEnds.count, Int(foldedEnds[number]) <= place { number += 1 }
                guard number < foldedEnds.count else { return }
                found[number] = true
                at = Int(foldedEnds[number])
            }
        }
        return found
    }

    /// The first letter of a text in its place in the order, as the number of its small form; # for other characters.
    func letter(_ number: UInt32) -> UInt32 {
        let folded = foldedText(Int(number))
        guard let byte = folded.first else { return 0x23 }
        if byte < 0x80, byte != 0x61, byte != 0x74 { return (0x62...0x7A).contains(byte) ? UInt32(byte) : 0x23 }
        // An article may come before it, or the letter may have several bytes.
        let rest = folded.dropFirst(Folding.articleByteCount(Array(folded.prefix(8))))
        guard let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first else { return 0x23 }
        return scalar.properties.isAlphabetic ? scalar.value : 0x23
    }

    /// Adds texts in their places.
    ///
    /// - Returns: The new number of each old one.
    mutating func add(_ texts: Set<String>) -> [UInt32] {
        let new = texts.filter { number(of: $0) == nil }.map { Key($0) }.sorted()
        guard !new.isEmpty else { return [] }
        var made = TextPool()
        made.bytes.reserveCapacity(bytes.count + new.count * 24)
        made.folded.reserveCapacity(folded.count + new.count * 24)
        made.ends.reserveCapacity(ends.count + new.count)
        made.foldedEnds.reserveCapacity(ends.count + new.count)
        var numbers = [UInt32](repeating: 0, count: count)
        var next = 0
        for old in 1..<max(1, count) {
            if next < new.count {
                let key = key(old)
                while next < new.count, new[next] < key {
                    made.append(new[next])
                    next += 1
                }
            }
            numbers[old] = UInt32(made.count)
            made.append(self, old)
        }
        while next < new.count {
            made.append(new[next])
            next += 1
        }
        self = made
        return numbers
    }

    private mutating func append(_ key: Key) {
        bytes += Array(key.text.utf8)
        ends.append(UInt32(clamping: bytes.count))
        folded += key.folded
        folded.append(0)
        foldedEnds.append(UInt32(clamping: folded.count))
    }

    private mutating func append(_ other: TextPool, _ number: Int) {
        bytes += other.bytes[Int(other.ends[number - 1])..<Int(other.ends[number])]
        ends.append(UInt32(clamping: bytes.count))
        folded += other.folded[Int(other.foldedEnds[number - 1])..<Int(other.foldedEnds[number])]
        foldedEnds.append(UInt32(clamping: folded.count))
    }

    private func key(_ number: Int) -> Key { Key(text(UInt32(number)), Array(foldedText(number))) }

    /// The place of a text in the order: first its folded form without an article, then the text itself.
    private struct Key: Comparable {
        let text: String
        let folded: [UInt8]
        private let start: Int

        init(_ text: String) { self.init(text, Array(Folding.folded(text).utf8)) }

        init(_ text: String, _ folded: [UInt8]) {
            (self.text, self.folded) = (text, folded)
            start = Folding.articleByteCount(folded)
        }

        static func == (one: Key, other: Key) -> Bool { one.text == other.text }

        static func < (one: Key, other: Key) -> Bool {
            let (a, b) = (one.folded[one.start...], other.folded[other.start...])
            if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
            return one.text < other.text
        }
    }
}

/// Texts without capitals and accents, for searches and lists.
enum Folding {
    /// Letters of Latin-1 and Latin Extended-A from U+00C0 on, without their accents; a dot keeps the letter.
    private static let letters = Array(
        """
        aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yaaaaaaccccccccddddeeeeeeeeeegggg\
        gggghhhhiiiiiiiiii..jjkk.llllllllllnnnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzz.
        """.unicodeScalars)

    /// Returns a text in small letters without accents; zeros and signs of combination are left out.
    static func folded(_ text: String) -> String {
        // Most texts are of ASCII.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) {
            return String(decoding: text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0, 0x300...0x36F: break
            case 0xC0..<0xC0 + UInt32(letters.count) where letters[Int(scalar.value) - 0xC0] != ".":
                result.append(letters[Int(scalar.value) - 0xC0])
            default: result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(result)
    }

    /// Bytes of an English article at the beginning, which lists pass over.
    static func articleByteCount(_ folded: [UInt8]) -> Int {
        for article in articles where folded.count > article.count && folded.starts(with: article) {
            return article.count
        }
        return 0
    }

    private static let articles = ["the ", "an ", "a "].map { Array($0.utf8) }
}
