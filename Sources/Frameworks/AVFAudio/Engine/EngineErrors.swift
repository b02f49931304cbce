import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

/// The errors of the engine, in Apple's domain and codes.
enum EngineError {
    /// The domain of the errors of Apple's engine.
    static let domain = "com.apple.coreaudio.avfaudio"

    /// An error with a status.
    static func error(_ status: OSStatus, call: String, because reason: String? = nil) -> NSError {
        var info: [String: Any] = ["failed call": call]
        if let reason { info[NSLocalizedDescriptionKey] = "cannot \(call): \(reason)" }
        return NSError(domain: domain, code: Int(status), userInfo: info)
    }

    /// Translates an error of the engine, the session or the hardware into the error that Apple's engine reports; a
    /// misuse stops the program.
    static func error(_ error: any Error, call: String) -> NSError {
        switch error {
        case let misuse as EngineMisuse: stopOnMisuse(misuse.sentence)
        case EngineFailure.graph(let error): Self.error(status(of: error), call: call, because: "\(error)")
        case EngineFailure.io(.session(let refusal)):
            Self.error(OSStatus(truncatingIfNeeded: refusal.code.rawValue), call: call, because: "\(refusal)")
        case EngineFailure.io(.hardware(let failure)):
            // kAudioUnitErr_FailedInitialization
            Self.error(-10875, call: call, because: "\(failure)")
        case EngineFailure.running:
            Self.error(
                AVAudioEngineManualRenderingError.initialized.rawValue, call: call,
                because: "the engine is running; stop it first")
        case EngineFailure.wrongMode:
            Self.error(
                AVAudioEngineManualRenderingError.invalidMode.rawValue, call: call,
                because: "the engine is in another rendering mode")
        case EngineFailure.format: Self.error(-10868, call: call, because: "the format cannot be rendered")
        case EngineFailure.tooManyFrames:
            Self.error(
                kAudioUnitErr_TooManyFramesToProcess, call: call, because: "there is no room for so many frames at once"
            )
        default: error as NSError
        }
    }

    /// Returns the status code of an error of the graph.
    static func status(of error: GraphError) -> OSStatus {
        switch error {
        case .unknownNode, .noSuchBus: -10877  // kAudioUnitErr_InvalidElement
        case .cycle, .splitAcrossRates: -10863  // kAudioUnitErr_CannotDoInCurrentContext
        case .formatMismatch, .unsupportedFormat: -10868  // kAudioUnitErr_FormatNotSupported
        }
    }

    /// Runs `body`; a misuse stops the program, where Apple raises an exception.
    static func stopping<Result>(_ body: () throws -> Result) -> Result {
        do { return try body() } catch let misuse as EngineMisuse { stopOnMisuse(misuse.sentence) } catch {
            stopOnMisuse("required condition is false: \(error)")
        }
    }
}

extension EngineMisuse {
    /// The sentence by which Apple's engine reports the misuse.
    var sentence: String {
        switch self {
        case .attachedElsewhere:
            "required condition is false: nil == owningEngine || GetEngine() == owningEngine"
        case .notAttached: "required condition is false: [_nodes containsObject: node]"
        case .noSuchOutputBus: "required condition is false: outputBus < node1.numberOfOutputs"
        case .invalidFormat: "required condition is false: IsFormatSampleRateAndChannelCountValid(format)"
        case .nothingToRender: "required condition is false: inputNode != nullptr || outputNode != nullptr"
        case .loopOfMIDI: "required condition is false: sourceNode != destinationNode"
        case .tapPresent: "required condition is false: nullptr == Tap()"
        case .tapFormat: "required condition is false: format.sampleRate == hwFormat.sampleRate"
        case .graph(let error): "required condition is false: the graph can be rendered (\(error))"
        }
    }
}
