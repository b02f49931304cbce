// Feeds damaged banks to their readers and plays what is read: no trap, no sample that is not a number, no frame outside the file.
//
//   fuzz-instruments [--seconds N] [--seed N] [FILE...]
//
// Without files it damages a SoundFont and a DLS bank that it writes itself, and the text of an SFZ instrument. A finding stops the
// program and is repeated by its seed.

import ByteMutation
import SmallBanks
import SordinoMedia
import SordinoSignal

let options = FuzzOptions(fileLimit: 1 << 22)
var banks = options.files.map(\.bytes)

/// A bank with zones, generators, modulators and links.
func ownBank() -> [UInt8] {
    var writer = SoundFontWriter(name: "Seed")
    let sample = writer.add(
        .init("saw", (0..<600).map { Int16($0 % 100 * 300 - 15_000) }, loop: 100..<500, sampleRate: 44_100))
    let modulators = [
        Modulator(0x0081, to: Int(Modulator.linkFlag) | 1, 1), Modulator(0x007F, to: Generator.pan, 300),
        Modulator(0x0502, to: Generator.attenuation, 500),
    ]
    let instrument = writer.addInstrument(
        "saw",
        [
            .init(nil, generators: [(Generator.pan, 100), (Generator.filterResonance, 200)]),
            .init(
                sample, keys: 0...63, generators: [(Generator.sampleModes, 1), (Generator.vibratoLFOToPitch, 90)],
                modulators: modulators),
            .init(sample, keys: 60...127, generators: [(Generator.loopStartOffset, 20), (Generator.sampleModes, 3)]),
        ])
    writer.addPreset("Saw", ProgramNumber(bank: 0, program: 0), [.init(instrument)])
    return writer.bytes
}

if banks.isEmpty { banks = [ownBank(), SmallDLSBank.bytes()] }

/// A text with every kind of opcode.
let sfz = Array(
    """
    // Seed
    <control> default_path=seed/ <global> ampeg_release=0.3 <group> lokey=c1 hikey=c5 cutoff=2000 resonance=3
    #define $key 60
    <region> sample=*sine key=$key lovel=1 hivel=64 loop_mode=loop_continuous loop_start=10 loop_end=400 tune=-5
    <region> sample=seed.wav pitch_keycenter=61 offset=5 end=90 ampeg_attack=0.01 ampeg_sustain=50 fillfo_freq=3 pan=-20
    """.utf8)

/// Plays a note of every zone.
func play(_ instrument: Instrument) {
    let patches = PatchBank(instrument)
    let synthesizer = Synthesizer(voiceCount: 16)
    synthesizer.renderer.set(patches.view, sampleRate: 48_000)
    let planes = OwnedFrames(count: 4 * 64)
    for step in 0..<24 {
        synthesizer.renderer.beginStep()
        if step < 12 {
            synthesizer.renderer.start(key: Float(step * 11), velocity: Float(10 + step * 10), channel: 0, frame: 0)
        }
        if step > 15 { synthesizer.renderer.stop(key: (step - 16) * 11, channel: 0, frame: step) }
        synthesizer.renderer.render(
            64, left: planes.floats, right: planes.floats + 64, reverb: planes.floats + 128,
            chorus: planes.floats + 192)
        for index in 0..<planes.count { precondition(planes.floats[index].isFinite, "a sample is not a number") }
    }
    withExtendedLifetime(patches) {}
}

print("fuzz-instruments: seed \(options.seed)")
var mutation = ByteMutation(seed: options.seed)
let end = ContinuousClock.now + .seconds(options.seconds)
var (count, readCount) = (0, 0)
while ContinuousClock.now < end {
    let bank = banks[count % banks.count]
    let damaged = mutation.damaged(bank, headByteCount: bank.count)
    count += 1
    if count % 8 == 0 {
        let text = mutation.damaged(sfz, headByteCount: sfz.count)
        precondition(
            SFZText(String(decoding: text, as: UTF8.self)).regions.count <= text.count, "more regions than bytes")
    }
    let data = MappedBytes(damaged)
    if let font = try? SoundFont(data) {
        readCount += 1
        for preset in font.presets.prefix(4) { play(font.instrument(preset)) }
    } else if let dls = try? DLSBank(data) {
        readCount += 1
        for entry in dls.instruments.prefix(4) { play(entry.instrument) }
    }
}
print("\(count) banks, \(readCount) of them read and played")
