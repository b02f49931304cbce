import CKernels
import SordinoRealtime

/// Notes of sixteen channels from samples: the synthesis model of SoundFont 2.04, section 9.
///
/// All memory is made at the start. Notes are rendered sixteen side by side. When all voices sound, the new note takes
/// the place of the quietest that is released, else of the quietest; that one fades within five milliseconds in a place
/// that is kept free for it.
/// - Source: SoundFont Technical Specification 2.04 (E-mu Systems, 2006), sections 8 and 9; MIDI 1.0 Detailed
///   Specification.
package final class Synthesizer {
    /// The audio thread's end.
    package let renderer: SynthesizerRenderer
    /// Voices that can sound at once, besides those that are fading to make room.
    package let voiceCount: Int
    private let state: UnsafeMutablePointer<SynthesizerState>
    private var pieces: [UnsafeMutableRawPointer] = []

    /// Makes a synthesizer without an instrument.
    ///
    /// - Parameter voiceCount: 1 or more.
    package init(voiceCount: Int = 256) {
        self.voiceCount = max(voiceCount, 1)
        let lanes = Int(CKERNELS_NOTES)
        let slots = (self.voiceCount + max(self.voiceCount / 8, lanes) + lanes - 1) / lanes * lanes
        var pieces: [UnsafeMutableRawPointer] = []
        func memory<Value: BitwiseCopyable>(_ count: Int, of value: Value) -> UnsafeMutablePointer<Value> {
            let piece = UnsafeMutableRawPointer.allocate(
                byteCount: count * MemoryLayout<Value>.stride, alignment: 64)
            pieces.append(piece)
            return piece.initializeMemory(as: Value.self, repeating: value, count: count)
        }
        let rows = lanes * SynthesizerState.gridFrames
        var channels: [InstrumentChannel] = []
        for index in 0..<16 {
            channels.append(
                InstrumentChannel(
                    controllers: memory(128, of: 0 as Float), keyPressures: memory(128, of: 0 as Float),
                    scale: memory(12, of: 0 as Float), heldKeys: memory(InstrumentChannel.heldLimit, of: 0 as Float),
                    isPercussion: index == 9))
        }
        let kept = memory(16, of: channels[0])
        for index in 0..<16 { kept[index] = channels[index] }
        let groups = slots / lanes
        state = memory(
            1,
            of: SynthesizerState(
                voiceCount: self.voiceCount, slotCount: slots, voices: memory(slots, of: NoteVoice()), channels: kept,
                filters: memory(groups * lanes * SynthesizerState.filterRows, of: 0 as Float),
                gains: memory(groups * lanes * SynthesizerState.gainRows, of: 0 as Float),
                notes: memory(rows, of: 0 as Float), rows: memory(rows, of: 0 as Float),
                sums: memory(rows * 4, of: 0 as Float), generators: memory(Generator.count, of: 0 as Float),
                links: memory(PatchZone.modulatorLimit, of: 0 as Float),
                free: memory((slots + 63) / 64, of: 0 as UInt64), heldByKey: memory(16 * 128, of: -1 as Int32),
                keyTunings: memory(128, of: 0 as Float)))
        renderer = SynthesizerRenderer(state: state)
        state.pointee.empty()
        for channel in 0..<16 { state.pointee.resetControllers(channel, all: true) }
        self.pieces = pieces
    }

    deinit {
        for piece in pieces { piece.deallocate() }
    }
}

/// The render thread's state of a synthesizer.
struct SynthesizerState: BitwiseCopyable {
    let voiceCount: Int
    let slotCount: Int
    let voices: UnsafeMutablePointer<NoteVoice>
    let channels: UnsafeMutablePointer<InstrumentChannel>
    /// For each group of voices the rows of `CKernelsNoteFilters`.
    let filters: UnsafeMutablePointer<Float>
    /// For each group of voices the rows of `CKernelsNoteGains`.
    let gains: UnsafeMutablePointer<Float>
    let notes: UnsafeMutablePointer<Float>
    let rows: UnsafeMutablePointer<Float>
    /// Rows of left, right, reverb and chorus.
    let sums: UnsafeMutablePointer<Float>
    /// Room for working out one note.
    let generators: UnsafeMutablePointer<Float>
    let links: UnsafeMutablePointer<Float>
    /// A bit for each slot in which nothing sounds.
    let free: UnsafeMutablePointer<UInt64>
    /// For each key of each channel the first voice that it holds; -1 for none.
    let heldByKey: UnsafeMutablePointer<Int32>
    /// Cents that are added to each key.
    let keyTunings: UnsafeMutablePointer<Float>

    /// The weights of `NoteInterpolation.sinc`.
    let sincTable: UnsafePointer<Float>

    var interpolation = NoteInterpolation.cubic
    var sampleRate: Float = 44_100
    var bank: PatchBankView?
    /// The tuning of all channels.
    var tuningCents: Float = 0
    /// The volume that a system exclusive message sets.
    var masterVolume: Float = 1
    /// The number of the latest note of a key; 31 bits, wraps around.
    var noteCount: UInt32 = 0
    /// The note that begins.
    var present: UInt32 = 0
    /// Slots behind the last that sounds.
    var slotEnd = 0
    var soundingCount = 0
    /// Voices that sound and do not make room for others.
    var liveCount = 0

    /// Frames between two looks at envelopes and oscillators.
    static var gridFrames: Int { @_noAllocation @_noLocks get { 64 } }
    static var filterRows: Int { @_noAllocation @_noLocks get { 10 } }
    static var gainRows: Int { @_noAllocation @_noLocks get { 8 } }

    init(
        voiceCount: Int, slotCount: Int, voices: UnsafeMutablePointer<NoteVoice>,
        channels: UnsafeMutablePointer<InstrumentChannel>, filters: UnsafeMutablePointer<Float>,
        gains: UnsafeMutablePointer<Float>, notes: UnsafeMutablePointer<Float>, rows: UnsafeMutablePointer<Float>,
        sums: UnsafeMutablePointer<Float>, generators: UnsafeMutablePointer<Float>, links: UnsafeMutablePointer<Float>,
        free: UnsafeMutablePointer<UInt64>, heldByKey: UnsafeMutablePointer<Int32>,
        keyTunings: UnsafeMutablePointer<Float>
    ) {
        (self.voiceCount, self.slotCount, self.voices, self.channels) = (voiceCount, slotCount, voices, channels)
        (self.filters, self.gains, self.notes, self.rows) = (filters, gains, notes, rows)
        (self.sums, self.generators, self.links, self.free) = (sums, generators, links, free)
        (self.heldByKey, self.keyTunings) = (heldByKey, keyTunings)
        sincTable = NoteInterpolation.sincTable
    }
}
