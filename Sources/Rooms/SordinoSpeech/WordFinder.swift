import CSpeech

/// Finds the words of a text in the sound of it.
///
/// espeak-ng reports beginnings of words, also several inside a number or an abbreviation. Each report counts for the whole
/// word around it, once; and where a report lies in the silence before a word, the word begins with its sound.
struct WordFinder {
    private(set) var marks: [SpeechMark] = []

    /// The level below which a sample counts as silence: -46 dB of full scale.
    private static let silence: Int32 = 160
    /// Frames after a report within which a sound counts as its word's.
    private static let reach = 22_050 * 15 / 100

    private let scalars: [Unicode.Scalar]
    /// For each scalar and the end: UTF-16 units before it.
    private let offsets: [Int]

    init(_ text: SpeechScript.Text, _ answer: VoiceProcess.Answer) {
        scalars = Array(text.spoken.unicodeScalars)
        var (offsets, offset) = ([Int](), 0)
        offsets.reserveCapacity(scalars.count + 1)
        for scalar in scalars {
            offsets.append(offset)
            offset += scalar.value > 0xFFFF ? 2 : 1
        }
        self.offsets = offsets + [offset]
        let sentences = sentenceStarts(answer)
        var sentence = 0
        var end = 0
        let reports = answer.events.filter { $0.kind == CSPEECH_WORD && $0.length > 0 }
        for (index, report) in reports.enumerated() {
            let place = Int(report.position) - 1
            guard place >= end, place < scalars.count, !scalars[place].properties.isWhitespace else { continue }
            let word = word(around: place, from: end)
            guard word.lowerBound >= end else { continue }
            end = word.upperBound
            let following = index + 1 < reports.count ? Int(reports[index + 1].sample) : answer.samples.count
            let frame = onset(of: Int(report.sample), before: following, answer.samples)
            while sentence < sentences.count, sentences[sentence] <= place {
                let range = range(of: sentences[sentence]..<sentenceEnd(sentences, sentence), text)
                marks.append(SpeechMark(kind: .sentence, range: range, frame: frame))
                sentence += 1
            }
            marks.append(SpeechMark(kind: .word, range: range(of: word, text), frame: frame))
        }
    }

    private func sentenceStarts(_ answer: VoiceProcess.Answer) -> [Int] {
        var starts: [Int] = []
        for event in answer.events where event.kind == CSPEECH_SENTENCE {
            var place = Int(event.position) - 1
            while place >= 0, place < scalars.count, !Self.isOfWord(scalars[place]) { place += 1 }
            if place >= 0, place < scalars.count, place > starts.last ?? -1 { starts.append(place) }
        }
        return starts
    }

    private func sentenceEnd(_ starts: [Int], _ index: Int) -> Int {
        var end = index + 1 < starts.count ? starts[index + 1] : scalars.count
        while end > starts[index], scalars[end - 1].properties.isWhitespace { end -= 1 }
        return end
    }

    private func word(around place: Int, from first: Int) -> Range<Int> {
        guard Self.isOfWord(scalars[place]) else { return place..<place + 1 }
        var (start, end) = (place, place + 1)
        while start > first, Self.isOfWord(scalars[start - 1]) { start -= 1 }
        while end < scalars.count, Self.isOfWord(scalars[end]) { end += 1 }
        // An apostrophe belongs to a word that it does not end.
        while end > place + 1, "'’".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        return start..<end
    }

    private func range(of scalars: Range<Int>, _ text: SpeechScript.Text) -> Range<Int> {
        guard text.isVerbatim else { return text.place }
        let start = text.place.lowerBound
        return start + offsets[scalars.lowerBound]..<start + offsets[scalars.upperBound]
    }

    private func onset(of frame: Int, before following: Int, _ samples: [Int16]) -> Int {
        let start = min(max(frame, 0), samples.count)
        let end = min(start + Self.reach, max(following, start), samples.count)
        for place in start..<end where abs(Int32(samples[place])) > Self.silence { return place }
        return start
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return true }
        if "'’".unicodeScalars.contains(scalar) { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Indicates whether a text ends with the end of a sentence, behind which there is a pause.
    static func endsSentence(_ text: String) -> Bool {
        for scalar in text.unicodeScalars.reversed() where !scalar.properties.isWhitespace {
            return ".!?…:;。！？".unicodeScalars.contains(scalar)
        }
        return false
    }
}
