import AVFAudio
import SordinoMIDI
import SordinoRealtime

/// A file that is played: a recording, or the notes of a MIDI file.
@MainActor
protocol PlayedFile: AnyObject {
    /// The duration in seconds.
    var duration: TimeInterval { get }
    /// Seconds from the beginning.
    var currentTime: TimeInterval { get set }
    var isPlaying: Bool { get }
    /// The linear gain of the sound.
    var volume: Float { get set }
    /// One line about its form.
    var formText: String { get }

    /// The reason for which the last start failed, as a sentence; nil if none is known.
    var refusal: String? { get }

    /// Plays on; false if the session or the device refuses.
    func play() -> Bool
    func pause()
    /// Plays at another speed; the pitch stays.
    func change(rate: Float)
    /// Stops without a callback.
    func leave()
}

extension AVAudioPlayer: PlayedFile {
    var formText: String { "\(format)" }

    func change(rate: Float) {
        if enableRate {
            self.rate = rate
            return
        }
        // The rate can be enabled only before a player is prepared.
        let (time, wasPlaying) = (currentTime, isPlaying)
        stop()
        enableRate = true
        self.rate = rate
        currentTime = time
        if wasPlaying { _ = play() }
    }

    func leave() {
        delegate = nil
        stop()
    }
}

/// A MIDI file that is played.
@MainActor
final class PlayedScore: PlayedFile {
    /// Seconds that the last notes may take to die away.
    private nonisolated static let tailSeconds = 1.0
    private let player: AVMIDIPlayer
    private var ended: (@MainActor @Sendable () -> Void)?
    /// Counts the starts and the pauses: an end that belongs to an earlier start is none.
    private var turn = 0

    /// Opens a file; nil if it is no MIDI file.
    ///
    /// - Parameter ended: Called when the sound has been played to its end.
    /// - Throws: The player's error.
    init?(_ path: String, bank: String?, ended: @escaping @MainActor @Sendable () -> Void) throws {
        guard let head = SmallFile.bytes(path, limit: 12), MIDIFile.isRecognised(head) else { return nil }
        player = try AVMIDIPlayer(
            contentsOf: URL(fileURLWithPath: path), soundBankURL: bank.map { URL(fileURLWithPath: $0) })
        self.ended = ended
    }

    var duration: TimeInterval { player.duration }
    var currentTime: TimeInterval {
        get { min(player.currentPosition, player.duration) }
        set { player.currentPosition = newValue }
    }
    var isPlaying: Bool { player.isPlaying }
    var volume: Float {
        get { player.gain }
        set { player.gain = newValue }
    }
    var refusal: String? { nil }
    var formText: String { "MIDI, \(player.duration) s at its own tempo" }

    func play() -> Bool {
        turn += 1
        let present = turn
        player.play { [weak self] in
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.tailSeconds) {
                MainActor.assumeIsolated {
                    guard let self, self.turn == present else { return }
                    self.ended?()
                }
            }
        }
        return player.isPlaying
    }

    func pause() {
        turn += 1
        player.stop()
    }

    func change(rate: Float) { player.rate = rate }

    func leave() {
        ended = nil
        pause()
    }
}
