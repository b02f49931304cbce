/// The parameters of a note by the numbers of the SoundFont 2.04 specification (section 8.1.2), and one of our own.
///
/// They are plain numbers: a set of generators is an array that they index.
package enum Generator {
    package static var startOffset: Int { @_noAllocation @_noLocks get { 0 } }
    package static var endOffset: Int { @_noAllocation @_noLocks get { 1 } }
    package static var loopStartOffset: Int { @_noAllocation @_noLocks get { 2 } }
    package static var loopEndOffset: Int { @_noAllocation @_noLocks get { 3 } }
    package static var startCoarseOffset: Int { @_noAllocation @_noLocks get { 4 } }
    package static var modulationLFOToPitch: Int { @_noAllocation @_noLocks get { 5 } }
    package static var vibratoLFOToPitch: Int { @_noAllocation @_noLocks get { 6 } }
    package static var modulationEnvelopeToPitch: Int { @_noAllocation @_noLocks get { 7 } }
    package static var filterCutoff: Int { @_noAllocation @_noLocks get { 8 } }
    package static var filterResonance: Int { @_noAllocation @_noLocks get { 9 } }
    package static var modulationLFOToCutoff: Int { @_noAllocation @_noLocks get { 10 } }
    package static var modulationEnvelopeToCutoff: Int { @_noAllocation @_noLocks get { 11 } }
    package static var endCoarseOffset: Int { @_noAllocation @_noLocks get { 12 } }
    package static var modulationLFOToVolume: Int { @_noAllocation @_noLocks get { 13 } }
    package static var chorusSend: Int { @_noAllocation @_noLocks get { 15 } }
    package static var reverbSend: Int { @_noAllocation @_noLocks get { 16 } }
    package static var pan: Int { @_noAllocation @_noLocks get { 17 } }
    package static var modulationLFODelay: Int { @_noAllocation @_noLocks get { 21 } }
    package static var modulationLFOFrequency: Int { @_noAllocation @_noLocks get { 22 } }
    package static var vibratoLFODelay: Int { @_noAllocation @_noLocks get { 23 } }
    package static var vibratoLFOFrequency: Int { @_noAllocation @_noLocks get { 24 } }
    package static var modulationEnvelopeDelay: Int { @_noAllocation @_noLocks get { 25 } }
    package static var modulationEnvelopeAttack: Int { @_noAllocation @_noLocks get { 26 } }
    package static var modulationEnvelopeHold: Int { @_noAllocation @_noLocks get { 27 } }
    package static var modulationEnvelopeDecay: Int { @_noAllocation @_noLocks get { 28 } }
    package static var modulationEnvelopeSustain: Int { @_noAllocation @_noLocks get { 29 } }
    package static var modulationEnvelopeRelease: Int { @_noAllocation @_noLocks get { 30 } }
    package static var keyToModulationEnvelopeHold: Int { @_noAllocation @_noLocks get { 31 } }
    package static var keyToModulationEnvelopeDecay: Int { @_noAllocation @_noLocks get { 32 } }
    package static var volumeEnvelopeDelay: Int { @_noAllocation @_noLocks get { 33 } }
    package static var volumeEnvelopeAttack: Int { @_noAllocation @_noLocks get { 34 } }
    package static var volumeEnvelopeHold: Int { @_noAllocation @_noLocks get { 35 } }
    package static var volumeEnvelopeDecay: Int { @_noAllocation @_noLocks get { 36 } }
    package static var volumeEnvelopeSustain: Int { @_noAllocation @_noLocks get { 37 } }
    package static var volumeEnvelopeRelease: Int { @_noAllocation @_noLocks get { 38 } }
    package static var keyToVolumeEnvelopeHold: Int { @_noAllocation @_noLocks get { 39 } }
    package static var keyToVolumeEnvelopeDecay: Int { @_noAllocation @_noLocks get { 40 } }
    package static var instrument: Int { @_noAllocation @_noLocks get { 41 } }
    package static var keyRange: Int { @_noAllocation @_noLocks get { 43 } }
    package static var velocityRange: Int { @_noAllocation @_noLocks get { 44 } }
    package static var loopStartCoarseOffset: Int { @_noAllocation @_noLocks get { 45 } }
    package static var fixedKey: Int { @_noAllocation @_noLocks get { 46 } }
    package static var fixedVelocity: Int { @_noAllocation @_noLocks get { 47 } }
    package static var attenuation: Int { @_noAllocation @_noLocks get { 48 } }
    package static var loopEndCoarseOffset: Int { @_noAllocation @_noLocks get { 50 } }
    package static var coarseTune: Int { @_noAllocation @_noLocks get { 51 } }
    package static var fineTune: Int { @_noAllocation @_noLocks get { 52 } }
    package static var sample: Int { @_noAllocation @_noLocks get { 53 } }
    package static var sampleModes: Int { @_noAllocation @_noLocks get { 54 } }
    package static var scaleTuning: Int { @_noAllocation @_noLocks get { 56 } }
    package static var exclusiveClass: Int { @_noAllocation @_noLocks get { 57 } }
    package static var rootKey: Int { @_noAllocation @_noLocks get { 58 } }
    /// The pitch in cents, to which the pitch wheel leads; the specification calls it "initial pitch" and has no number
    /// for it.
    package static var pitch: Int { @_noAllocation @_noLocks get { 59 } }
    /// How many numbers there are.
    package static var count: Int { @_noAllocation @_noLocks get { 60 } }

    /// The value of a generator that a zone does not set, and the range that its value is limited to in the end.
    package struct Rule: Sendable {
        /// The value where nothing is set.
        package let initial: Float
        /// The values that a note can have.
        package let range: ClosedRange<Float>
    }

    /// The rule of every generator, by number.
    package static let rules: [Rule] = (0..<count).map { number in
        switch number {
        case 5, 6, 7, 10, 11: Rule(initial: 0, range: -12_000...12_000)
        case filterCutoff: Rule(initial: 13_500, range: 1_500...13_500)
        case filterResonance: Rule(initial: 0, range: 0...960)
        case modulationLFOToVolume: Rule(initial: 0, range: -960...960)
        case chorusSend, reverbSend: Rule(initial: 0, range: 0...1_000)
        case pan: Rule(initial: 0, range: -500...500)
        case modulationLFODelay, vibratoLFODelay, modulationEnvelopeDelay, modulationEnvelopeHold,
            volumeEnvelopeDelay, volumeEnvelopeHold:
            Rule(initial: -12_000, range: -12_000...5_000)
        case modulationLFOFrequency, vibratoLFOFrequency: Rule(initial: 0, range: -16_000...4_500)
        case modulationEnvelopeAttack, modulationEnvelopeDecay, modulationEnvelopeRelease, volumeEnvelopeAttack,
            volumeEnvelopeDecay, volumeEnvelopeRelease:
            Rule(initial: -12_000, range: -12_000...8_000)
        case modulationEnvelopeSustain: Rule(initial: 0, range: 0...1_000)
        case volumeEnvelopeSustain, attenuation: Rule(initial: 0, range: 0...1_440)
        case 31, 32, 39, 40: Rule(initial: 0, range: -1_200...1_200)
        case fixedKey, fixedVelocity, rootKey: Rule(initial: -1, range: -1...127)
        case coarseTune: Rule(initial: 0, range: -120...120)
        case fineTune: Rule(initial: 0, range: -99...99)
        case sampleModes: Rule(initial: 0, range: 0...3)
        case scaleTuning: Rule(initial: 100, range: 0...1_200)
        case exclusiveClass: Rule(initial: 0, range: 0...127)
        case pitch: Rule(initial: 0, range: -24_000...24_000)
        default: Rule(initial: 0, range: -32_768...32_767)
        }
    }

    /// Returns whether a preset may add to it: false for generators of the sample and of the instrument alone.
    package static func addsInPresets(_ number: Int) -> Bool {
        switch number {
        case 0...4, 12, 41, 43...47, 50, 53, 54, 57, 58: false
        default: number < pitch
        }
    }
}
