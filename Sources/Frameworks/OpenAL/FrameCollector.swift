import AVFAudio
import COpenAL
import SordinoRealtime

/// Converts the buffers of a tap to an OpenAL format and keeps the frames until the program takes them; bounded.
final class FrameCollector: Sendable {
    /// Bytes of a frame that the program takes.
    let frameBytes: Int
    private let bits: Int
    private let format: AVAudioFormat
    private let state: Guarded<State>

    private struct State {
        var bytes: [UInt8]
        /// The offset of the oldest frame, in bytes.
        var start = 0
        var byteCount = 0
        var converter: AVAudioConverter?
    }

    /// Longer ones are cut: twelve minutes at 48 kHz.
    private static let frameLimit = 1 << 25

    /// Makes room for frames of a format; nil if the format or a number is none.
    init?(frequency: ALCuint, format code: ALCenum, frameCount: ALCsizei) {
        let channels: AVAudioChannelCount
        let common: AVAudioCommonFormat
        switch code {
        case AL_FORMAT_MONO8: (channels, bits, common) = (1, 8, .pcmFormatInt16)
        case AL_FORMAT_MONO16: (channels, bits, common) = (1, 16, .pcmFormatInt16)
        case AL_FORMAT_STEREO8: (channels, bits, common) = (2, 8, .pcmFormatInt16)
        case AL_FORMAT_STEREO16: (channels, bits, common) = (2, 16, .pcmFormatInt16)
        // AL_EXT_float32.
        case 0x10010: (channels, bits, common) = (1, 32, .pcmFormatFloat32)
        case 0x10011: (channels, bits, common) = (2, 32, .pcmFormatFloat32)
        default: return nil
        }
        guard frequency >= 1_000, frequency <= 384_000, frameCount > 0,
            let format = AVAudioFormat(
                commonFormat: common, sampleRate: Double(frequency), channels: channels, interleaved: true)
        else { return nil }
        self.format = format
        frameBytes = Int(channels) * bits / 8
        let room = min(Int(frameCount), Self.frameLimit) * frameBytes
        state = Guarded(State(bytes: Array(repeating: 0, count: room)))
    }

    /// Frames that the program can take now.
    var frameCount: Int { state.withLock { $0.byteCount } / frameBytes }

    /// Takes frames out; false, and nothing taken, if there are fewer.
    func take(_ count: Int, into memory: UnsafeMutableRawPointer) -> Bool {
        let destination = Int(bitPattern: memory)
        let wanted = count * frameBytes
        return state.withLock { state in
            guard let memory = UnsafeMutableRawPointer(bitPattern: destination), wanted <= state.byteCount else {
                return false
            }
            let first = min(wanted, state.bytes.count - state.start)
            state.bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                memory.copyMemory(from: base + state.start, byteCount: first)
                (memory + first).copyMemory(from: base, byteCount: wanted - first)
            }
            state.start = (state.start + wanted) % state.bytes.count
            state.byteCount -= wanted
            return true
        }
    }

    func clear() { state.withLock { ($0.start, $0.byteCount) = (0, 0) } }

    /// Converts a buffer of the tap and appends its frames.
    func append(_ heard: AVAudioPCMBuffer) {
        let heard = Lent(heard)
        state.withLock { state in
            let heard = heard.value
            if state.converter?.inputFormat != heard.format {
                state.converter = AVAudioConverter(from: heard.format, to: format)
                state.converter?.downmix = true
            }
            let capacity = Double(heard.frameLength) * format.sampleRate / heard.format.sampleRate + 1_024
            guard let converter = state.converter,
                let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(capacity))
            else { return }
            nonisolated(unsafe) var next: AVAudioPCMBuffer? = heard
            converter.convert(to: output, error: nil) { _, status in
                status.pointee = next == nil ? .noDataNow : .haveData
                defer { next = nil }
                return next
            }
            keep(output, &state)
        }
    }

    /// Keeps frames, as many as fit.
    private func keep(_ output: AVAudioPCMBuffer, _ state: inout State) {
        let list = output.mutableAudioBufferList.pointee
        guard let data = list.mBuffers.mData else { return }
        let fitting = min(Int(output.frameLength), (state.bytes.count - state.byteCount) / frameBytes)
        let count = fitting * frameBytes
        var end = (state.start + state.byteCount) % state.bytes.count
        if bits == 8 {
            let samples = data.assumingMemoryBound(to: Int16.self)
            for index in 0..<count {
                // Unsigned, with its middle at 128.
                state.bytes[end] = UInt8(clamping: (Int(samples[index]) + 128 + 32_768) >> 8)
                end = end + 1 == state.bytes.count ? 0 : end + 1
            }
        } else {
            let bytes = data.assumingMemoryBound(to: UInt8.self)
            for index in 0..<count {
                state.bytes[end] = bytes[index]
                end = end + 1 == state.bytes.count ? 0 : end + 1
            }
        }
        state.byteCount += count
    }
}
