import AudioToolbox
import Foundation
import SordinoEngine
import SordinoMIDI
import SordinoRealtime

/// Plays MIDI files and events to the units of an engine, each event on its frame.
///
/// Time passes while the engine renders, by hand or on hardware. The sequencer does not stop at the end of its tracks.
/// - Thread: any.
/// - Source: Apple, AVFAudio, `AVAudioSequencer`.
open class AVAudioSequencer: NSObject, @unchecked Sendable {
    let store = SequenceStore()
    let player = Sequencer()
    private let node: SequencerNode
    private let engine: AVAudioEngine?
    /// Plays to endpoints of MIDI where there is no engine.
    private let clock: SequencerClock?
    private let lock = NSLock()
    private var known: [Int: AVMusicTrack] = [:]
    /// The unit that tracks without a destination play to.
    private weak var standardUnit: AVAudioUnit?

    /// Makes a sequencer without an engine: its tracks play to endpoints of MIDI.
    public override init() {
        engine = nil
        clock = midiClock(of: player)
        node = SequencerNode(player)
        super.init()
        player.sequence = store
    }

    /// Makes a sequencer that plays while an engine renders.
    ///
    /// Tracks without a destination play to the engine's first instrument.
    public init(audioEngine engine: AVAudioEngine) {
        self.engine = engine
        clock = nil
        node = SequencerNode(player)
        super.init()
        player.sequence = store
        EngineError.stopping { try engine.core.attach(node) }
    }

    deinit { if let engine { try? engine.core.detach(node) } }

    // MARK: Tracks

    /// The tracks without the tempo track, in their order.
    open var tracks: [AVMusicTrack] { store.read { $0.places.map(\.id) }.map { track($0) } }

    /// The track of tempos and time signatures.
    open var tempoTrack: AVMusicTrack { track(0) }

    /// Adds an empty track behind the others.
    @discardableResult
    open func createAndAppendTrack() -> AVMusicTrack { track(store.edit { $0.addTrack() }) }

    /// Removes a track.
    ///
    /// - Returns: False for the tempo track, and for a track that is not one of this sequencer's.
    @discardableResult
    open func removeTrack(_ track: AVMusicTrack) -> Bool {
        guard track.store === store, track.id != 0, store.read({ $0.index(of: track.id) }) != nil else { return false }
        store.edit { $0.removeTrack(track.id) }
        store.destinations.targets[track.id] = nil
        lock.withLock { known[track.id] = nil }
        return true
    }

    /// Turns all tracks around, the tempo track too.
    open func reverseEvents() { store.edit { $0.reverse() } }

    private func track(_ id: Int) -> AVMusicTrack {
        lock.withLock {
            let track = known[id] ?? AVMusicTrack(store: store, id: id)
            known[id] = track
            return track
        }
    }

    // MARK: Playing

    /// Gets ready, so that the start takes less time.
    open func prepareToPlay() {
        chooseStandardUnit()
        player.prepare()
    }

    /// Plays from the position on, beginning with the next block that the engine renders; without an engine within 20
    /// ms.
    open func start() throws {
        chooseStandardUnit()
        player.start(expectedAt: engine == nil ? clock?.nextHostNanoseconds : engine?.core.nextHostNanoseconds)
        clock?.run()
    }

    /// Stops, and keeps the position; notes that sound are ended.
    open func stop() { player.stop() }

    /// Indicates whether the sequencer was started and not stopped, also past its last event.
    open var isPlaying: Bool { player.isPlaying }

    /// The playback rate, above 0; 1 plays at the tempo of the tempo track.
    open var rate: Float {
        get { Float(player.rate) }
        set { player.rate = Double(newValue) }
    }

    /// The position in beats; it grows on past the end of the tracks, and while they are repeated.
    open var currentPositionInBeats: TimeInterval {
        get { player.beat }
        set { player.beat = newValue }
    }

    /// The position in seconds, by the tempo track.
    open var currentPositionInSeconds: TimeInterval {
        get { seconds(forBeats: player.beat) }
        set { player.beat = beats(forSeconds: newValue) }
    }

    /// Plays tracks without a destination to the engine's first instrument.
    private func chooseStandardUnit() {
        guard let engine else { return }
        let first = engine.firstInstrument
        guard first !== standardUnit || (first == nil) != (store.destinations.standard == nil) else { return }
        standardUnit = first
        store.destinations.standard = first?.unit.sequenceTarget()
    }

    /// Sets the block that is called for each user event that is played, on a thread of the engine.
    open func setUserCallback(_ userCallback: AVAudioSequencerUserCallback?) {
        guard let userCallback else { return player.setUserCall(nil) }
        let callback = Lent(userCallback)
        player.setUserCall { [weak self] id, bytes, beat in
            guard let self else { return }
            callback.value(track(id), Data(bytes), beat)
        }
    }
}
