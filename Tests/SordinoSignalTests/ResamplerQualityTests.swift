import SordinoSignal
import Testing

@Suite struct ResamplerQualityTests {
    @Test func algorithmsAndQualitiesOfProgramsFindOurs() {
        let asked = [0, 32, 64, 96, 127]
        let normal = asked.map { ResamplerQuality(algorithm: .normal, quality: $0) }
        let mastering = asked.map { ResamplerQuality(algorithm: .mastering, quality: $0) }
        #expect(normal == [.voice, .good, .high, .high, .high])
        #expect(mastering == [.high, .high, .mastering, .mastering, .mastering])
        #expect(ResamplerQuality(algorithm: .linear, quality: 127) == .linear)
    }
}
