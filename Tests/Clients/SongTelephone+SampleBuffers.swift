import AVFoundation
import Testing

/// Sample buffers on a simulated telephone.
extension SongTelephone {
    private static let formats = [44_100, 48_000].compactMap { format(rate: $0) }

    private static func format(rate: Double) -> CMFormatDescription? {
        var stream = AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
            mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
        var format: CMFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
            extensions: nil, formatDescriptionOut: &format)
        return format
    }

    /// Makes a buffer of one channel at 44.1 or 48 kHz.
    func samples(_ samples: [Float], atFrame frame: Int64, rate: Double = 48_000) throws -> CMSampleBuffer {
        let format = Self.formats.first { $0.audioStreamBasicDescription?.mSampleRate == rate }
        let block = try CMBlockBuffer(length: samples.count * 4, flags: .assureMemoryNow)
        try samples.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        return try CMSampleBuffer(
            dataBuffer: block, dataReady: true, formatDescription: try #require(format), numSamples: samples.count,
            presentationTimeStamp: CMTime(value: frame, timescale: Int32(rate)), packetDescriptions: [])
    }

    /// Makes the samples of a buffer with one impulse.
    func impulse(at place: Int, of count: Int) -> [Float] { (0..<count).map { $0 == place ? 0.25 : 0 } }

    /// A sine of a quarter of full scale, and its opposite for a negative sign.
    func sine(_ frames: Range<Int>, hertz: Double = 480, rate: Double = 48_000, sign: Double = 1) -> [Float] {
        frames.map { Float(sign * sin(2 * .pi * hertz * Double($0) / rate) / 4) }
    }

    /// A synchronizer with renderers of the program.
    func line(_ count: Int = 1) -> (AVSampleBufferRenderSynchronizer, [AVSampleBufferAudioRenderer]) {
        app.perform {
            let synchronizer = AVSampleBufferRenderSynchronizer()
            let renderers = (0..<count).map { _ in AVSampleBufferAudioRenderer() }
            for renderer in renderers { synchronizer.addRenderer(renderer) }
            return (synchronizer, renderers)
        }
    }

    /// The frames that are not silent, and their samples, since a time.
    func marks(since start: Double) -> [(frame: Int, sample: Float)] {
        heard(from: start, to: device.now).enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element) }
    }

    /// The values that were heard since a time, each with the number of its frames in a row, without the silence
    /// before the first and behind the last.
    func runs(since start: Double) -> [[Double]] {
        var runs: [[Double]] = []
        for sample in heard(from: start, to: device.now).map({ Double($0) }) {
            if runs.last?[0] == sample { runs[runs.count - 1][1] += 1 } else { runs.append([sample, 1]) }
        }
        if runs.first?[0] == 0 { runs.removeFirst() }
        if runs.last?[0] == 0 { runs.removeLast() }
        return runs
    }
}
