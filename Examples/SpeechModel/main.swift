// Any sound file as 16 kHz mono floats, as speech models want them: swift run speech-model-input FILE > samples.f32

import AVFAudio

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: speech-model-input FILE > samples.f32\n".utf8))
    exit(2)
}
let file = try AVAudioFile(forReading: URL(fileURLWithPath: CommandLine.arguments[1]))
guard let wanted = AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 16000, channels: 1, interleaved: false),
    let converter = AVAudioConverter(from: file.processingFormat, to: wanted),
    let input = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8192),
    let output = AVAudioPCMBuffer(pcmFormat: wanted, frameCapacity: 4096)
else { exit(1) }
converter.downmix = true

while true {
    var failure: NSError?
    let status = converter.convert(to: output, error: &failure) { _, status in
        do { try file.read(into: input) } catch { input.frameLength = 0 }
        status.pointee = input.frameLength > 0 ? .haveData : .endOfStream
        return input.frameLength > 0 ? input : nil
    }
    if let failure { throw failure }
    if let samples = output.floatChannelData?[0], output.frameLength > 0 {
        FileHandle.standardOutput.write(Data(bytes: samples, count: 4 * Int(output.frameLength)))
    }
    if status == .endOfStream { break }
}
