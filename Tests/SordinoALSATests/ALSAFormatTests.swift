import Foundation
import HardwareContract
import SordinoALSA
import SordinoHardware
import SordinoPolicy
import SordinoSignal
import Testing

extension ALSATests {
    /// The formats, rates and channels that devices ask for, by ALSA's own plugins.
    @Suite(.serialized, .enabled(if: PrivateALSA.isThere, "skipped: libasound.so.2 is not installed"))
    struct ALSAFormatTests {
        @Test(arguments: [
            ("FLOAT_LE", PackedSample.float32, 0), ("S32_LE", .int32, 0), ("S24_3LE", .int24, 0), ("S24_LE", .int32, 8),
            ("S16_LE", .int16, 0),
        ])
        func samplesAreThoseOfTheProgramAsExactlyAsTheFormatHasThem(
            name: String, format: PackedSample, shift: Int
        ) throws {
            let stand = try ALSAStand({ "wishing:FILE='\($0)',FORMAT=\(name),RATE=48000" })
            let program = TestProgram(1)
            try program.play(stand.hardware, on: [stand.outputUID])
            stand.pass(6_000)
            // Of 24 bits in 32 the upper ones are the sign's.
            let scale = Float(1 << shift)
            let steps: Float = format == .int16 ? 32_768 : 8_388_608
            for (channel, all) in stand.samples(format).enumerated() {
                let heard = afterSilence(all).prefix(4_000)
                #expect(heard.count == 4_000)
                let expected = (0..<heard.count).map { frame in
                    let exact = TestProgram.code(Int64(frame), channel)
                    return format == .float32
                        ? exact : min((exact * steps).rounded(.toNearestOrEven), steps - 1) / steps
                }
                #expect(zip(heard, expected).allSatisfy { $0 * scale == $1 })
            }
        }

        @Test(arguments: [8_000, 22_050, 44_100, 96_000]) func aDeviceRunsAtTheRateThatItHas(rate: Int) throws {
            let stand = try ALSAStand({ "wishing:FILE='\($0)',FORMAT=S16_LE,RATE=\(rate)" })
            #expect(stand.hardware.timing.sampleRate == Double(rate))
            #expect(stand.hardware.limits.sampleRates == [Double(rate)])
            let granted = stand.hardware.request(HardwareTiming(sampleRate: 48_000, blockFrames: 256))
            #expect(granted == HardwareTiming(sampleRate: Double(rate), blockFrames: 256))
        }

        @Test func anotherRateIsTakenWhileItPlays() throws {
            let stand = try ALSAStand()
            let program = TestProgram(1, .constant(0.5))
            program.heard.keepsInput = true
            try program.play(stand.hardware, on: [stand.outputUID])
            stand.pass(4_800)
            let granted = stand.hardware.request(HardwareTiming(sampleRate: 44_100, blockFrames: 512))
            #expect(granted == HardwareTiming(sampleRate: 44_100, blockFrames: 512))
            stand.pass(4_800)
            program.stream?.stop()
            #expect(program.heard.sampleRates.last == 44_100)
            #expect(program.heard.frameCounts.last == 512)
        }

        @Test func aDeviceOfOneChannelGetsTheMean() throws {
            let stand = try ALSAStand({ "wishing:FILE='\($0)',FORMAT=S16_LE,RATE=48000,CHANNELS=1" })
            #expect(stand.hardware.ports.first?.channels.count == 1)
            let program = TestProgram(1, .constant(0.25, step: 0.5))
            try program.play(stand.hardware, on: [stand.outputUID])
            stand.pass(6_000)
            #expect(stand.samples(.int16, channels: 1)[0].last == 0.5)
        }

        @Test func theMicrophoneGivesItsSamples() throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("alsa-\(UUID().uuidString).in")
            defer { try? FileManager.default.removeItem(at: file) }
            let sound = [Float](repeating: 0.25, count: 2 * 480_000)
            try sound.withUnsafeBytes { Data($0) }.write(to: file)
            let stand = try ALSAStand(input: "microphone:FILE='\(file.path)'")
            let program = TestProgram(1, .echo, inputs: 1)
            try program.play(stand.hardware, on: [stand.outputUID], from: [stand.inputUID])
            stand.pass(24_000)
            #expect(stand.samples[0].contains(0.25))
            #expect(stand.hardware.figures.xrunCount == 0)
        }

        @Test func whatCannotBeOpenedIsToldByASentence() {
            let refusal = #expect(throws: HardwareError.self) {
                try ALSAHardware(library: PrivateALSA.library, names: ALSANames("nowhere"), watchedFolders: [])
            }
            #expect(
                refusal.map { "\($0)" }
                    == "the ALSA device \"nowhere\" cannot be opened (snd_pcm_open: No such file or directory)")
        }

        @Test func withoutTheLibraryASentenceNamesIt() {
            let refusal = #expect(throws: HardwareError.self) { try ALSAHardware(library: nil) }
            #expect(refusal.map { "\($0)" }?.contains("libasound.so.2") == true)
        }
    }
}
