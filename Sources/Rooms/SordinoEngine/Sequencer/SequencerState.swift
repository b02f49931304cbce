import SordinoGraph
import SordinoRealtime

/// The transport state that the control side requests.
struct SequencerCommand: BitwiseCopyable {
    /// The number of commands so far.
    var serial = 0
    /// The command that last set the position.
    var seekSerial = 0
    /// The position that it set, in beats.
    var seekBeat = 0.0
    var isPlaying = false
    var rate = 1.0
}

/// The transport as the render thread has it.
struct SequencerReading: BitwiseCopyable {
    /// The last command that it obeyed.
    var serial = 0
    var isPlaying = false
    /// The first beat that has not been rendered.
    var beat = 0.0
    /// The same in seconds of the tempo map.
    var second = 0.0
    /// The host time at which it is heard, in nanoseconds; below 0 if it is unknown.
    var hostNanoseconds: Int64 = -1
    /// The beat at which the player was started.
    var startBeat = 0.0

    @_noAllocation @_noLocks
    init() {}
}

/// An event that the control side takes care of: a client event, or a preset.
struct SequencerReport: BitwiseCopyable {
    let track: Int
    let revision: Int
    /// Its index in the track.
    let index: Int

    @_noAllocation @_noLocks
    init(track: Int, revision: Int, index: Int) {
        self.track = track
        self.revision = revision
        self.index = index
    }
}

/// The end of a note that sounds.
struct PendingEnd {
    /// The beat of the player.
    var beat: Double
    var track: Int
    var target: Int32
    var status: UInt8
    var key: UInt8
    var velocity: UInt8

    @_noAllocation @_noLocks
    init(beat: Double, track: Int, target: Int32, status: UInt8, key: UInt8, velocity: UInt8) {
        self.beat = beat
        self.track = track
        self.target = target
        self.status = status
        self.key = key
        self.velocity = velocity
    }
}

/// The state of a sequencer on the render thread.
package struct SequencerState {
    /// Notes that can sound at once; of more, those that end first are ended early.
    static var noteLimit: Int { @_noAllocation @_noLocks get { 4096 } }
    /// Destinations whose sustain pedals are known.
    static var pedalLimit: Int { @_noAllocation @_noLocks get { 256 } }

    let plans: HandOverRenderer<SequencePlan>
    let commands: TripleBufferReader<SequencerCommand>
    let readings: TripleBufferWriter<SequencerReading>
    let reports: RingProducer<SequencerReport>
    let departures: RingProducer<SequencerDeparture>
    /// Ends of notes, as a heap by their beats.
    let ends: UnsafeMutablePointer<PendingEnd>
    var endCount = 0
    /// A bit for each channel whose pedal is down, by destination.
    let pedals: UnsafeMutablePointer<UInt16>
    var plan: UnsafeMutablePointer<SequencePlan>?
    var serial = 0
    var seekSerial = 0
    var isPlaying = false
    var rate = 1.0
    /// Frames in one second, of the last block.
    var sampleRate = 0.0
    /// Frames rendered since the anchor, at the beginning of the block.
    var frame: Int64 = 0
    /// The second of the tempo map at which the frames are counted from 0.
    var anchorSecond = 0.0
    var startBeat = 0.0
    var beat = 0.0
    /// The block at hand.
    var blockEnd: Int64 = 0
    var blockHostNanoseconds: Int64 = -1
    var sliceEnd = 0.0
    /// Notes that may still begin in the block at hand: no more than an instrument performs in one.
    var notesLeft = 0

    init(
        plans: HandOverRenderer<SequencePlan>, commands: TripleBufferReader<SequencerCommand>,
        readings: TripleBufferWriter<SequencerReading>, reports: RingProducer<SequencerReport>,
        departures: RingProducer<SequencerDeparture>
    ) {
        self.plans = plans
        self.commands = commands
        self.readings = readings
        self.reports = reports
        self.departures = departures
        ends = .allocate(capacity: Self.noteLimit)
        pedals = .allocate(capacity: Self.pedalLimit)
        pedals.initialize(repeating: 0, count: Self.pedalLimit)
    }

    /// Gives the memory back; nothing renders any more.
    func release() {
        ends.deallocate()
        pedals.deallocate()
    }
}
