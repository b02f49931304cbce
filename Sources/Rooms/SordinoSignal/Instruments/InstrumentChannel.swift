/// The render thread's state of one MIDI channel.
struct InstrumentChannel: BitwiseCopyable {
    var values: ControllerValues
    /// The pressure of each key, 0 to 127.
    let keyPressures: UnsafeMutablePointer<Float>
    var bankHigh = 0
    var bankLow = 0
    var program = 0
    var isPercussion: Bool
    /// Tuning by registered parameters, in cents: the sum, and its fine and coarse parts.
    var tuningCents: Float = 0
    var fineCents: Float = 0
    var coarseCents: Float = 0
    /// The registered parameter that data entry sets: 0x3FFF for none.
    var parameter = 0x3FFF
    /// Data entry as it stands.
    var dataHigh = 0
    var dataLow = 0
    /// The channel whose bend and pressure count here too, and whose messages are meant for this one as well: the
    /// manager of a zone of MIDI polyphonic expression; -1 for none.
    var manager = -1
    /// Members of the zone that the channel manages.
    var memberCount = 0
    /// The key that began last; -1 before the first.
    var lastKey: Float = -1
    /// The key that controller 84 names for the next note; -1 for none.
    var glideKey: Float = -1
    /// Indicates whether one note sounds at a time (controllers 126 and 127).
    var isMono = false
    /// The keys that are down in mono mode, the last one last.
    let heldKeys: UnsafeMutablePointer<Float>
    var heldCount = 0
    /// Cents that are added to the keys C to B of every octave.
    let scale: UnsafeMutablePointer<Float>
    /// Indicates whether something moved since the voices were worked out.
    var isStale = false

    /// Keys of mono mode that are remembered.
    static var heldLimit: Int { @_noAllocation @_noLocks get { 16 } }

    init(
        controllers: UnsafeMutablePointer<Float>, keyPressures: UnsafeMutablePointer<Float>,
        scale: UnsafeMutablePointer<Float>, heldKeys: UnsafeMutablePointer<Float>, isPercussion: Bool
    ) {
        self.heldKeys = heldKeys
        self.scale = scale
        values = ControllerValues(controllers: controllers)
        self.keyPressures = keyPressures
        self.isPercussion = isPercussion
    }
}
