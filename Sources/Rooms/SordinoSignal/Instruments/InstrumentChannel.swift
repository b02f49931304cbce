/// What one MIDI channel has been told, on the render thread.
struct InstrumentChannel: BitwiseCopyable {
    var values: ControllerValues
    /// The pressure of each key, 0 to 127.
    let keyPressures: UnsafeMutablePointer<Float>
    var bankHigh = 0
    var bankLow = 0
    var program = 0
    var isPercussion: Bool
    /// What registered parameters set, in cents: both together, and each.
    var tuningCents: Float = 0
    var fineCents: Float = 0
    var coarseCents: Float = 0
    /// The registered parameter that data entry sets: 0x3FFF for none.
    var parameter = 0x3FFF
    /// Data entry as it stands.
    var dataHigh = 0
    var dataLow = 0
    /// Whether something moved since the voices were worked out.
    var isStale = false

    init(
        controllers: UnsafeMutablePointer<Float>, keyPressures: UnsafeMutablePointer<Float>, isPercussion: Bool
    ) {
        values = ControllerValues(controllers: controllers)
        self.keyPressures = keyPressures
        self.isPercussion = isPercussion
    }
}
