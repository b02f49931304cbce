import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoSession
import SordinoSignal

extension EngineCore {
    /// What the program renders.
    struct Manual {
        let mode: AVAudioEngineManualRenderingMode
        let format: AVAudioFormat
        let maximumFrameCount: AVAudioFrameCount
        let renderer: ManualRenderer
    }

    var manual: Manual? {
        locked {
            if case .manual(let manual) = mode { manual } else { nil }
        }
    }

    func enableManualRendering(
        _ kind: AVAudioEngineManualRenderingMode, format: AVAudioFormat, maximumFrameCount: AVAudioFrameCount
    ) throws {
        try locked {
            let call = "enableManualRenderingMode"
            guard !isStarted else {
                throw EngineError.error(
                    AVAudioEngineManualRenderingError.initialized.rawValue, call: call, because: "the engine runs")
            }
            guard let sample = PackedSample(format.commonFormat), format.channelCount > 0, format.sampleRate > 0,
                maximumFrameCount > 0
            else { throw EngineError.error(-10868, call: call, because: "\(format) cannot be rendered") }
            leaveHardware()
            renderer.resetTime()
            compiler.resetTime()
            mode = .manual(
                Manual(
                    mode: kind, format: format, maximumFrameCount: maximumFrameCount,
                    renderer: ManualRenderer(
                        core: self, renderer: renderer, mode: kind, format: format, kind: sample,
                        maximumFrameCount: Int(maximumFrameCount))))
            isDirty = true
        }
    }

    func disableManualRendering() {
        locked {
            guard !isStarted, case .manual = mode else { return }
            mode = .live
            inputNode?.input.setSource(nil)
            manualInputFormat = nil
            renderer.resetTime()
            compiler.resetTime()
            isDirty = true
            plannedFormat = nil
        }
    }

    func setManualInput(_ format: AVAudioFormat, block: ManualInputBlock) -> Bool {
        locked {
            guard case .manual = mode, !isStarted, let kind = PackedSample(format.commonFormat),
                format.channelCount > 0, let inputNode
            else { return false }
            manualInputFormat = format
            inputNode.input.setSource(
                ClientBlock(context: Unmanaged.passUnretained(block).toOpaque()) { context, exchange in
                    let block = Unmanaged<ManualInputBlock>.fromOpaque(context).takeUnretainedValue()
                    let exchange = exchange.assumingMemoryBound(to: InputExchange.self)
                    exchange.pointee.list = block.call(AVAudioFrameCount(exchange.pointee.frameCount))
                    return 0
                }, kind: kind, isInterleaved: format.isInterleaved, keeping: block)
            isDirty = true
            return true
        }
    }

    func renderOffline(
        _ frameCount: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        let call = "renderOffline"
        guard let manual, manual.mode == .offline else {
            throw EngineError.error(
                AVAudioEngineManualRenderingError.invalidMode.rawValue, call: call,
                because: "the engine is not in offline manual rendering mode")
        }
        guard buffer.format == manual.format, buffer.frameCapacity >= frameCount else {
            throw EngineError.error(
                -50, call: call,
                because: "\(frameCount) frames of \(manual.format) do not go into a buffer for "
                    + "\(buffer.frameCapacity) frames of \(buffer.format)")
        }
        buffer.frameLength = frameCount
        var status: OSStatus = 0
        let list = UnsafeMutablePointer(mutating: buffer.audioBufferList)
        let result = manual.renderer.renderOffline(Int(frameCount), list, &status)
        guard result != .error else {
            buffer.frameLength = 0
            throw EngineError.error(status, call: call)
        }
        return result
    }

    func manualRenderingBlock() -> AVAudioEngineManualRenderingBlock {
        guard let manual else {
            return { _, _, error in
                error?.pointee = AVAudioEngineManualRenderingError.invalidMode.rawValue
                return .error
            }
        }
        let renderer = manual.renderer
        switch manual.mode {
        case .realtime: return { frames, list, error in renderer.render(Int(frames), list, error) }
        case .offline: return { frames, list, error in renderer.renderOffline(Int(frames), list, error) }
        }
    }
}

extension PackedSample {
    /// The samples of a common format; nil for none.
    init?(_ format: AVAudioCommonFormat) {
        switch format {
        case .pcmFormatFloat32: self = .float32
        case .pcmFormatFloat64: self = .float64
        case .pcmFormatInt16: self = .int16
        case .pcmFormatInt32: self = .int32
        case .otherFormat: return nil
        }
    }
}
