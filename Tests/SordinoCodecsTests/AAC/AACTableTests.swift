import CMath
import Testing

@testable import SordinoCodecs

/// Checks the tables by the properties that any fault in them breaks.
@Suite struct AACTableTests {
    @Test func everyCodebookIsACompletePrefixCode() {
        for book in AACCodebook.all {
            #expect(book.words.count == book.lengths.count)
            var expected = 1
            for _ in 0..<book.dimension { expected *= book.modulus }
            #expect(book.words.count == expected)
            #expect(isComplete(book.words.map { UInt32($0) }, book.lengths))
        }
        #expect(AACCodebook.scalefactorWords.count == 121)
        #expect(isComplete(AACCodebook.scalefactorWords, AACCodebook.scalefactorLengths))
    }

    private func isComplete(_ words: [UInt32], _ lengths: [UInt8]) -> Bool {
        var intervals = zip(words, lengths).map { word, length in
            (UInt64(word) << (32 - UInt64(length)), UInt64(1) << (32 - UInt64(length)))
        }
        intervals.sort { $0.0 < $1.0 }
        var end: UInt64 = 0
        for (start, size) in intervals {
            if start != end { return false }
            end = start + size
        }
        return end == 1 << 32
    }

    @Test func bandsRiseInFoursToTheTransformsEnd() {
        for lineCount in [1024, 960, 512, 480, 128, 120] {
            for rateIndex in 0...12 {
                let offsets = AACBands.offsets(lineCount: lineCount, rateIndex: rateIndex)
                #expect(offsets.first == 0 && offsets.last.map(Int.init) == lineCount)
                #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 })
                #expect(offsets.allSatisfy { $0 % 4 == 0 })
                #expect(AACBands.noiseShapingLimit(lineCount: lineCount, rateIndex: rateIndex) <= offsets.count)
            }
        }
        #expect([96000, 44100, 8000, 16000].map(AACBands.rateIndex) == [0, 4, 11, 8])
    }

    @Test func windowsKeepThePowerOfOverlappingHalves() {
        let windows =
            [1024, 960, 128, 120].flatMap { [AACWindows.sine($0), AACWindows.kaiserBessel($0)] }
            + [512, 480].flatMap { [AACWindows.sine($0), AACWindows.lowOverlap($0)] }
        for window in windows {
            for index in window.indices {
                let (rising, falling) = (Double(window[index]), Double(window[window.count - 1 - index]))
                #expect(abs(rising * rising + falling * falling - 1) < 3e-7)
            }
        }
    }

    @Test(arguments: [1024, 960, 512, 480, 128, 120]) func theTransformIsItsFormula(lineCount: Int) {
        let transform = MDCT(lineCount: lineCount)
        let samples = (0..<(2 * lineCount)).map { (n: Int) -> Float in Float((n * 7919 + 13) % 1009) / 504.5 - 1 }
        var lines = [Float](repeating: 0, count: lineCount)
        transform.forward(samples, &lines)
        var back = [Float](repeating: 0, count: 2 * lineCount)
        transform.inverse(lines, &back)
        let m = Double(lineCount)
        for k in stride(from: 0, to: lineCount, by: 37) {
            var sum = 0.0
            for n in 0..<(2 * lineCount) {
                sum += 2 * Double(samples[n]) * cmath_cos(.pi / m * (Double(n) + 0.5 + m / 2) * (Double(k) + 0.5))
            }
            #expect(abs(sum - Double(lines[k])) < 1e-3)
        }
        for n in stride(from: 0, to: 2 * lineCount, by: 53) {
            var sum = 0.0
            for k in 0..<lineCount {
                sum += Double(lines[k]) / m * cmath_cos(.pi / m * (Double(n) + 0.5 + m / 2) * (Double(k) + 0.5))
            }
            #expect(abs(sum - Double(back[n])) < 2e-6)
        }
    }

    @Test(arguments: [512, 480]) func lowDelaySynthesisGivesTheInputHalfAFrameLate(frameLength: Int) {
        let (analysis, synthesis) = (
            LowDelayAnalysis(frameLength: frameLength), LowDelaySynthesis(frameLength: frameLength)
        )
        let input = (0..<(12 * frameLength)).map { (n: Int) -> Float in Float((n * 7919 + n / 3) % 1009) / 504.5 - 1 }
        var output: [Float] = []
        var lines = [Float](repeating: 0, count: frameLength)
        var frame = lines
        for start in stride(from: 0, to: input.count, by: frameLength) {
            analysis.analyse(Array(input[start..<(start + frameLength)]), &lines)
            synthesis.synthesise(lines, &frame)
            output += frame
        }
        for n in (4 * frameLength)..<input.count { #expect(abs(output[n] - input[n - frameLength / 2]) < 2e-6) }
    }
}
