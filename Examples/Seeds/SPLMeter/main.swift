// Measures how loud it is, once a second: swift run spl-meter SECONDS
//
// After WWDC 2011, session 413: measurement mode takes the primary microphone and as little processing as there is. Levels are
// in decibels below full scale of a sine, since the microphone's sensitivity is unknown.

import AVFoundation
import Foundation
import Synchronization

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Mean square of the present second; filled by the tap.
final class Meter: Sendable {
    private struct Sum {
        var energy = 0.0
        var frames = 0
        var seconds = 0
    }

    private let sum = Mutex(Sum())
    private let wanted: Int

    init(seconds: Int) { wanted = seconds }

    func take(_ buffer: AVAudioPCMBuffer) {
        guard let samples = buffer.floatChannelData?[0] else { return }
        let rate = Int(buffer.format.sampleRate)
        for frame in 0..<Int(buffer.frameLength) {
            let (value, isLast) = sum.withLock { sum -> (Double?, Bool) in
                sum.energy += Double(samples[frame] * samples[frame])
                sum.frames += 1
                guard sum.frames == rate else { return (nil, false) }
                // A sine of full scale is 0 dB.
                let level = 10 * log10(max(2 * sum.energy / Double(rate), 1e-12))
                (sum.energy, sum.frames) = (0, 0)
                sum.seconds += 1
                return (level, sum.seconds == wanted)
            }
            if let value { say(String(format: "%.2f dB", value)) }
            if isLast { exit(0) }
        }
    }
}

guard CommandLine.arguments.count == 2, let seconds = Int(CommandLine.arguments[1]), seconds > 0 else {
    say("usage: spl-meter SECONDS")
    exit(2)
}
let session = AVAudioSession.sharedInstance()
let engine = AVAudioEngine()
let meter = Meter(seconds: seconds)
do {
    try session.setCategory(.record, mode: .measurement)
    try session.setActive(true)
    say("\(session.currentRoute.inputs.first?.portName ?? "no microphone"), \(session.mode.rawValue)")
    engine.inputNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { buffer, _ in meter.take(buffer) }
    try engine.start()
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}
dispatchMain()
