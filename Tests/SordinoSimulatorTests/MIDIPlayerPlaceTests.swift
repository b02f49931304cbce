import AVFAudio
import SordinoSimulator
import Testing

/// `AVMIDIPlayer` on a simulated phone, begun in the middle of a piece.
@Suite struct MIDIPlayerPlaceTests {
    /// The volume of the channel is 0 from the beginning, and 127 from 1 s on; a note sounds from 0.5 to 0.9 s, another
    /// from 1.5 to 1.9 s.
    private static let file: Data = {
        let events: [UInt8] = [
            0, 0xB0, 7, 0, 96, 0x90, 60, 100, 77, 0x80, 60, 0, 19, 0xB0, 7, 127, 96, 0x90, 60, 100, 77,
            0x80, 60, 0,
            0, 0xFF, 0x2F, 0,
        ]
        let header: [UInt8] = [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
        return Data(
            Array("MThd".utf8) + header + Array("MTrk".utf8) + [0, 0, 0, UInt8(events.count)] + events)
    }()

    private let device = SimulatedDevice(.phone)
    private let app: SimulatedApp
    private let player: AVMIDIPlayer

    init() throws {
        device.plug(.headphones)
        app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.1)
        player = try app.perform { try AVMIDIPlayer(data: Self.file, soundBankURL: nil) }
    }

    /// The peak of the left headphone in the next seconds.
    private func peak(of seconds: Double) -> Float {
        let start = device.now
        device.advance(seconds)
        return (device.output(.headphones)?.samples(channel: 0, from: start, to: device.now) ?? [])
            .reduce(0) { max($0, abs($1)) }
    }

    @Test func aStartInTheMiddleHasTheControllersFromBefore() {
        app.perform {
            player.currentPosition = 0.4
            player.play()
        }
        #expect(peak(of: 0.5) < 1e-4, "the volume was set before the place")
        device.advance(0.5)
        #expect(peak(of: 0.4) > 1e-3, "the volume of the channel rose at 1 s")
        app.perform { player.stop() }
    }

    @Test func aMoveWhilePlayingHasThemToo() {
        app.perform {
            player.currentPosition = 1.4
            player.play()
        }
        let loud = peak(of: 0.3)
        #expect(loud > 1e-3)
        app.perform { player.currentPosition = 0.4 }
        // The note before dies away.
        device.advance(0.09)
        #expect(peak(of: 0.4) < 0.1 * loud)
        app.perform { player.stop() }
    }
}
