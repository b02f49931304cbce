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

    /// The number of a text; nil if no song has it.
    func number(of text: String) -> UInt32? {
        if text.isEmpty { return 0 }
        let key = Key(text)
        let place = place(of: key)
        return place < count && compare(place, key) == 0 ? UInt32(place) : nil
    }

    /// The first number whose text does not come before another one.
    private func place(of key: Key) -> Int {
        var (low, high) = (1, max(1, count))
        while low < high {
            let middle = (low + high) / 2
            if compare(middle, key) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Compares the place of a text in the order with another one: first its folded form without an article, then the text.
    ///
    /// - Returns: Less than 0, 0 or more than 0, as its text comes before, is the same or comes behind.
    private func compare(_ number: Int, _ key: Key) -> Int {
        let order = folded.withUnsafeBufferPointer { folded -> Int in
            let form = UnsafeBufferPointer(rebasing: folded[foldedRange(number)])
            let start = Folding.articleByteCount(form)
            return key.folded.withUnsafeBufferPointer { other in
                let (one, two) = (form.count - start, other.count - key.start)
                for place in 0..<min(one, two) where form[start + place] != other[key.start + place] {
                    return Int(form[start + place]) - Int(other[key.start + place])
                }
                return one - two
            }
        }
        if order != 0 { return order }
        let text = text(UInt32(number))
        return text == key.text ? 0 : text < key.text ? -1 : 1
    }

    private func range(_ number: Int) -> Range<Int> {
        guard number > 0, number < ends.count else { return 0..<0 }
        return Int(ends[number - 1])..<Int(ends[number])
    }

    /// The bytes of a folded form, without the zero behind it.
    private func foldedRange(_ number: Int) -> Range<Int> {
        guard number > 0, number < foldedEnds.count else { return 0..<0 }
        let start = Int(foldedEnds[number - 1])
        return start..<max(start, Int(foldedEnds[number]) - 1)
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

    /// The first character of a text in its place in the order, in its small form without accents; the greatest number for
    /// the empty text, which is last.
    func firstCharacter(_ number: UInt32) -> UInt32 {
        folded.withUnsafeBufferPointer { folded in
            let form = UnsafeBufferPointer(rebasing: folded[foldedRange(Int(number))])
            let start = Folding.articleByteCount(form)
            guard start < form.count else { return .max }
            if form[start] < 0x80 { return UInt32(form[start]) }
            return String(decoding: form[start..<min(start + 4, form.count)], as: UTF8.self).unicodeScalars.first?.value
                ?? .max
        }
    }

    /// The letter that a first character is listed under; # for those that are none.
    static func letter(_ character: UInt32) -> UInt32 {
        if character < 0x80 { return (0x61...0x7A).contains(character) ? character : 0x23 }
        return Unicode.Scalar(character)?.properties.isAlphabetic == true ? character : 0x23
    }

    /// Adds texts in their places.
    ///
    /// - Returns: The new number of each old one; none if no text is new.
    mutating func add(_ texts: Set<ExactText>) -> [UInt32] {
        var new: [Key] = []
        for key in texts.filter({ number(of: $0.text) == nil }).map({ Key($0.text) }).sorted() {
            // Several forms of the same accents are one text where they are folded alike.
            if let last = new.last, last == key, last.folded == key.folded { continue }
            new.append(key)
        }
        guard !new.isEmpty else { return [] }
        var made = TextPool()
        made.bytes.reserveCapacity(bytes.count + new.count * 24)
        made.folded.reserveCapacity(folded.count + new.count * 24)
        made.ends.reserveCapacity(ends.count + new.count)
        made.foldedEnds.reserveCapacity(ends.count + new.count)
        var numbers = [UInt32](repeating: 0, count: count)
        var at = 1
        for key in new {
            let place = place(of: key)
            made.append(self, at..<place, &numbers)
            made.append(key)
            at = place
        }
        made.append(self, at..<max(at, count), &numbers)
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

    /// Appends a stretch of another pool's texts, and notes their new numbers.
    private mutating func append(_ other: TextPool, _ stretch: Range<Int>, _ numbers: inout [UInt32]) {
        guard !stretch.isEmpty else { return }
        for number in stretch { numbers[number] = UInt32(count + number - stretch.lowerBound) }
        func shifted(_ ends: [UInt32], _ start: Int) -> [UInt32] {
            let shift = UInt32(truncatingIfNeeded: start) &- ends[stretch.lowerBound - 1]
            return ends[stretch].map { $0 &+ shift }
        }
        let (newEnds, newFoldedEnds) = (shifted(other.ends, bytes.count), shifted(other.foldedEnds, folded.count))
        bytes +=
            other.bytes[other.range(stretch.lowerBound).lowerBound..<other.range(stretch.upperBound - 1).upperBound]
        folded +=
            other.folded[
                Int(other.foldedEnds[stretch.lowerBound - 1])..<Int(other.foldedEnds[stretch.upperBound - 1])]
        ends += newEnds
        foldedEnds += newFoldedEnds
    }

    /// A text that is looked for or added.
    private struct Key: Comparable {
        let text: String
        let folded: [UInt8]
        let start: Int

        init(_ text: String) {
            self.text = text
            folded = Array(Folding.folded(text).utf8)
            start = folded.withUnsafeBufferPointer { Folding.articleByteCount($0) }
        }

        static func == (one: Key, other: Key) -> Bool { one.text == other.text }

        static func < (one: Key, other: Key) -> Bool {
            let (a, b) = (one.folded[one.start...], other.folded[other.start...])
            if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
            return one.text < other.text
        }
    }
}

/// A text by its bytes: forms that Unicode counts as equal are different ones.
struct ExactText: Hashable {
    let text: String

    static func == (one: ExactText, other: ExactText) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
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
    static func articleByteCount(_ folded: UnsafeBufferPointer<UInt8>) -> Int {
        func begins(_ article: StaticString) -> Bool {
            let count = article.utf8CodeUnitCount
            guard folded.count > count else { return false }
            for place in 0..<count where folded[place] != article.utf8Start[place] { return false }
            return true
        }
        guard let first = folded.first, first == 0x61 || first == 0x74 else { return 0 }
        return begins("the ") ? 4 : begins("an ") ? 3 : begins("a ") ? 2 : 0
    }
}
