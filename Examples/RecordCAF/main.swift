// Records the microphone to a CAF file that is whole at any moment: swift run record-caf FILE.caf SECONDS [alac]
//
// Nothing has to be finished: a program that is killed in the middle leaves what it has heard, but for the last blocks.

import AVFoundation
import Foundation

let arguments = CommandLine.arguments
guard arguments.count > 2, let seconds = Double(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: record-caf FILE.caf SECONDS [alac]\n".utf8))
    exit(2)
}
guard await AVAudioApplication.requestRecordPermission() else {
    FileHandle.standardError.write(Data("record-caf: recording is not allowed\n".utf8))
    exit(1)
}
let session = AVAudioSession.sharedInstance()
try session.setCategory(.record)
if let reason = SordinoProgram.reasonForNoSound(playing: false, recording: true) {
    FileHandle.standardError.write(Data("record-caf: \(reason)\n".utf8))
    exit(1)
}
try session.setActive(true)

let engine = AVAudioEngine()
let format = engine.inputNode.outputFormat(forBus: 0)
var settings = format.settings
if arguments.count > 3, arguments[3] == "alac" {
    settings = [
        AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: format.sampleRate,
        AVNumberOfChannelsKey: Int(format.channelCount), AVEncoderBitDepthHintKey: 24,
    ]
}
let file = try AVAudioFile(forWriting: URL(fileURLWithPath: arguments[1]), settings: settings)
let end = AVAudioFramePosition(seconds * format.sampleRate)

engine.inputNode.installTap(onBus: 0, bufferSize: 4096, format: format) { buffer, _ in
    // A tap is called on a thread of its own, not on the one that renders: it may write.
    do { try file.write(from: buffer) } catch {
        FileHandle.standardError.write(Data("record-caf: \(error.localizedDescription)\n".utf8))
        exit(1)
    }
    if file.length >= end {
        file.close()
        exit(0)
    }
}
try engine.start()
print("recording \(format)")
// The tap does the rest.
while true { try await Task.sleep(for: .seconds(3600)) }
