import AVFoundation
import SordinoSimulator
import Testing

/// The programs after Apple's sessions on audio, as processes on a simulated device: each does what the session says.
@Suite(
    .enabled(
        if: Programs.canBeSimulated && Programs.named("dj-cue") != nil,
        "the examples were not built, or dbus-daemon is not installed"), .serialized, .timeLimit(.minutes(20)))
struct SeedExampleTests {
    private let rig: SeedRig
    private var device: SimulatedDevice { rig.device }
    private var folder: Folder { rig.folder }

    init() throws { rig = try SeedRig() }

    @Test func theDJHearsTheNextSongInTheHeadphonesAndTheRoomDoesNot() throws {
        device.plug(.hdmi())
        device.plug(.headphones)
        let main = try rig.file("main.wav", [[(0.25, 2)], [(0.5, 2)]])
        let cue = try rig.file("cue.wav", [[(0.125, 5)], [(0.375, 5)]])
        let booth = try rig.launch("dj-cue", [main.path, cue.path])
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
        let navigation = try rig.launch("turn-by-turn", [try rig.file("prompt.wav", [[(0.25, 3)]]).path])
        #expect(rig.wait(for: "speaking 3.0", from: navigation), "\(navigation.output)")
        device.advance(1)
        #expect(try abs(rig.speaker.level(of: music, at: device.now - 0.02) + 14) < 0.1)
        #expect(device.advance(until: navigation, endsWithin: 30), "\(navigation.output)")
        #expect(navigation.terminationStatus == 0 && navigation.output.hasSuffix("silent\n"), "\(navigation.output)")
        device.advance(1)
        #expect(try abs(rig.speaker.level(of: music, at: device.now - 0.02)) < 0.1)
    }

    @Test func aBookStopsForACallHearsALittleAgainAndRemembersItsPlace() throws {
        let place = folder.file("place")
        let pages = try rig.file("book.wav", [[(0.25, 4), (0.5, 8)]])
        let book = try rig.launch("audio-book", [pages.path, place.path])
        #expect(rig.wait(for: "reading from 0.0", from: book), "\(book.output)")
        device.advance(3)
        device.ring()
        #expect(rig.wait(for: "interrupted at ", from: book), "\(book.output)")
        let kept = Double(try String(contentsOf: place, encoding: .utf8).dropLast())
        let stop = try #require(kept)
        #expect(stop > 2.9, "\(book.output)")
        device.declineCall()
        #expect(rig.wait(for: "again from ", from: book), "\(book.output)")
        let again = book.output.components(separatedBy: "again from ").last.flatMap { Double($0.prefix { $0 != "\n" }) }
        #expect(abs((again ?? 0) - (stop - 2)) < 0.001, "\(book.output)")
        device.advance(0.5)
        device.ring()
        for _ in 0..<400 where book.output.components(separatedBy: "interrupted at ").count < 3 { device.advance(0.05) }
        book.kill()
        device.advance(until: book, endsWithin: 5)
        device.declineCall()
        // The next evening it continues from there, on the second page if that is where it was.
        let late = try #require(Double(try String(contentsOf: place, encoding: .utf8).dropLast()))
        #expect(late > stop - 2 && late < 12)
        try Data("4.5\n".utf8).write(to: place)
        let evening = try rig.launch("audio-book", [pages.path, place.path])
        #expect(rig.wait(for: "reading from 4.5", from: evening), "\(evening.output)")
        device.advance(1)
        #expect(try rig.speaker.samples(from: device.now - 0.02).last == 0.5)
        #expect(device.advance(until: evening, endsWithin: 30), "\(evening.output)")
        #expect(evening.output.hasSuffix("the end\n") && !FileManager.default.fileExists(atPath: place.path))
    }

    @Test func theMeterMeasuresThePrimaryMicrophone() throws {
        device.microphone(.builtInMic, hears: .tone(hertz: 1_000, amplitude: 0.25))
        let meter = try rig.launch("spl-meter", ["2"])
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
