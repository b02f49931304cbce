/// The factory rooms, numbered as Apple's `AVAudioUnitReverbPreset`.
///
/// Apple publishes the names alone; the numbers here are Sordino's: times of such rooms in building acoustics (small
/// rooms below half a second, concert halls around two, cathedrals above four), ways from their sizes.
package struct ReverbPreset: Sendable {
    /// Apple's number of the preset.
    package let number: Int
    /// Apple's name in words.
    package let name: String
    /// The settings that describe the room.
    package let settings: ReverbSettings

    private init(_ number: Int, _ name: String, _ settings: ReverbSettings) {
        self.number = number
        self.name = name
        self.settings = settings
    }

    /// All of them, by number.
    package static let all: [ReverbPreset] = [
        ReverbPreset(
            0, "Small Room",
            ReverbSettings(shortest: 0.004, longest: 0.019, decayAt0Hz: 0.40, decayAtNyquist: 0.16)),
        ReverbPreset(
            1, "Medium Room",
            ReverbSettings(shortest: 0.006, longest: 0.028, decayAt0Hz: 0.65, decayAtNyquist: 0.22, reflections: 2)),
        ReverbPreset(
            2, "Large Room",
            ReverbSettings(shortest: 0.009, longest: 0.042, decayAt0Hz: 1.00, decayAtNyquist: 0.28, reflections: 3)),
        ReverbPreset(
            3, "Medium Hall",
            ReverbSettings(shortest: 0.015, longest: 0.066, decayAt0Hz: 1.70, decayAtNyquist: 0.34, reflections: 4)),
        ReverbPreset(
            4, "Large Hall",
            ReverbSettings(shortest: 0.022, longest: 0.092, decayAt0Hz: 2.60, decayAtNyquist: 0.40, reflections: 5)),
        ReverbPreset(
            5, "Plate",
            ReverbSettings(shortest: 0.003, longest: 0.031, decayAt0Hz: 1.50, decayAtNyquist: 0.90, reflections: 6)),
        ReverbPreset(
            6, "Medium Chamber",
            ReverbSettings(shortest: 0.005, longest: 0.037, decayAt0Hz: 1.20, decayAtNyquist: 0.42, reflections: 7)),
        ReverbPreset(
            7, "Large Chamber",
            ReverbSettings(shortest: 0.008, longest: 0.055, decayAt0Hz: 1.90, decayAtNyquist: 0.50, reflections: 8)),
        ReverbPreset(
            8, "Cathedral",
            ReverbSettings(shortest: 0.030, longest: 0.140, decayAt0Hz: 5.50, decayAtNyquist: 0.45, reflections: 9)),
        ReverbPreset(
            9, "Large Room 2",
            ReverbSettings(shortest: 0.010, longest: 0.048, decayAt0Hz: 1.25, decayAtNyquist: 0.45, reflections: 10)),
        ReverbPreset(
            10, "Medium Hall 2",
            ReverbSettings(shortest: 0.013, longest: 0.060, decayAt0Hz: 1.90, decayAtNyquist: 0.55, reflections: 11)),
        ReverbPreset(
            11, "Medium Hall 3",
            ReverbSettings(shortest: 0.018, longest: 0.072, decayAt0Hz: 1.45, decayAtNyquist: 0.26, reflections: 12)),
        ReverbPreset(
            12, "Large Hall 2",
            ReverbSettings(shortest: 0.026, longest: 0.105, decayAt0Hz: 3.10, decayAtNyquist: 0.60, reflections: 13)),
    ]
}
