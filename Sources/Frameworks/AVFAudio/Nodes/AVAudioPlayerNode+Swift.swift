import AVAudioTypes
import Foundation
import SordinoEngine

// Methods that the SDK of 2026 adds.
extension AVAudioPlayerNode {
    /// Plays a buffer.
    ///
    /// - Parameters:
    ///   - when: On the player's time line, or in host time; nil for after all scheduled sounds.
    ///   - options: Whether it loops, and whether it interrupts scheduled sounds.
    ///   - callbackType: When `completionHandler` is called.
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, atTime when: AVAudioTime? = nil, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable () -> Void)?
    ) {
        schedule(buffer, at: when, options: options, callbackType.moment, completionHandler)
    }

    /// Plays a buffer that is not changed meanwhile.
    ///
    /// - Parameters:
    ///   - when: On the player's time line, or in host time; nil for after all scheduled sounds.
    ///   - options: Whether it loops, and whether it interrupts scheduled sounds.
    ///   - callbackType: When `completionHandler` is called.
    public func scheduleBuffer(
        _ buffer: AVReadOnlyAudioPCMBuffer, atTime when: AVAudioTime? = nil,
        options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType = .dataConsumed,
        completionHandler: (@Sendable () -> Void)? = nil
    ) {
        schedule(buffer.buffer, at: when, options: options, callbackType.moment, completionHandler)
    }
}

extension AVAudioNode {
    /// As `installTap`, with buffers that may be sent anywhere, and an error instead of the end of the program.
    ///
    /// - Throws: An `NSError` with `kAudioUnitErr_Uninitialized` if the node is not attached,
    ///   `kAudioUnitErr_Initialized` if the bus has a tap, `kAudioUnitErr_FormatNotSupported` if the rate differs from
    ///   the bus's.
    public func installAudioTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        tapProvider: @escaping @Sendable (AVReadOnlyAudioPCMBuffer, AVAudioTime) -> Void
    ) throws {
        let call = "installAudioTap"
        guard let (core, _) = attachment else {
            throw EngineError.error(-10867, call: call, because: "the node is not attached")
        }
        let own = outputFormat(forBus: bus)
        let chosen = format ?? own
        let isPCM = chosen.commonFormat != .otherFormat
        let refusal = core.refusalOfTap(on: self, bus: bus, format: chosen.bus, own: own.bus)
        switch refusal ?? (isPCM ? nil : .invalidFormat) {
        case nil: break
        case .tapPresent?: throw EngineError.error(-10849, call: call)  // kAudioUnitErr_Initialized
        // kAudioUnitErr_FormatNotSupported
        case .tapFormat?, .invalidFormat?: throw EngineError.error(-10868, call: call)
        default: throw EngineError.error(-10877, call: call)  // kAudioUnitErr_InvalidElement
        }
        installTap(onBus: bus, bufferSize: bufferSize, format: format) { buffer, time in
            tapProvider(AVReadOnlyAudioPCMBuffer(copying: buffer), time)
        }
    }
}
