// swift-format-ignore-file
import AVFoundation

enum Waveform {
    static func run() throws {
        let asset = AVURLAsset(url: try sine(seconds: 1))
        let reader = try AVAssetReader(asset: asset)
        let track = asset.tracks(withMediaType: .audio)[0]
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsBigEndianKey: false,
            AVLinearPCMIsFloatKey: false, AVLinearPCMIsNonInterleaved: false,
        ]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        output.alwaysCopiesSampleData = false
        reader.add(output)
        check(reader.startReading(), "\(String(describing: reader.error))")
        var peak: Int16 = 0
        var samples = 0
        while reader.status == .reading, let buffer = output.copyNextSampleBuffer() {
            guard let block = CMSampleBufferGetDataBuffer(buffer) else { break }
            let length = CMBlockBufferGetDataLength(block)
            var data = Data(count: length)
            data.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
                _ = CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: length, destination: bytes.baseAddress!)
            }
            data.withUnsafeBytes { bytes in
                for sample in bytes.bindMemory(to: Int16.self) { peak = max(peak, sample) }
            }
            samples += length / 2
            CMSampleBufferInvalidate(buffer)
        }
        check(reader.status == .completed, "\(reader.status)")
        check(samples == 88_200 && abs(Int(peak) - 16_384) < 20, "\(samples) \(peak)")
    }
}
