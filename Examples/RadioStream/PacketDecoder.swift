import AVFoundation
import AudioToolbox

/// Packets of a stream to buffers that a player node takes.
final class PacketDecoder {
    /// The decoded frames.
    let output: AVAudioFormat
    private let input: AVAudioFormat
    private let converter: AVAudioConverter
    private var waiting: [AVAudioBuffer] = []
    private var isComplete = false

    /// Asks a stream that is ready to produce packets for its format.
    init(_ stream: AudioFileStreamID) throws {
        var description = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout.size(ofValue: description))
        let status = AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &description)
        guard status == noErr, let input = AVAudioFormat(streamDescription: &description),
            let output = AVAudioFormat(
                standardFormatWithSampleRate: input.sampleRate, channels: min(2, input.channelCount)),
            let converter = AVAudioConverter(from: input, to: output)
        else { throw RadioError.format }
        // AAC in MPEG-4, Apple Lossless, FLAC and Opus have a cookie.
        if AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_MagicCookieData, &size, nil) == noErr {
            var cookie = [UInt8](repeating: 0, count: Int(size))
            if AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_MagicCookieData, &size, &cookie) == noErr {
                converter.magicCookie = Data(cookie)
            }
        }
        converter.downmix = input.channelCount > 2
        (self.input, self.output, self.converter) = (input, output, converter)
    }

    /// Keeps packets: the memory is the stream's.
    func append(
        _ bytes: UnsafeRawBufferPointer, packetCount: Int,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) throws {
        guard let source = bytes.baseAddress else { return }
        if input.streamDescription.pointee.mFormatID == kAudioFormatLinearPCM {
            // Frames.
            guard let buffer = AVAudioPCMBuffer(pcmFormat: input, frameCapacity: AVAudioFrameCount(packetCount))
            else { throw RadioError.format }
            buffer.frameLength = buffer.frameCapacity
            buffer.mutableAudioBufferList.pointee.mBuffers.mData?.copyMemory(from: source, byteCount: bytes.count)
            waiting.append(buffer)
            return
        }
        let sizes = (0..<packetCount).map { descriptions?[$0].mDataByteSize ?? UInt32(bytes.count / packetCount) }
        let buffer = AVAudioCompressedBuffer(
            format: input, packetCapacity: AVAudioPacketCount(packetCount),
            maximumPacketSize: max(Int(sizes.max() ?? 0), (bytes.count + packetCount - 1) / packetCount))
        buffer.data.copyMemory(from: source, byteCount: bytes.count)
        buffer.byteLength = UInt32(bytes.count)
        buffer.packetCount = AVAudioPacketCount(packetCount)
        if let descriptions { buffer.packetDescriptions?.update(from: descriptions, count: packetCount) }
        waiting.append(buffer)
    }

    /// No more packets come.
    func end() { isComplete = true }

    /// The next buffer; nil when it takes more packets.
    func next() throws -> AVAudioPCMBuffer? {
        guard let buffer = AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 8192) else { return nil }
        var failure: NSError?
        let status = converter.convert(to: buffer, error: &failure) { [self] _, status in
            guard !waiting.isEmpty else {
                status.pointee = isComplete ? .endOfStream : .noDataNow
                return nil
            }
            status.pointee = .haveData
            return waiting.removeFirst()
        }
        if status == .error { throw failure ?? RadioError.format as Error }
        return buffer.frameLength > 0 ? buffer : nil
    }
}
