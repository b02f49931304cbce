import AudioToolbox
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoMIDI
import SordinoMedia
import Synchronization

/// A block that an `AVMIDIPlayer` calls when it has played.
public typealias AVMIDIPlayerCompletionHandler = () -> Void

/// Plays a MIDI file with the sounds of a bank, by an engine of its own.
///
/// A player that starts activates the audio session if it is not active. An interruption pauses it where it is:
/// `isPlaying` is false then, and `play(_:)` resumes.
/// - Thread: any. Completion handlers are called on a thread of the engine.
/// - Source: Apple, AVFAudio, `AVMIDIPlayer`.
open class AVMIDIPlayer: NSObject, @unchecked Sendable {
    /// The blocks that wait for the end, and the number of the playback that they wait for.
    private struct Waiting {
        var handlers: [@Sendable () -> Void] = []
        var isPlaying = false
        var playback = 0
    }

    private let engine = AVAudioEngine()
    private let synthesizer = AVAudioUnitMIDIInstrument(processor: .required(MIDISynth.identity))
    private let sequencer: AVAudioSequencer
    private let waiting = Mutex(Waiting())

    /// Opens the MIDI file at a URL.
    ///
    /// - Parameter bankURL: A SoundFont or DLS bank; nil for the installed General MIDI bank, or a small one of
    ///   calculated sounds if none is installed.
    /// - Throws: Foundation's error if the file cannot be read; in `NSOSStatusErrorDomain` `kAudioUnitErr_InvalidFile`
    ///   for one that is no MIDI file or no bank, -43 without the bank.
    public convenience init(contentsOf inURL: URL, soundBankURL bankURL: URL?) throws {
        try self.init(data: WholeFile.data(inURL), soundBankURL: bankURL)
    }

    /// Opens a MIDI file in memory.
    ///
    /// - Parameter bankURL: As with `init(contentsOf:soundBankURL:)`.
    /// - Throws: The errors of `init(contentsOf:soundBankURL:)`.
    public init(data: Data, soundBankURL bankURL: URL?) throws {
        engine.isAutoShutdownEnabled = true
        engine.attach(synthesizer)
        engine.connect(synthesizer, to: engine.mainMixerNode, format: nil)
        sequencer = AVAudioSequencer(audioEngine: engine)
        super.init()
        try sequencer.load(from: data)
        try synthesizer.unit.loadBank(at: bankURL)
    }

    deinit { finish(waiting.withLock { $0.playback }) }

    // MARK: Playing

    /// Gets everything ready, so that the start takes less time.
    open func prepareToPlay() {
        engine.prepare()
        sequencer.prepareToPlay()
    }

    /// Plays from `currentPosition` on; activates the session if it is not active.
    ///
    /// - Parameter completionHandler: Called once: at the end of the music, when `stop()` ends it before, or at once if
    ///   the session or the hardware refuses. What still sounds at the end of the music dies away.
    open func play(_ completionHandler: (@Sendable () -> Void)? = nil) {
        let playback = waiting.withLock { waiting in
            if let completionHandler { waiting.handlers.append(completionHandler) }
            waiting.isPlaying = true
            waiting.playback += 1
            return waiting.playback
        }
        sequencer.player.setEndCall { [weak self] in self?.finish(playback) }
        do {
            if !engine.isRunning { try engine.start() }
            if currentPosition > 0 { restoreChannels() }
            try sequencer.start()
            try engine.core.endRest()
        } catch {
            // Apple's method can only report that playback is over.
            finish(playback)
        }
    }

    /// Plays from `currentPosition` on, and returns as the handler of `play(_:)` is called.
    open func play() async { await withCheckedContinuation { done in play { done.resume() } } }

    /// Stops, and keeps the position.
    open func stop() {
        let playback = waiting.withLock { $0.playback }
        sequencer.player.setEndCall(nil)
        sequencer.stop()
        engine.stop()
        finish(playback)
    }

    /// Indicates whether the player plays; false while an interruption pauses it.
    open var isPlaying: Bool { waiting.withLock { $0.isPlaying } && engine.isRunning }

    /// Ends a playback unless another one has begun since.
    private func finish(_ playback: Int) {
        let handlers = waiting.withLock { waiting -> [@Sendable () -> Void] in
            guard waiting.playback == playback else { return [] }
            waiting.isPlaying = false
            defer { waiting.handlers = [] }
            return waiting.handlers
        }
        sequencer.stop()
        for handler in handlers { handler() }
    }

    // MARK: Time

    /// The duration in seconds at the rate 1.
    open var duration: TimeInterval { sequencer.seconds(forBeats: sequencer.store.read { $0.length }) }

    /// The position in seconds at the rate 1; setting it moves a player that plays.
    open var currentPosition: TimeInterval {
        get { sequencer.currentPositionInSeconds }
        set {
            sequencer.currentPositionInSeconds = newValue
            if isPlaying { restoreChannels() }
        }
    }

    /// Gives the instruments the programs and the controllers that the events before the position leave behind.
    private func restoreChannels() {
        let beat = sequencer.currentPositionInBeats
        for message in sequencer.store.read({ $0.channelState(before: beat) }) {
            if message.byteCount == 2 {
                synthesizer.sendMIDIEvent(message.status, data1: message.data1)
            } else {
                synthesizer.sendMIDIEvent(message.status, data1: message.data1, data2: message.data2)
            }
        }
    }

    /// The playback rate, above 0; 1 at first, which is the tempo of the file.
    open var rate: Float {
        get { sequencer.rate }
        set { sequencer.rate = newValue }
    }

    // MARK: Commands of the built-in player

    /// The linear gain of all that it plays.
    package var gain: Float {
        get { engine.mainMixerNode.outputVolume }
        set { engine.mainMixerNode.outputVolume = newValue }
    }

    /// A sentence for people about the bank of a player without one of its own; nil if one is installed.
    package static var usualBankRemark: String? { SoundBankFile.usualBankRemark }
}
