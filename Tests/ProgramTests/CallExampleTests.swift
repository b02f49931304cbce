import AVFoundation
import Testing

private let hasOpus: Bool = {
    let settings: [String: Any] = [AVFormatIDKey: kAudioFormatOpus, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
    guard let opus = AVAudioFormat(settings: settings),
        let voice = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)
    else { return false }
    return AVAudioConverter(from: voice, to: opus) != nil
}()

/// The example of a call, run as a program: two telephones, RTP and Opus between them.
@Suite(
    .enabled(if: Programs.named("call") != nil, "the examples were not built"),
    .enabled(if: hasOpus, "libavcodec is not there"))
struct CallExampleTests {
    /// Runs the call.
    ///
    /// - Returns: The number in each line of what it prints that has one, by the words before it.
    private func call() throws -> [String: Int] {
        let (status, text) = try Programs.run("call", [])
        try #require(status == 0, "\(text)")
        var found: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(where: { Int($0) != nil }) else { continue }
            found[words[..<place].joined(separator: " ")] = Int(words[place])
        }
        return found
    }

    @Test func bothHearTheOtherAndNotThemselves() throws {
        let said = try call()
        let (ann, bob) = (try #require(said["Bob hears Ann at"]), try #require(said["Ann hears Bob at"]))
        // The level control brings speech to -18 dBFS, within the first seconds to its neighbourhood.
        #expect((-28 ... -14).contains(ann) && (-28 ... -14).contains(bob), "\(said)")
        let echoes = (try #require(said["Ann hears of herself"]), try #require(said["Bob hears of himself"]))
        // The other's loudspeaker is 25 dB and more below the voice, with music beside it.
        #expect(echoes.0 < ann - 25 && echoes.1 < bob - 25, "\(said)")
        #expect(said["Beside the call the music is at"] == -14)
        #expect(said["After it the music is at"] == 0)
    }
}
