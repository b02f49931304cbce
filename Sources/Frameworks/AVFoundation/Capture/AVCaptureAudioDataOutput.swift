import AVFAudio
import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoRealtime

/// A program that takes sound out of a capture session.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: AnyObject {
    /// Called for each piece of sound, on the queue that was given with the delegate.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    /// Ignores the sample buffer.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

/// A piece of captured sound, good during the call that hands it over.
typealias CapturedPiece = SoundCapture.Piece

/// Delivers captured sound to the program as sample buffers.
///
/// The frames are of 16 bits and interleaved unless `audioSettings` asks for others. The time of a buffer is the moment
/// at which its first frame was in the air, on the host clock.
/// - Thread: any.
open class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
    /// The receiver of the buffers.
    private struct Taker {
        weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
    }

    private struct State {
        var taker = Taker()
        var queue: DispatchQueue?
        var settings: Lent<[String: Any]>?
        var maker: Lent<SampleMaker>?
    }

    private let state = Guarded(State())

    /// Makes an output without a delegate.
    public override init() { super.init() }

    /// Sets the delegate that receives the buffers; nil ends the delivery.
    ///
    /// - Parameters:
    ///   - sampleBufferDelegate: Held weakly.
    ///   - sampleBufferCallbackQueue: Where it is called, one buffer after the other; has to be there with a delegate.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        requireCondition(
            sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil,
            "*** -[AVCaptureAudioDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
        let taker = Lent(Taker(delegate: sampleBufferDelegate))
        state.withLock { ($0.taker, $0.queue) = (taker.value, sampleBufferCallbackQueue) }
    }

    /// The program that gets the buffers.
    open var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
        state.withLock { Lent($0.taker) }.value.delegate
    }

    /// The queue on which it is called.
    open var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// The settings of the frames: linear PCM; nil for those of the input with 16 bits.
    ///
    /// Others stop the program.
    open var audioSettings: [String: Any]? {
        get { state.withLock { $0.settings }?.value }
        set {
            if let newValue {
                requireCondition(
                    OutputFormat(newValue, source: SampleMaker.stream(48_000, 1), sourceLayout: nil) != nil,
                    "*** -[AVCaptureAudioDataOutput setAudioSettings:] the settings are not those of linear PCM")
            }
            let settings = newValue.map { Lent($0) }
            state.withLock { ($0.settings, $0.maker) = (settings, nil) }
        }
    }

    /// Returns settings that suit a writer of a kind of file; nil for kinds that are not written.
    open func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        let format = session?.inputFormat ?? (48_000, 1)
        let common: [String: Any] = [
            AVSampleRateKey: format.sampleRate, AVNumberOfChannelsKey: format.channelCount,
        ]
        switch outputFileType {
        case .m4a, .mp4, .mov: return common.merging([AVFormatIDKey: kAudioFormatMPEG4AAC]) { $1 }
        case .wav, .caf:
            return common.merging([AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16]) { $1 }
        case .aiff, .aifc:
            return common.merging([
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsBigEndianKey: true,
            ]) { $1 }
        default: return nil
        }
    }

    override func take(_ piece: CapturedPiece) {
        let (queue, settings, known) = state.withLock { ($0.queue, $0.settings, $0.maker) }
        guard let queue, let connection = connections.first, connection.isEnabled else { return }
        var maker = known?.value
        if maker == nil || maker?.sampleRate != piece.sampleRate || maker?.channelCount != piece.channelCount {
            maker = try? SampleMaker(piece.sampleRate, piece.channelCount, settings?.value ?? [:])
            let kept = maker.map { Lent($0) }
            state.withLock { $0.maker = kept }
        }
        for case let input as AVCaptureDeviceInput in connection.inputPorts.compactMap(\.input) {
            if let description = maker?.description { input.take(description) }
        }
        guard let buffer = maker?.make(piece) else { return }
        let handed = Lent(buffer)
        queue.async { [self] in
            state.withLock { Lent($0.taker) }.value.delegate?.captureOutput(
                self, didOutput: handed.value, from: connection)
        }
    }
}

/// Makes sample buffers of captured pieces of one format.
///
/// - Thread: one at a time.
private final class SampleMaker {
    let sampleRate: Double
    let channelCount: Int
    let description: CMFormatDescription
    private let output: OutputFormat
    private let converter: Converter
    private let list: UnsafeMutableAudioBufferListPointer
    private var madeFrames: Int64 = 0

    init(_ sampleRate: Double, _ channelCount: Int, _ settings: [String: Any]) throws {
        let planes = Self.stream(sampleRate, channelCount)
        guard let output = OutputFormat(settings, source: planes, sourceLayout: nil),
            let format = ConversionFormat(planes, layout: nil)
        else { throw AVError.error(.unknown, "the settings are not those of linear PCM") }
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.output = output
        converter = try Converter(from: format, to: output.format)
        description = CMFormatDescription(sound: output.stream, layout: output.layout, cookie: nil, extensions: nil)
        list = AudioBufferList.allocate(maximumBuffers: channelCount)
    }

    deinit { free(list.unsafeMutablePointer) }

    static func stream(_ sampleRate: Double, _ channelCount: Int) -> AudioStreamBasicDescription {
        .linearPCM(
            sampleRate: sampleRate, channelCount: UInt32(channelCount), bitsPerSample: 32, isFloat: true,
            isInterleaved: false)
    }

    /// - Returns: Nil if the piece gives no frame.
    func make(_ piece: CapturedPiece) -> CMSampleBuffer? {
        let planeCount = output.stream.isInterleaved ? 1 : Int(output.stream.mChannelsPerFrame)
        let bytesPerFrame = Int(output.stream.mBytesPerFrame)
        let room = Int((Double(piece.frameCount) * output.stream.mSampleRate / sampleRate).rounded(.up)) + 64
        guard room <= FrameFeed.framesAtOnce else { return nil }
        let target = AudioBufferList.allocate(maximumBuffers: planeCount)
        defer { free(target.unsafeMutablePointer) }
        let time = CMTime(value: piece.hostNanoseconds, timescale: 1_000_000_000)
        for channel in 0..<channelCount {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(4 * piece.frameCount), mData: piece.channels[channel])
        }
        let made = try? FrameFeed.sample(description, bytesPerFrame, planeCount, at: madeFrames) { memory in
            for plane in 0..<planeCount {
                target[plane] = AudioBuffer(
                    mNumberChannels: output.stream.isInterleaved ? output.stream.mChannelsPerFrame : 1,
                    mDataByteSize: UInt32(room * bytesPerFrame), mData: memory[plane])
            }
            var isTaken = false
            return try converter.fill(target.unsafeMutablePointer, packetCount: room) { [list] _, chunk in
                if isTaken { return .nothingNow }
                isTaken = true
                chunk = ConversionChunk(list.unsafePointer, packetCount: piece.frameCount)
                return .data
            }.packetCount
        }
        guard let made, made.numSamples > 0 else { return nil }
        madeFrames += Int64(made.numSamples)
        return try? CMSampleBuffer(
            dataBuffer: made.dataBuffer, dataReady: true, formatDescription: description, numSamples: made.numSamples,
            presentationTimeStamp: time, packetDescriptions: [])
    }
}
