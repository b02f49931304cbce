import AVFoundation
import SordinoSimulator
import Testing

/// Programs and tests of libraries with a Core Audio back end, built from their own sources by `Scripts/c-programs`.
@Suite(
    .enabled(
        if: CLibrary.outsideFolder != nil && Programs.canBeSimulated && CLibrary.library != nil,
        "Scripts/c-programs runs these tests: it builds programs that are not part of the package"), .serialized)
struct COutsideProgramTests {
    struct Outside: Sendable, CustomTestStringConvertible {
        let name: String
        var arguments: [String] = []
        /// Text that the program writes.
        var writes: [String] = []
        /// The tone that it plays, in hertz; nil for programs that play none.
        var tone: Double?
        /// Seconds after which it is ended, for programs that wait for a key; nil for those that end by themselves.
        var seconds: Double?
        var isHeard: Bool { tone != nil || playsOtherSound }
        var playsOtherSound = false
        var testDescription: String { ([name] + arguments).joined(separator: " ") }
    }

    static let programs: [Outside] = [
        // libsoundio: all of its unit tests, and its programs.
        Outside(
            name: "sio_unit_tests",
            writes: [
                "os_get_time...OK", "create output stream...OK", "mirrored memory...OK", "sample_rate...OK",
                "ring buffer basic...OK", "ring buffer threaded...OK",
            ]),
        Outside(
            name: "sio_list_devices", arguments: ["--backend", "coreaudio"], writes: ["(default)", "devices found"]),
        Outside(
            name: "sio_sine", arguments: ["--backend", "coreaudio"], writes: ["Software latency"], tone: 440, seconds: 3
        ),
        Outside(name: "sio_underflow", arguments: ["--backend", "coreaudio"], playsOtherSound: true),
        Outside(name: "sio_backend_disconnect_recover", arguments: ["--backend", "coreaudio"], seconds: 2),
        // RtAudio: its test programs.
        Outside(name: "rt_apinames", writes: ["CoreAudio"]),
        Outside(name: "rt_audioprobe", writes: ["API: CoreAudio", "Probe Status = Successful"]),
        Outside(name: "rt_playsaw", arguments: ["2", "48000", "0", "0", "2"], playsOtherSound: true),
        Outside(name: "rt_playraw", arguments: ["2", "48000", "tone.raw"], tone: 1000),
        Outside(name: "rt_teststops", arguments: ["2", "48000"], seconds: 5),
        // miniaudio: the three test programs that end by themselves, and the one for devices.
        Outside(name: "ma_conversion", writes: ["Data Conversion : PASSED"]),
        Outside(name: "ma_filtering", arguments: ["tone.wav"], writes: ["PASSED"]),
        Outside(name: "ma_generation", writes: ["Waveform : PASSED"]),
        Outside(name: "ma_simple_enumeration", writes: ["Playback Devices", "Capture Devices"]),
        Outside(
            name: "ma_deviceio", arguments: ["playback", "coreaudio", "sine", "--auto"], writes: ["Started"], tone: 220),
        Outside(name: "ma_deviceio", arguments: ["playback", "tone.wav", "--auto"], writes: ["Started"], tone: 1000),
        Outside(name: "ma_simple_duplex", seconds: 2),
    ]

    /// Returns the length of the sound in samples, and the level of all but a sine of a frequency.
    static func tone(_ samples: [Float], hertz: Double) -> (seconds: Double, residue: Double) {
        guard let first = samples.firstIndex(where: { abs($0) > 0.02 }),
            let last = samples.lastIndex(where: { abs($0) > 0.02 }), last - first > 9_600
        else { return (0, 0) }
        // The beginning and the end may be ramps.
        let part = samples[(first + 2_400)..<(last - 2_400)]
        var (sines, cosines, sum) = (0.0, 0.0, 0.0)
        let step = 2 * Double.pi * hertz / 48_000
        for (index, sample) in part.enumerated() {
            sines += Double(sample) * sin(step * Double(index))
            cosines += Double(sample) * cos(step * Double(index))
            sum += Double(sample) * Double(sample)
        }
        let (a, b) = (2 * sines / Double(part.count), 2 * cosines / Double(part.count))
        var left = 0.0
        for (index, sample) in part.enumerated() {
            let other = Double(sample) - a * sin(step * Double(index)) - b * cos(step * Double(index))
            left += other * other
        }
        return (Double(part.count) / 48_000, 10 * log10(max(left, 1e-30) / max(sum, 1e-30)))
    }

    private func sounds() throws -> Folder {
        let folder = try Folder()
        _ = try folder.sine("tone.wav", seconds: 3)
        let bytes = try Data(contentsOf: folder.file("tone.wav"))
        // The samples behind the header, as RtAudio's program reads them: 16 bits, two channels.
        try bytes.suffix(3 * 48_000 * 4).write(to: folder.file("tone.raw"))
        try FileManager.default.createDirectory(
            at: folder.file("output"), withIntermediateDirectories: true)
        return folder
    }

    /// Runs a program with time on the device as fast as on the wall: such programs wait by sleeping.
    private func run(_ outside: Outside, in folder: Folder, on device: SimulatedDevice) throws -> SimulatedProcess? {
        let program = try #require(CLibrary.outsideFolder).appendingPathComponent(outside.name)
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            print("c-programs | \(outside.testDescription) | not built, skipped")
            return nil
        }
        let library = try #require(CLibrary.library).deletingLastPathComponent().path
        let process = try device.launch(
            URL(fileURLWithPath: "/usr/bin/env"), arguments: ["-C", folder.url.path, program.path] + outside.arguments,
            environment: ["LD_LIBRARY_PATH": library], waitsForSession: false)
        device.advanceOnTheWall(until: process, endsWithin: outside.seconds ?? 90)
        return process
    }

    @Test(arguments: programs) func theProgramRuns(_ outside: Outside) throws {
        let folder = try sounds()
        let device = SimulatedDevice(.desktop)
        guard let process = try run(outside, in: folder, on: device) else {
            try Test.cancel("it was not built")
        }
        let isStillRunning = process.isRunning
        if isStillRunning { process.terminate() }
        #expect(isStillRunning == (outside.seconds != nil) || process.terminationStatus == 0, "\(process.output)")
        if outside.seconds == nil { #expect(process.terminationStatus == 0, "\(process.output)") }
        for text in outside.writes { #expect(process.output.contains(text), "\(process.output)") }
        #expect(!process.output.contains("FAILED"), "\(process.output)")
        let samples = try #require(device.output(.builtInSpeaker)).samples(from: 0, to: device.now)
        let peak = samples.map { abs($0) }.max() ?? 0
        #expect(outside.isHeard == (peak > 0.01) || !outside.isHeard, "peak \(peak)\n\(process.output)")
        var heard = outside.isHeard ? "peak \(peak)" : "no sound expected"
        if let hertz = outside.tone {
            let (seconds, residue) = Self.tone(samples, hertz: hertz)
            #expect(seconds > 1 && residue < -60, "\(seconds) s, \(residue) dB beside the tone of \(hertz) Hz")
            heard = "\(hertz) Hz for \(seconds) s, all else at \(residue) dB"
        }
        print("c-programs | \(outside.testDescription) | status \(process.terminationStatus ?? 0) | \(heard)")
    }

    /// Programs that record write the tone at the microphone.
    @Test(arguments: [
        (Outside(name: "ma_deviceio", arguments: ["capture", "recorded.wav", "--auto"]), "recorded.wav"),
        (Outside(name: "rt_record", arguments: ["1", "48000", "2"]), "record.raw"),
        (
            Outside(name: "sio_record", arguments: ["--backend", "coreaudio", "recorded.raw"], seconds: 4),
            "recorded.raw"
        ),
    ]) func theProgramRecords(_ outside: Outside, name: String) throws {
        let folder = try sounds()
        let device = SimulatedDevice(.desktop)
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        guard let process = try run(outside, in: folder, on: device) else {
            try Test.cancel("it was not built")
        }
        if process.isRunning { process.terminate() }
        let bytes = try Data(contentsOf: folder.file(name))
        let isFloat = name != "record.raw"
        let body = name.hasSuffix(".wav") ? Data(bytes.dropFirst(44)) : bytes
        let samples: [Float] = body.withUnsafeBytes { body in
            if isFloat {
                return (0..<body.count / 4).map { body.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
            }
            return (0..<body.count / 2).map {
                Float(body.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) / 32_768
            }
        }
        let (seconds, residue) = Self.tone(samples, hertz: 440)
        #expect(seconds > 1 && residue < -60, "\(seconds) s, \(residue) dB; \(process.output)")
        print("c-programs | \(outside.testDescription) | 440 Hz for \(seconds) s recorded, all else at \(residue) dB")
    }
}
