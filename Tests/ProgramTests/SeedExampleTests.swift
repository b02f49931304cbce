import AVFoundation
import SordinoSimulator
import Testing

/// The programs after Apple's sessions on audio, as processes on a simulated device: each does what the session says.
@Suite(
    .enabled(
        if: Programs.canBeSimulated && Programs.named("dj-cue") != nil,
        "the examples were not built, or dbus-daemon is not installed"), .serialized, .timeLimit(.minutes(5)))
struct SeedExampleTests {
    private let folder: Folder
    private let device = SimulatedDevice(.phone)

    init() throws { folder = try Folder() }

    /// A file of constant values, one for each channel, or of one that changes after so many seconds.
    private func file(_ name: String, _ channels: [[(value: Float, seconds: Double)]]) throws -> URL {
        let url = folder.file(name)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: channels.count,
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let rows = channels.map { $0.flatMap { Array(repeating: $0.value, count: Int($0.seconds * 48_000)) } }
        let count = AVAudioFrameCount(rows[0].count)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: count))
        buffer.frameLength = count
        let data = try #require(buffer.floatChannelData)
        for (channel, row) in rows.enumerated() {
            for (frame, value) in row.enumerated() { data[channel][frame] = value }
        }
        try file.write(from: buffer)
        return url
    }

    private func launch(_ name: String, _ arguments: [String]) throws -> SimulatedProcess {
        try device.launch(try #require(Programs.named(name)), arguments: arguments)
    }

    /// What the loudspeaker has played until now.
    private var speaker: SimulatedOutput { get throws { try #require(device.output(.builtInSpeaker)) } }

    /// Lets time pass until a program has said something.
    private func wait(for words: String, from program: SimulatedProcess) -> Bool {
        for _ in 0..<400 {
            if program.output.contains(words) { return true }
            device.advance(0.05)
        }
        return program.output.contains(words)
    }

    @Test func theDJHearsTheNextSongInTheHeadphonesAndTheRoomDoesNot() throws {
        device.plug(.hdmi())
        device.plug(.headphones)
        let main = try file("main.wav", [[(0.25, 2)], [(0.5, 2)]])
        let cue = try file("cue.wav", [[(0.125, 5)], [(0.375, 5)]])
        let booth = try launch("dj-cue", [main.path, cue.path])
        #expect(device.advance(until: booth, endsWithin: 30), "\(booth.output)")
        #expect(booth.terminationStatus == 0 && booth.output.hasSuffix("to the room\ndone\n"), "\(booth.output)")
        let (ears, room) = (try #require(device.output(.headphones)), try #require(device.output(.HDMI)))
        let heard = [ears, room].map { port in (0..<2).map { Set(port.samples(channel: $0)) } }
        // In the headphones only the cue was heard, in the room first the one song and then the other.
        #expect(heard[0] == [[0, 0.125], [0, 0.375]])
        #expect(heard[1] == [[0, 0.25, 0.125], [0, 0.5, 0.375]])
        // Both began on one frame.
        #expect(ears.samples().firstIndex { $0 != 0 } == room.samples().firstIndex { $0 != 0 })
    }

    @Test func aDirectionIsSpokenOverQuieterMusic() throws {
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        music.moveToBackground()
        device.advance(1)
        let navigation = try launch("turn-by-turn", [try file("prompt.wav", [[(0.25, 3)]]).path])
        #expect(wait(for: "speaking 3.0", from: navigation), "\(navigation.output)")
        device.advance(1)
        #expect(try abs(speaker.level(of: music, at: device.now - 0.02) + 14) < 0.1)
        #expect(device.advance(until: navigation, endsWithin: 30), "\(navigation.output)")
        #expect(navigation.terminationStatus == 0 && navigation.output.hasSuffix("silent\n"), "\(navigation.output)")
        device.advance(1)
        #expect(try abs(speaker.level(of: music, at: device.now - 0.02)) < 0.1)
    }

    @Test func aBookStopsForACallHearsALittleAgainAndRemembersItsPlace() throws {
        let place = folder.file("place")
        let pages = try file("book.wav", [[(0.25, 4), (0.5, 8)]])
        let book = try launch("audio-book", [pages.path, place.path])
        #expect(wait(for: "reading from 0.0", from: book), "\(book.output)")
        device.advance(3)
        device.ring()
        #expect(wait(for: "interrupted at ", from: book), "\(book.output)")
        let kept = Double(try String(contentsOf: place, encoding: .utf8).dropLast())
        let stop = try #require(kept)
        #expect(stop > 2.9, "\(book.output)")
        device.declineCall()
        #expect(wait(for: "again from ", from: book), "\(book.output)")
        let again = book.output.components(separatedBy: "again from ").last.flatMap { Double($0.prefix { $0 != "\n" }) }
        #expect(abs((again ?? 0) - (stop - 2)) < 0.001, "\(book.output)")
        device.advance(0.5)
        device.ring()
        for _ in 0..<400 where book.output.components(separatedBy: "interrupted at ").count < 3 { device.advance(0.05) }
        book.kill()
        device.advance(until: book, endsWithin: 5)
        device.declineCall()
        // The next evening it goes on from there, on the second page if that is where it was.
        let late = try #require(Double(try String(contentsOf: place, encoding: .utf8).dropLast()))
        #expect(late > stop - 2 && late < 12)
        try Data("4.5\n".utf8).write(to: place)
        let evening = try launch("audio-book", [pages.path, place.path])
        #expect(wait(for: "reading from 4.5", from: evening), "\(evening.output)")
        device.advance(1)
        #expect(try speaker.samples(from: device.now - 0.02).last == 0.5)
        #expect(device.advance(until: evening, endsWithin: 30), "\(evening.output)")
        #expect(evening.output.hasSuffix("the end\n") && !FileManager.default.fileExists(atPath: place.path))
    }

    @Test func theMeterMeasuresThePrimaryMicrophone() throws {
        device.microphone(.builtInMic, hears: .tone(hertz: 1_000, amplitude: 0.25))
        let meter = try launch("spl-meter", ["2"])
        #expect(device.advance(until: meter, endsWithin: 30), "\(meter.output)")
        #expect(
            meter.terminationStatus == 0 && meter.output.contains("AVAudioSessionModeMeasurement"), "\(meter.output)")
        // 20 log 0.25; nothing of the first second is lost once the stream runs.
        let levels = meter.output.split(separator: "\n").filter { $0.hasSuffix(" dB") }.compactMap {
            Double($0.dropLast(3))
        }
        #expect(levels.count == 2 && abs((levels.last ?? 0) + 12.04) < 0.05, "\(meter.output)")
    }
}
