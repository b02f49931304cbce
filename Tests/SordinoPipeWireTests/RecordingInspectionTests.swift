import Foundation
import PrivatePipeWire
import Testing

/// The inspection that every recording on a private server passes.
@Suite struct RecordingInspectionTests {
    private static let tone = (0..<9_600).map { Float(sin(Double($0) * .pi / 50)) / 4 }

    @Test func aZeroInsideSoundIsReported() {
        var broken = Self.tone
        broken[4_825] = 0
        withKnownIssue("a recording with a fault of its own") {
            RecordingOfGraph("a tone with a hole").inspect([Self.tone, broken])
        } matching: {
            $0.description.contains("a tone with a hole: 1 artefacts")
        }
    }

    @Test func aWholeToneAndAnExcuseAreNot() {
        RecordingOfGraph("a tone").inspect([Self.tone])
        var broken = Self.tone
        broken[4_825] = 0
        let excused = RecordingOfGraph("an excused tone")
        excused.allowsArtefacts(because: "the zero is its own")
        excused.inspect([broken])
    }
}
