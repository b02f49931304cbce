import Foundation
import Glibc
import Testing

/// Loudness measured and written by `afconvert`, with files whose loudness EBU Tech 3341 states.
@Suite(.enabled(if: dlopen("libebur128.so.1", RTLD_NOW) != nil, "libebur128 is not there"))
struct SoundCheckTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A stereo sine of 1 kHz, as 16-bit WAVE of 48 kHz.
    private func tone(_ name: String, decibels: Double, seconds: Int) throws {
        let peak = pow(10, decibels / 20) * 32_767
        var bytes = Data()
        func little(_ value: Int, _ count: Int) {
            for shift in 0..<count { bytes.append(UInt8(value >> (8 * shift) & 0xFF)) }
        }
        let size = seconds * 48_000 * 4
        bytes.append(contentsOf: Array("RIFF".utf8))
        little(36 + size, 4)
        bytes.append(contentsOf: Array("WAVEfmt ".utf8))
        for (value, count) in [(16, 4), (1, 2), (2, 2), (48_000, 4), (192_000, 4), (4, 2), (16, 2)] {
            little(value, count)
        }
        bytes.append(contentsOf: Array("data".utf8))
        little(size, 4)
        for frame in 0..<seconds * 48_000 {
            let sample = Int((peak * sin(2 * .pi * 1_000 * Double(frame) / 48_000)).rounded()) & 0xFFFF
            little(sample | sample << 16, 4)
        }
        try bytes.write(to: scratch.folder.appendingPathComponent(name))
    }

    private func convert(_ words: String...) throws -> ProgramRun {
        try ProgramRun("afconvert", words, in: scratch.folder)
    }

    /// The numbers of the tag, as `afinfo` shows it.
    private func words(_ name: String) throws -> [Int] {
        let report = try ProgramRun("afinfo", ["-i", scratch.path(name)]).output
        let line = report.split(separator: "\n").first { $0.contains("iTunNORM") } ?? ""
        return line.split(whereSeparator: { " :\"'".contains($0) }).filter { $0.count == 8 }
            .compactMap { Int($0, radix: 16) }
            .suffix(10)
    }

    /// Tech 3341, minimum requirements, cases 1 and 2: -23 and -33 LUFS, within 0.1.
    @Test(arguments: [(-23.0, "a.m4a", "alac"), (-33.0, "b.caf", "LEI16")])
    func theGainLeadsToTheTarget(decibels: Double, name: String, codec: String) throws {
        try tone("in.wav", decibels: decibels, seconds: 20)
        let run = try convert("-d", codec, "--soundcheck-generate", "in.wav", name)
        #expect(run.status == 0, "\(run.complaint)")
        let words = try words(name)
        try #require(words.count == 10)
        let gain = -10 * log10(Double(words[0]) / 1_000)
        #expect(abs(gain - (-16 - decibels)) <= 0.1, "\(gain)")
        #expect(words[1] == words[0])
        #expect(abs(Double(words[2]) / Double(words[0]) - 2.5) < 0.01)
        let peak = Double(words[6]) / 32_768
        #expect(abs(20 * log10(peak) - decibels) < 0.01, "\(peak)")
        #expect(words[7] == words[6])
    }

    @Test func theTagGoesAlongWhereItIsAskedFor() throws {
        try tone("in.wav", decibels: -20, seconds: 2)
        #expect(try convert("-d", "alac", "--soundcheck-generate", "in.wav", "a.m4a").status == 0)
        #expect(try convert("-d", "LEI16", "-f", "caff", "--soundcheck-read", "a.m4a", "b.caf").status == 0)
        #expect(try words("b.caf") == words("a.m4a"))
        #expect(try convert("-d", "LEI16", "-f", "caff", "a.m4a", "c.caf").status == 0)
        #expect(try words("c.caf") == [])
    }

    @Test func aFileWithoutAPlaceForItIsMadeAllTheSame() throws {
        try tone("in.wav", decibels: -20, seconds: 1)
        let run = try convert("-d", "LEI24", "--soundcheck-generate", "in.wav", "out.wav")
        #expect(run.status == 0)
        #expect(run.complaint.hasSuffix("files have no place for Sound Check; it is left out\n"), "\(run.complaint)")
    }
}
