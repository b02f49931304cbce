import Foundation
import Testing

/// Every scenario of `scenarios-of-the-rules.md` is played on a simulated device by a test that bears its number.
@Suite struct ScenarioCoverageTests {
    @Test func everyNumberHasItsTest() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var played = Set<Int>()
        for file in files where file.pathExtension == "swift" {
            for name in try String(contentsOf: file, encoding: .utf8).matches(of: /func ((?:s\d+)+)[A-Z]/) {
                for number in name.output.1.split(separator: "s") {
                    if let number = Int(number) { played.insert(number) }
                }
            }
        }
        #expect(Set(1...120).subtracting(played).sorted() == [])
    }
}
