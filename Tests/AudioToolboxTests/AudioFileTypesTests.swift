import AudioToolbox
import Testing

/// The constants that other interfaces share.
@Suite struct AudioFileTypesTests {
    @Test func aFourCharacterCodeReadsAsItsLetters() {
        let code = kAudioFileWAVEType
        let letters = (0..<4).reversed().map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }
        #expect(letters == Array("WAVE".utf8))
    }
}
