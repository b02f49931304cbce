// Feeds damaged presets of the sampler and SFZ instruments to it and plays what is left: no trap, no sample that is not a number.
//
//   fuzz-presets [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import AVFAudio
import ByteMutation
import Foundation

let options = FuzzOptions()

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-presets-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let sound = folder.appendingPathComponent("seed.wav")

/// A short recording that the preset names.
func writeSound() throws {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1),
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 2_000)
    else { fatalError("no buffer") }
    let file = try AVAudioFile(forWriting: sound, settings: format.settings)
    buffer.frameLength = 2_000
    for frame in 0..<2_000 { buffer.floatChannelData?[0][frame] = Float(frame % 100) / 100 - 0.5 }
    try file.write(from: buffer)
}

try writeSound()

/// A part of a preset, as a property list has it.
typealias Part = [String: Any]

func zone(_ number: Int) -> Part {
    [
        "ID": number, "enabled": true, "loop enabled": number == 1, "min key": number * 40,
        "max key": number * 40 + 50, "root key": 60, "min velocity": 0, "max velocity": 127, "waveform": 268_435_457,
        "loop start": 100, "loop end": 1_900, "gain": -3.0, "pan": 0.2,
    ] as Part
}

func stage(_ number: Int) -> Part { ["stage": number, "time": 0.05, "curve": 20, "level": 0.5] as Part }

let amplifier: Part = ["ID": 0, "enabled": true]
let filter: Part = ["ID": 0, "enabled": true, "cutoff": 900.0, "resonance": 3.0, "type": 40]
let oscillator: Part = ["ID": 0, "enabled": true, "delay": 0.1, "rate": 3.0, "waveform": 25]
let envelope: Part = ["ID": 0, "enabled": true, "Stages": (0...6).map(stage)]
let connection: Part = [
    "ID": 0, "source": 301, "destination": 1_343_225_856, "control": 0, "enabled": true, "inverse": true,
    "transform": 2, "min value": -96.0, "max value": 0.0,
]
let layer: Part = [
    "ID": 0, "name": "Layer", "trigger mode": 11, "voice count": 16, "Amplifier": amplifier, "Oscillator": amplifier,
    "Filters": filter, "LFOs": [oscillator], "Envelopes": [envelope], "Connections": [connection],
    "Zones": (0..<3).map(zone),
]
/// A preset with every part.
let model: Part = [
    "AU version": 1, "type": 1_635_085_685, "subtype": 1_935_764_848, "manufacturer": 1_634_758_764, "version": 0,
    "name": "Seed", "coarse tune": 0, "fine tune": 0, "gain": 0, "pan": 0, "voice count": 64,
    "file-references": ["Sample:268435457": sound.path], "Instrument": ["name": "Seed", "Layers": [layer]] as Part,
]
/// An SFZ instrument on the same recording.
let text = """
    // Seed
    <control> default_path=
    <global> ampeg_release=0.3 <group> lokey=c1 hikey=c5 cutoff=2000 resonance=3
    #define $key 60
    <region> sample=seed.wav key=$key lovel=1 hivel=64 loop_mode=loop_continuous loop_start=10 loop_end=400 tune=-5
    <region> sample=seed.wav pitch_keycenter=61 offset=5 end=90 ampeg_attack=0.01 ampeg_sustain=50 fillfo_freq=3 pan=-20
    #include "seed.sfz"
    """
let bytes = Array(try PropertyListSerialization.data(fromPropertyList: model, format: .xml, options: 0))

let engine = AVAudioEngine()
let sampler = AVAudioUnitSampler()
engine.attach(sampler)
guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2),
    let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4_096)
else { fatalError("no format") }
engine.connect(sampler, to: engine.mainMixerNode, format: format)
try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4_096)
try engine.start()

print("fuzz-presets: seed \(options.seed)")
var mutation = ByteMutation(seed: options.seed)
let end = ContinuousClock.now + .seconds(options.seconds)
var (count, readCount) = (0, 0)
/// The kinds in turn, and the file of each.
let kinds = [
    (bytes, folder.appendingPathComponent("seed.aupreset")),
    (Array(text.utf8), folder.appendingPathComponent("seed.sfz")),
]
while ContinuousClock.now < end {
    let (whole, preset) = kinds[count % kinds.count]
    count += 1
    let isWhole = count <= kinds.count
    try Data(isWhole ? whole : mutation.damaged(whole, headByteCount: whole.count)).write(to: preset)
    guard (try? sampler.loadInstrument(at: preset)) != nil else {
        precondition(!isWhole, "the model is read")
        continue
    }
    readCount += 1
    for key in stride(from: 0, to: 128, by: 13) {
        sampler.startNote(UInt8(key), withVelocity: UInt8(1 + key % 127), onChannel: 0)
    }
    guard try engine.renderOffline(4_096, to: output) == .success else { fatalError("nothing is rendered") }
    for channel in 0..<2 {
        for frame in 0..<4_096 {
            precondition(output.floatChannelData?[channel][frame].isFinite == true, "a sample is not a number")
        }
    }
    for key in stride(from: 0, to: 128, by: 13) { sampler.stopNote(UInt8(key), onChannel: 0) }
}
print("\(count) presets, \(readCount) of them read and played")
