import AVFoundation

/// Decodes a file's first track into a WAVE file of 16 bits and 44,100 Hz, buffer by buffer.
func convert(_ source: URL, to target: URL) async throws {
    let asset = AVURLAsset(url: source)
    guard let track = try await asset.loadTracks(withMediaType: .audio).first else { fail("there is no sound") }
    let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
        AVLinearPCMIsNonInterleaved: false,
    ]
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    try? FileManager.default.removeItem(at: target)
    let writer = try AVAssetWriter(outputURL: target, fileType: .wav)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    writer.add(input)
    guard reader.startReading(), writer.startWriting() else {
        throw reader.error ?? writer.error ?? CocoaError(.fileReadUnknown)
    }
    writer.startSession(atSourceTime: .zero)
    let (source, sink) = (output, input)
    await withCheckedContinuation { continuation in
        sink.requestMediaDataWhenReady(on: DispatchQueue(label: "writer")) {
            while sink.isReadyForMoreMediaData {
                guard let buffer = source.copyNextSampleBuffer(), sink.append(buffer) else {
                    sink.markAsFinished()
                    continuation.resume()
                    return
                }
            }
        }
    }
    await writer.finishWriting()
    guard writer.status == .completed, reader.status == .completed else {
        throw writer.error ?? reader.error ?? CocoaError(.fileWriteUnknown)
    }
    let length = try await AVURLAsset(url: target).load(.duration)
    say("wrote \(String(format: "%.3f", length.seconds)) s")
}
