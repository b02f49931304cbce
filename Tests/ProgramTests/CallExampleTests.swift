import Foundation
import Testing

/// The example of a call, run as a program: two telephones, RTP and a codec between them.
@Suite(.enabled(if: Programs.named("call") != nil, "the examples were not built"))
struct CallExampleTests {
    /// Runs the call.
    ///
    /// - Returns: The number in each line of what it prints that has one, by the words before it.
    private func call(_ words: [String]) throws -> [String: Int] {
        let (status, text) = try Programs.run("call", words)
        try #require(status == 0, "\(text)")
        var found: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(where: { Int($0) != nil }) else { continue }
            found[words[..<place].joined(separator: " ")] = Int(words[place])
            if let place = words.firstIndex(of: "of"), place > 0, let count = Int(words[place - 1]) {
                found["lost"] = count
            }
        }
        return found
    }

    /// Without a word the codec is Opus, or AAC-ELD without libavcodec.
    ///
    /// In two processes the network is all that the telephones share.
    @Test(arguments: [[], ["--codec", "eld", "--processes"], ["--codec", "ilbc", "--processes"]])
    func bothHearTheOtherAndNotThemselves(words: [String]) throws {
        let said = try call(words)
        let (ann, bob) = (try #require(said["Bob hears Ann at"]), try #require(said["Ann hears Bob at"]))
        // The level control brings speech to -18 dBFS, within the first seconds to its neighbourhood.
        #expect((-28 ... -14).contains(ann) && (-28 ... -14).contains(bob), "\(said)")
        let echoes = (try #require(said["Ann hears of herself"]), try #require(said["Bob hears of himself"]))
        // The other's loudspeaker is 25 dB and more below the voice, with music beside it.
        #expect(echoes.0 < ann - 25 && echoes.1 < bob - 25, "\(said)")
        // One packet of fifty is lost, and made up for; between processes others come too late.
        let lost = try #require(said["lost"])
        #expect(lost >= 2 && (lost <= 12 || words.contains("--processes")), "\(said)")
        #expect(said["Beside the call the music is at"] == -14)
        #expect(said["After it the music is at"] == 0)
    }
}
