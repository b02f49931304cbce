import AVFAudio
import SordinoSimulator
import Synchronization
import Testing

/// `AVMIDIPlayer` on a simulated phone: what leaves the headphones, and when its handlers are called.
@Suite struct MIDIPlayerTests {
    /// Notes from 0 to 0.5 s and from 1.5 to 2 s: 120 beats a minute.
    static let file: Data = {
        let notes: [UInt8] = [
            0, 0xC0, 19, 0, 0x90, 60, 100, 96, 0x80, 60, 0, 0x81, 0x40, 0x90, 67, 100, 96, 0x80, 67, 0, 0, 0xFF, 0x2F,
            0,
        ]
        let header: [UInt8] = [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
        return Data(
            Array("MThd".utf8) + header + Array("MTrk".utf8) + [0, 0, 0, UInt8(notes.count)] + notes)
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

    /// The peak of the left headphone in a span of seconds.
    private func peak(_ from: Double, _ to: Double) -> Float {
        (device.output(.headphones)?.samples(channel: 0, from: from, to: to) ?? []).reduce(0) { max($0, abs($1)) }
    }

    @Test func theNotesSoundWhenTheFileSaysAndTheHandlerIsCalledOnceAtTheEnd() throws {
        let ends = Mutex(0)
        #expect(abs(player.duration - 2) < 1e-9)
        #expect(player.rate == 1)
        let start = device.now
        app.perform { player.play { ends.withLock { $0 += 1 } } }
        #expect(player.isPlaying)
        device.advance(1.9)
        #expect(ends.withLock { $0 } == 0)
        #expect(peak(start + 0.1, start + 0.5) > 1e-3)
        #expect(peak(start + 1.55, start + 1.9) > 1e-3)
        #expect(
            peak(start + 1.3, start + 1.45) < 0.1 * peak(start + 1.55, start + 1.9), "nothing but reverb between them")
        device.advance(0.3)
        #expect(ends.withLock { $0 } == 1)
        #expect(!player.isPlaying)
        device.advance(1)
        #expect(ends.withLock { $0 } == 1)
    }

    @Test func stopKeepsThePositionAndCallsTheHandler() throws {
        let ends = Mutex(0)
        app.perform { player.play { ends.withLock { $0 += 1 } } }
        device.advance(0.4)
        app.perform { player.stop() }
        #expect(ends.withLock { $0 } == 1)
        #expect(!player.isPlaying)
        #expect(abs(player.currentPosition - 0.4) < 0.05)
        let place = player.currentPosition
        device.advance(0.5)
        #expect(player.currentPosition == place)
        player.currentPosition = 1.4
        let start = device.now
        app.perform { player.play() }
        device.advance(0.5)
        #expect(peak(start, start + 0.06) < 1e-4)
        #expect(peak(start + 0.15, start + 0.45) > 1e-3)
        app.perform { player.stop() }
    }

    @Test func atTwiceTheRateTheEndComesInHalfTheTime() throws {
        let ends = Mutex(0)
        player.rate = 2
        app.perform { player.play { ends.withLock { $0 += 1 } } }
        device.advance(0.9)
        #expect(ends.withLock { $0 } == 0)
        device.advance(0.2)
        #expect(ends.withLock { $0 } == 1)
        #expect(abs(player.duration - 2) < 1e-9, "the duration is that of the file")
    }

    @Test func aCallPausesItWhereItIsAndPlayGoesOn() throws {
        let ends = Mutex(0)
        app.perform { player.play { ends.withLock { $0 += 1 } } }
        device.advance(0.5)
        device.ring()
        device.advance(0.2)
        #expect(!player.isPlaying)
        let place = player.currentPosition
        device.advance(1)
        #expect(player.currentPosition == place)
        #expect(ends.withLock { $0 } == 0, "an interruption is not the end")
        device.declineCall()
        device.advance(0.2)
        app.perform { player.play() }
        #expect(player.isPlaying)
        device.advance(2)
        #expect(ends.withLock { $0 } == 1)
    }

    @Test func whatIsNoMIDIFileOrNoBankIsRefused() throws {
        #expect(throws: NSError.self) { try AVMIDIPlayer(data: Data([1, 2, 3]), soundBankURL: nil) }
        let none = URL(fileURLWithPath: "/nowhere/bank.sf2")
        let error = #expect(throws: NSError.self) { try AVMIDIPlayer(data: Self.file, soundBankURL: none) }
        #expect(error?.code == -43)
    }
}
