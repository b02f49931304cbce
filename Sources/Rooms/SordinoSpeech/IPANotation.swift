/// Turns the notation of the International Phonetic Alphabet into phonemes of espeak-ng.
package enum IPANotation {
    /// Returns phonemes in [[ ]]; nil if a sign is not known.
    package static func phonemes(_ notation: String) -> String? {
        let signs = Array(notation.unicodeScalars.filter { !$0.properties.isWhitespace || $0 == " " })
        guard !signs.isEmpty, signs.count <= 500 else { return nil }
        var result = ""
        var next = 0
        while next < signs.count {
            var found: String?
            // The longest sign first: affricates and diphthongs are signs of their own.
            for count in stride(from: min(3, signs.count - next), through: 1, by: -1) {
                var text = String.UnicodeScalarView()
                text.append(contentsOf: signs[next..<next + count])
                if let known = table[String(text)] {
                    (found, next) = (known, next + count)
                    break
                }
            }
            guard let found else { return nil }
            result += found
        }
        return "[[\(result)]]"
    }

    /// Signs of English and its neighbours, each with espeak-ng's mnemonic.
    private static let table: [String: String] = {
        let pairs = """
            p p|b b|t t|d d|k k|ɡ g|g g|m m|n n|ŋ N|f f|v v|θ T|ð D|s s|z z|ʃ S|ʒ Z|h h|x x|ç C|j j|w w|l l|ɫ l|ɹ r|r r|\
            ɾ t|tʃ tS|t͡ʃ tS|dʒ dZ|d͡ʒ dZ|ʔ ?|i i|iː i:|ɪ I|e e|ɛ E|æ a|a a|ɑ A|ɑː A:|ɒ 0|ɔ O|ɔː O:|o o|ʊ U|u u|uː u:|\
            ʌ V|ə @|ɚ 3|ɝ 3:|ɜ 3:|ɜː 3:|eɪ eI|aɪ aI|ɔɪ OI|oʊ oU|əʊ oU|aʊ aU|ɪə i@|eə e@|ʊə U@|y y|ø Y|œ W|ˈ '|ˌ ,|\
            . |‿ |͡ 
            """
        var table = [" ": " ", "ː": ":", "'": "'", ",": ","]
        for pair in pairs.split(separator: "|") {
            let parts = pair.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            table[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        return table
    }()
}
