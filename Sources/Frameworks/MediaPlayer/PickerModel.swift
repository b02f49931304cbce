import SordinoLibrary

/// A list of songs from which a person picks on a terminal: what is shown, and what a line of the person means.
package struct PickerModel {
    /// The result of a line.
    package enum Outcome: Equatable {
        /// The list is shown again, with a sentence about the line where there is one.
        case again(String?)
        case picked([UInt64])
        case cancelled
    }

    let prompt: String?
    let allowsSeveral: Bool
    /// The bits of `MPMediaType` that are offered.
    let kinds: UInt64
    private var text = ""
    private var page = 0
    /// In the order in which they were picked.
    private(set) var chosen: [UInt64] = []

    /// The songs on a page.
    static let pageCount = 20
    /// The songs that can be picked, and the characters of a text to look for.
    static let (mostChosen, mostCharacters) = (PlayerQueue.limit, 100)

    package init(prompt: String?, allowsSeveral: Bool, kinds: UInt64) {
        (self.prompt, self.allowsSeveral, self.kinds) = (prompt, allowsSeveral, kinds)
    }

    /// The songs that are offered, those whose title, artist or album contains the text.
    func found(in library: MusicLibrary) -> (table: SongTable, rows: [UInt32]) {
        guard !text.isEmpty else { return library.rows(SongQuery([.kinds(kinds)])) }
        var found = library.rows(SongQuery([.kinds(kinds), .contains(.title, text)]))
        var seen = Set(found.rows)
        for column in [SongTable.Text.artist, .album] {
            let more = library.rows(SongQuery([.kinds(kinds), .contains(column, text)]))
            // Another table would have other rows.
            guard more.table.ids == found.table.ids else { continue }
            found.rows += more.rows.filter { seen.insert($0).inserted }
        }
        return found
    }

    /// The lines that are shown.
    package func lines(_ library: MusicLibrary) -> [String] {
        let (table, rows) = found(in: library)
        var lines = ["", Self.clean(prompt ?? (allowsSeveral ? "Choose music" : "Choose a song"))]
        let first = page * Self.pageCount
        for (offset, row) in rows.dropFirst(first).prefix(Self.pageCount).enumerated() {
            let row = Int(row)
            let mark = chosen.contains(table.ids[row]) ? "*" : " "
            let number = String(first + offset + 1)
            let facts = [table.text(.title, row), table.text(.artist, row), table.text(.album, row)]
            let blank = String(repeating: " ", count: max(0, 5 - number.count))
            let words = facts.filter { !$0.isEmpty }.map(Self.clean).joined(separator: " · ")
            lines.append("\(mark)\(blank)\(number)  \(words)")
        }
        let last = min(rows.count, first + Self.pageCount)
        let of = text.isEmpty ? "" : " with \"\(Self.clean(text))\""
        lines.append(
            rows.isEmpty
                ? "No songs\(of)."
                : "\(first + 1) to \(last) of \(rows.count) \(rows.count == 1 ? "song" : "songs")\(of).")
        var keys = ["a number picks" + (allowsSeveral ? " (3 7 10-12)" : "")]
        if last < rows.count { keys.append("n: next page") }
        if page > 0 { keys.append("p: page before") }
        keys.append("/text: look for it")
        if allowsSeveral { keys.append("return: done, \(chosen.count) picked") }
        lines.append(keys.joined(separator: ", ") + ", q: cancel")
        return lines
    }

    /// Takes a line of the person.
    package mutating func take(_ line: String, _ library: MusicLibrary) -> Outcome {
        let line = line.trimmingSpaces
        switch line {
        case "q": return .cancelled
        case "n":
            if (page + 1) * Self.pageCount < found(in: library).rows.count { page += 1 }
            return .again(nil)
        case "p":
            page = max(0, page - 1)
            return .again(nil)
        case "":
            if chosen.isEmpty { return .again("nothing is picked yet; q cancels") }
            return .picked(chosen)
        default: break
        }
        if line.hasPrefix("/") {
            (text, page) = (String(line.dropFirst().prefix(Self.mostCharacters)).trimmingSpaces, 0)
            return .again(nil)
        }
        return takeNumbers(line, library)
    }

    private mutating func takeNumbers(_ line: String, _ library: MusicLibrary) -> Outcome {
        let (table, rows) = found(in: library)
        var picked: [UInt64] = []
        for word in line.split(whereSeparator: { $0 == " " || $0 == "," }) {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
                first >= 1, first <= last, last <= rows.count, last - first < Self.mostChosen
            else { return .again("\"\(Self.clean(String(word.prefix(40))))\" is no number of the list") }
            picked += rows[(first - 1)..<last].map { table.ids[Int($0)] }
        }
        guard allowsSeveral else {
            return picked.count == 1 ? .picked(picked) : .again("one song can be picked")
        }
        // A number that is there already takes its song away.
        for id in picked {
            if let there = chosen.firstIndex(of: id) {
                chosen.remove(at: there)
            } else if chosen.count < Self.mostChosen {
                chosen.append(id)
            }
        }
        return .again(nil)
    }

    /// Text from tags without characters that steer a terminal.
    static func clean(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(200).map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                        "?"
                    default: scalar
                    }
                }))
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
