import Foundation
import Testing

@testable import SordinoCodecs

/// Facts of encoder and decoder by themselves.
@Suite struct ILBCTests {
    @Test(arguments: ILBCMode.allCases)
    func bitsFillTheClassesOfTheStandardsTable(mode: ILBCMode) {
        let widths = ILBCPacketLayout.widths(mode: mode)
        let sums = (0..<3).map { importance in widths.reduce(0) { $0 + Int($1[importance]) } }
        #expect(sums == (mode == .milliseconds20 ? [48, 64, 192] : [64, 96, 240]))
        #expect(ILBCPacketLayout(mode: mode).parameters.count == widths.count)
    }

    @Test(arguments: ILBCMode.allCases)
    func parametersThatAreWrittenAreReadAgain(mode: ILBCMode) {
        let layout = ILBCPacketLayout(mode: mode)
        var random = ILBCRandom(state: 3)
        let widths = ILBCPacketLayout.widths(mode: mode).map { Int($0.reduce(0, +)) }
        let values = widths.map { Int32(random.next() % (1 << UInt64($0))) }
        for (index, value) in values.enumerated() { layout.parameters.values[index] = value }
        let packet = Array(layout.write())
        #expect(packet.count == mode.packetByteCount)
        packet.withUnsafeBytes { layout.read($0) }
        #expect(values.indices.map { layout.parameters.values[$0] } == values)
    }

    @Test func aFilterHasTheFrequenciesOfItsSpectrum() {
        let memory = ILBCMemory()
        let spectrum = ILBCSpectrum(memory: memory)
        let filters = memory.take(6 * 11)
        let wanted: [Float] = [0.25, 0.45, 0.7, 0.95, 1.3, 1.5, 1.9, 2.1, 2.5, 2.8]
        for (index, frequency) in wanted.enumerated() { spectrum.decoded[index] = frequency }
        spectrum.interpolate(
            mode: .milliseconds20, spectra: spectrum.decoded, earlier: spectrum.earlier, filters: filters)
        // The last sub-block has the new spectrum alone. A(z) and its reversal sum up to 0 at even frequencies, and
        // differ by 0 at odd ones.
        let filter = (0...10).map { Double(filters[3 * 11 + $0]) } + [0]
        for (index, frequency) in wanted.enumerated() {
            var (real, imaginary) = (0.0, 0.0)
            for power in 0...11 {
                let other = filter[11 - power] * (index % 2 == 0 ? 1 : -1)
                real += (filter[power] + other) * cos(Double(frequency) * Double(power))
                imaginary -= (filter[power] + other) * sin(Double(frequency) * Double(power))
            }
            #expect(hypot(real, imaginary) < 1e-4, "frequency \(index)")
        }
    }

    @Test(arguments: ILBCMode.allCases)
    func codedSpeechResemblesTheOriginal(mode: ILBCMode) throws {
        let speech = ILBCSpeech.make(seconds: 2)
        let wanted = ILBCSpeech.highPassed(speech)
        let packets = ILBCSpeech.encode(speech, mode: mode)
        for isEnhanced in [false, true] {
            let decoded = try ILBCSpeech.decode(packets, mode: mode, isEnhanced: isEnhanced)
            let delay = isEnhanced ? mode.delayFrameCount : 0
            #expect(decoded.count >= speech.count + mode.delayFrameCount)
            let ratio = ILBCSpeech.signalToNoise(wanted[...], decoded[delay...])
            #expect(ratio > (isEnhanced ? 10 : 12), "enhanced \(isEnhanced)")
            // One sample early or late is worse: the delay is exactly what is said.
            let early = ILBCSpeech.signalToNoise(wanted[1...], decoded[delay...])
            let late = ILBCSpeech.signalToNoise(wanted[...], decoded[(delay + 1)...])
            #expect(max(early, late) < ratio - 3)
        }
    }

    @Test(arguments: ILBCMode.allCases)
    func aLostFrameIsConcealedAndTheNextPacketsPlay(mode: ILBCMode) throws {
        let frame = mode.framesPerPacket
        // A steady vowel: the hum of one pitch with its overtones.
        let vowel = (0..<frame * 40).map { index -> Float in
            (1...12).reduce(0) { $0 + 0.15 * sin(2 * .pi * 125 * Float($1 * index) / 8000) / Float($1) }
        }
        let packets = ILBCSpeech.encode(vowel, mode: mode)
        let whole = try ILBCSpeech.decode(packets, mode: mode, isEnhanced: true)
        let patched = try ILBCSpeech.decode(packets, mode: mode, isEnhanced: true, lost: [20])
        let gap = 20 * frame..<21 * frame
        #expect(ILBCSpeech.signalToNoise(whole[gap], patched[gap]) > 5)
        let after = 24 * frame..<39 * frame
        #expect(ILBCSpeech.signalToNoise(whole[after], patched[after]) > 20)
    }

    @Test(arguments: ILBCMode.allCases)
    func manyLostFramesFadeToSilence(mode: ILBCMode) throws {
        let packets = ILBCSpeech.encode(ILBCSpeech.make(seconds: 0.6), mode: mode)
        let lost = Set(packets.count..<packets.count + 20)
        let decoded = try ILBCSpeech.decode(
            packets + Array(repeating: [], count: 20), mode: mode, isEnhanced: true, lost: lost)
        #expect(decoded.suffix(4 * mode.framesPerPacket).allSatisfy { abs($0) < 1e-4 })
    }

    @Test(arguments: ILBCMode.allCases)
    func anEmptyPacketIsALostFrame(mode: ILBCMode) throws {
        var packets = ILBCSpeech.encode(ILBCSpeech.make(seconds: 0.5), mode: mode)
        let concealed = try ILBCSpeech.decode(packets, mode: mode, isEnhanced: true, lost: [8])
        packets[8] = ILBCFile.emptyPacket(mode: mode)
        #expect(try ILBCSpeech.decode(packets, mode: mode, isEnhanced: true) == concealed)
    }

    @Test(arguments: ILBCMode.allCases)
    func afterAResetAStreamDecodesAsTheFirstTime(mode: ILBCMode) throws {
        let packets = ILBCSpeech.encode(ILBCSpeech.make(seconds: 0.5), mode: mode)
        let decoder = ILBCDecoder(mode: mode)
        var passes: [[Float]] = []
        for _ in 0..<2 {
            var samples: [Float] = []
            for packet in packets {
                let count = try packet.withUnsafeBytes { try decoder.decode($0) }
                samples += UnsafeBufferPointer(start: decoder.plane(0), count: count)
            }
            decoder.conceal()
            decoder.reset()
            passes.append(samples)
        }
        #expect(passes[0] == passes[1])
    }

    @Test(arguments: ILBCMode.allCases)
    func wildInputIsEncodedToPacketsThatDecode(mode: ILBCMode) throws {
        let wild: [Float] = [
            .nan, .infinity, -.infinity, 1e30, -1e30, 700 * .leastNonzeroMagnitude, 0, 1, -1, .leastNonzeroMagnitude,
        ]
        let samples = (0..<mode.framesPerPacket * 12).map { wild[$0 * 7 % wild.count] }
        let silence = [Float](repeating: 0, count: mode.framesPerPacket * 4)
        let decoded = try ILBCSpeech.decode(
            ILBCSpeech.encode(samples + silence, mode: mode), mode: mode, isEnhanced: true)
        #expect(decoded.allSatisfy { abs($0) <= 1 })
        // Only what the smallest scale of the start state leaves is heard in silence.
        #expect(decoded.suffix(mode.framesPerPacket).allSatisfy { abs($0) < 0.01 })
    }
}
