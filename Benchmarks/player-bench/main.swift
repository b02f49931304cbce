// The cost of sounds for programs, by the public interfaces alone: players of files and voices of an engine.
// Run with `make bench ONLY=player-bench`.
// All on one thread, its processor time; the best of several passes.

import AVFAudio
import CMixPeers
import Foundation
import SordinoSimulator

_ = mixpeers_pin(0)
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("player-bench-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

print("Players and engines through AVFAudio; stereo at 48 kHz unless said otherwise.")
let wave = try makeFile(folder, "voice.wav", kAudioFormatLinearPCM)
let aac = try? makeFile(folder, "voice.m4a", kAudioFormatMPEG4AAC)
for (name, file, share, bytes) in [("WAV", wave as URL?, 0.03, 96_000.0), ("AAC", aac, 0.06, 300_000)] {
    guard let file else {
        print("AVAudioPlayer, \(name): libavcodec is not here")
        continue
    }
    let cost = try playerCost([file], players: 16)
    figure("AVAudioPlayer, \(name): share of a core", cost.share * 100, "%", budget: share)
    figure("AVAudioPlayer, \(name): heap", cost.bytes / 1000, "kB", budget: bytes / 1000)
}
for count in [125, 500] {
    let cost = try startCost(wave, players: count)
    figure("AVAudioPlayer.play, each of \(count)", cost.play, "us", budget: 30)
    figure("AVAudioPlayer.pause, each of \(count)", cost.pause, "us", budget: 30)
}
if let aac {
    figure("AudioQueue, 32 that decode AAC: share of a core", try queueShare(aac, queues: 32) * 100, "%", budget: 60)
}
figure("AudioQueueEnqueueBuffer", try enqueueCost() / 1_000, "us", budget: 1)
figure("RemoteIO, a cycle of 1,024 frames", try remoteCost(), "us", budget: 3)
let recording = try recorderCost(folder)
figure("recorder, 8 channels of 96 kHz, 24 bits: share of a core", recording.share * 100, "%", budget: .infinity)
figure("  the same: frames lost while the disk stands still for 1 s", recording.lost, "frames", budget: 0)
figure("  the same: longest stand-still without a loss", recording.patience, "s", budget: .infinity)
if let blocks = try soundDelay(folder) {
    figure("AudioServicesPlaySystemSound, until its first sample", blocks, "blocks", budget: 1)
}
let engineVoice = try engineCost(voices: 256, block: 512)
figure("AVAudioEngine, 256 spread voices, block 512", engineVoice, "ns/vf", budget: 0.14)
// As many voices as players, in blocks as long as the phone's: eight sounds of a second, in loops, from different places.
let engineCrowd = try engineCost(voices: 500, block: 1_024)
figure("AVAudioEngine, 500 spread voices, block 1,024", engineCrowd, "ns/vf", budget: .infinity)
let sounds = try (0..<500).map { try makeFile(folder, "sound\($0).wav", kAudioFormatLinearPCM, seconds: 1) }
let crowd = try playerCost(Array(sounds[..<8]), players: 500)
figure("AVAudioPlayer, each of 500, eight files", crowd.share * 1e9 / 48_000, "ns/vf", budget: 2 * engineCrowd)
let long = try playerCost([wave], players: 500)
figure("AVAudioPlayer, each of 500, one file", long.share * 1e9 / 48_000, "ns/vf", budget: 2 * engineCrowd)
// Nothing is shared here: each reads, converts and stores samples of its own.
let apart = try playerCost(sounds, players: 500)
figure("AVAudioPlayer, each of 500, a file each", apart.share * 1e9 / 48_000, "ns/vf", budget: .infinity)
figure("AVAudioEngine, 256 spread voices, block 128", try engineCost(voices: 256, block: 128), "ns/vf", budget: 0.22)
figure("AVAudioEngine, one voice, block 512", try engineCost(voices: 1, block: 512), "ns/vf", budget: 0.6)
figure(
    "AVAudioEngine, 256 voices from 44.1 kHz, block 512", try engineCost(voices: 256, block: 512, rate: 44_100),
    "ns/vf", budget: 3.1)
figure("AVAudioEngine, 64 mixers in a row, block 512", try chainCost(mixers: 64, block: 512) / 1000, "us", budget: 8)

/// Prints one figure.
func figure(_ name: String, _ value: Double, _ unit: String, budget: Double) {
    let limit = budget == .infinity ? "" : "   <= \(String(format: "%.3f", budget))\(value <= budget ? "" : "  MISSED")"
    let gap = String(repeating: " ", count: max(0, 62 - name.count))
    print("\(name)\(gap)\(String(format: "%9.3f", value)) \(unit)\(limit)")
}
