/// A message that leaves the host: for an endpoint of MIDI, which is not rendered.
struct SequencerDeparture: BitwiseCopyable {
    /// The number of the destination.
    let target: Int32
    /// The bytes of a short message; 0 for one that is looked up in its track.
    let count: UInt8
    let bytes: (UInt8, UInt8, UInt8)
    /// When it is to be heard, in nanoseconds of host time; below 0 for at once.
    let hostNanoseconds: Int64
    /// Where a long message stands.
    let place: SequencerReport

    @_noAllocation @_noLocks
    init(
        target: Int32, count: UInt8, bytes: (UInt8, UInt8, UInt8), hostNanoseconds: Int64, place: SequencerReport
    ) {
        self.target = target
        self.count = count
        self.bytes = bytes
        self.hostNanoseconds = hostNanoseconds
        self.place = place
    }
}
