// Feeds damaged presets of the sampler to it and plays what is left: no trap, no sample that is not a number.
//
//   fuzz-presets [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import AVFAudio
import ByteMutation
import Foundation

var seconds = 10
var seed: UInt64 = 1
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--seconds": seconds = arguments.popFirst().flatMap { Int($0) } ?? seconds
    case "--seed": seed = arguments.popFirst().flatMap { UInt64($0) } ?? seed
    default: fatalError("fuzz-presets: unknown option \(argument)")
    }
}

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

/// A preset with every part.
let model: [String: Any] = [
    "AU version": 1, "type": 1_635_085_685, "subtype": 1_935_764_848, "manufacturer": 1_634_758_764, "version": 0,
    "name": "Seed", "coarse tune": 0, "fine tune": 0, "gain": 0, "pan": 0, "voice count": 64,
    "file-references": ["Sample:268435457": sound.path],
    "Instrument": [
        "name": "Seed",
        "Layers": [
            [
                "ID": 0, "name": "Layer", "trigger mode": 11, "voice count": 16,
                "Amplifier": ["ID": 0, "enabled": true] as [String: Any],
                "Oscillator": ["ID": 0, "enabled": true] as [String: Any],
                "Filters": [["ID": 0, "enabled": true, "cutoff": 900.0, "resonance": 3.0, "type": 40] as [String: Any]],
                "LFOs": [["ID": 0, "enabled": true, "delay": 0.1, "rate": 3.0, "waveform": 25] as [String: Any]],
                "Envelopes": [
                    [
                        "ID": 0, "enabled": true,
                        "Stages": (0...6).map {
                            ["stage": $0, "time": 0.05, "curve": 20, "level": 0.5] as [String: Any]
                        },
                    ] as [String: Any]
                ],
                "Connections": [
                    [
                        "ID": 0, "source": 301, "destination": 1_343_225_856, "control": 0, "enabled": true,
                        "inverse": true, "transform": 2, "min value": -96.0, "max value": 0.0,
                    ] as [String: Any]
                ],
                "Zones": (0..<3).map {
                    [
                        "ID": $0, "enabled": true, "loop enabled": $0 == 1, "min key": $0 * 40, "max key": $0 * 40 + 50,
                        "root key": 60, "min velocity": 0, "max velocity": 127, "waveform": 268_435_457,
                        "loop start": 100, "loop end": 1_900, "gain": -3.0, "pan": 0.2,
                    ] as [String: Any]
                },
            ] as [String: Any]
        ],
    ] as [String: Any],
]
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

print("fuzz-presets: seed \(seed)")
var mutation = ByteMutation(seed: seed)
let end = ContinuousClock.now + .seconds(seconds)
var (count, readCount) = (0, 0)
let preset = folder.appendingPathComponent("seed.aupreset")
while ContinuousClock.now < end {
    count += 1
    let damaged = count == 1 ? bytes : mutation.damaged(bytes, headByteCount: bytes.count)
    try Data(damaged).write(to: preset)
    guard (try? sampler.loadInstrument(at: preset)) != nil else {
        precondition(count > 1, "the model is read")
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
