import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoRealtime
import Synchronization

/// The result of a validation.
public enum AudioComponentValidationResult: UInt32, Sendable {
    /// The component has not been validated.
    case unknown = 0
    /// The unit passed all tests.
    case passed = 1
    /// The unit failed a test.
    case failed = 2
    /// The validation took too long.
    case timedOut = 3
    /// The unit lacks authorization to be opened; never here, since units need none.
    case unauthorizedError_Open = 4
    /// The unit lacks authorization to be initialised; never here, since units need none.
    case unauthorizedError_Init = 5
}

/// Key of a validation parameter: whether to ignore an earlier result; a Boolean.
public var kAudioComponentValidationParameter_ForceValidation: String { "ForceValidation" }
/// Key of a validation parameter: the timeout in seconds; 30 by default.
public var kAudioComponentValidationParameter_TimeOut: String { "TimeOut" }
/// Key of a validation parameter: whether to validate in another process; ignored, since units run in the program.
public var kAudioComponentValidationParameter_LoadOutOfProcess: String { "LoadOutOfProcess" }
/// Key of a configuration: a dictionary with a result for each kind of processor.
public var kAudioComponentConfigurationInfo_ValidationResult: String { "ValidationResult" }

/// Key of a configuration: whether the unit has a view; a Boolean.
public var kAudioUnitConfigurationInfo_HasCustomView: String { "HasCustomView" }
/// Key of a configuration: pairs of numbers of input and output channels, with the meaning of `AUChannelInfo`.
public var kAudioUnitConfigurationInfo_ChannelConfigurations: String { "ChannelConfigurations" }
/// Key of a configuration: the channels of each input bus of a new unit.
public var kAudioUnitConfigurationInfo_InitialInputs: String { "InitialInputs" }
/// Key of a configuration: the channels of each output bus of a new unit.
public var kAudioUnitConfigurationInfo_InitialOutputs: String { "InitialOutputs" }
/// Key of a configuration: the URL of an icon; absent here.
public var kAudioUnitConfigurationInfo_IconURL: String { "IconURL" }
/// Key of a configuration: whether the numbers of input and of output busses can be changed; two Booleans.
public var kAudioUnitConfigurationInfo_BusCountWritable: String { "BusCountWritable" }
/// Key of a configuration: for inputs and outputs, arrays of layout tags for each bus; empty for a bus that accepts
/// any.
public var kAudioUnitConfigurationInfo_SupportedChannelLayoutTags: String { "SupportedChannelLayoutTags" }
/// Key of a configuration: the MIDI protocol of the packets that the unit receives.
public var kAudioUnitConfigurationInfo_MIDIProtocol: String { "MIDIProtocol" }
/// Key of a configuration: the older units whose presets the unit reads.
public var kAudioUnitConfigurationInfo_MigrateFromPlugin: String { "MigrateFromPlugin" }

/// Validates a unit on the calling thread.
///
/// The unit is made, its parameters and state are checked, and it renders noise at several formats. Results are cached.
///
/// - Parameters:
///   - inValidationParameters: A dictionary with the keys `kAudioComponentValidationParameter_…`; may be nil.
///   - outValidationResult: Receives the result.
/// - Returns: -3000 for an invalid component.
@discardableResult
public func AudioComponentValidate(
    _ inComponent: AudioComponent, _ inValidationParameters: CFDictionary?,
    _ outValidationResult: UnsafeMutablePointer<AudioComponentValidationResult>
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    outValidationResult.pointee = component.validate(inValidationParameters as? [String: Any] ?? [:]).result
    return noErr
}

/// Validates a unit on another thread.
///
/// - Parameter inCompletionHandler: Called with the result and a dictionary, which holds the result under
///   `kAudioComponentConfigurationInfo_ValidationResult` and the reason of a failure under `Reason`.
/// - Returns: -3000 for an invalid component.
@discardableResult
public func AudioComponentValidateWithResults(
    _ inComponent: AudioComponent, _ inValidationParameters: CFDictionary?,
    _ inCompletionHandler: @escaping (AudioComponentValidationResult, CFDictionary) -> Void
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    let job = Lent((inCompletionHandler, inValidationParameters as? [String: Any] ?? [:]))
    DispatchQueue.global().async {
        let (result, reason) = component.validate(job.value.1)
        var details: [String: Any] = [
            kAudioComponentConfigurationInfo_ValidationResult: NSNumber(value: result.rawValue)
        ]
        if let reason { details["Reason"] = reason }
        job.value.0(result, details as NSDictionary)
    }
    return noErr
}

/// Returns the configuration of a new unit of a component: busses, channels, protocol.
///
/// - Parameter outConfigurationInfo: Receives a dictionary with the keys `kAudioUnitConfigurationInfo_…`, which the
///   caller releases.
/// - Returns: -3000 for an invalid component, else the error of making the unit.
@discardableResult
public func AudioComponentCopyConfigurationInfo(
    _ inComponent: AudioComponent, _ outConfigurationInfo: UnsafeMutablePointer<Unmanaged<CFDictionary>?>
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    do {
        outConfigurationInfo.pointee = .passRetained(try component.configuration() as NSDictionary)
        return noErr
    } catch {
        return OSStatus(truncatingIfNeeded: (error as NSError).code)
    }
}

extension RegisteredComponent {
    private static let known = Mutex<[ObjectIdentifier: (AudioComponentValidationResult, String?)]>([:])

    /// Validates the component, or returns the cached result.
    func validate(_ parameters: [String: Any]) -> (result: AudioComponentValidationResult, reason: String?) {
        let isForced = (parameters[kAudioComponentValidationParameter_ForceValidation] as? NSNumber)?.boolValue ?? false
        let known = Self.known.withLock { $0[ObjectIdentifier(self)] }
        if let known, !isForced { return known }
        let seconds = (parameters[kAudioComponentValidationParameter_TimeOut] as? NSNumber)?.doubleValue ?? 30
        var found: (AudioComponentValidationResult, String?) = (.passed, nil)
        do throws(UnitValidation.Fault) { try UnitValidation.run(self, seconds: seconds) } catch {
            found = (error.result, error.reason)
        }
        let result = found
        Self.known.withLock { $0[ObjectIdentifier(self)] = result }
        return result
    }

    /// Returns the properties of a newly made unit.
    func configuration() throws -> [String: Any] {
        let unit = try AUAudioUnit.make(description)
        let (inputs, outputs) = (unit.inputBusses, unit.outputBusses)
        func channels(_ array: AUAudioUnitBusArray) -> [NSNumber] {
            (0..<array.count).map { NSNumber(value: array[$0].format.channelCount) }
        }
        func layouts(_ array: AUAudioUnitBusArray) -> [[NSNumber]] {
            (0..<array.count).map { array[$0].supportedChannelLayoutTags ?? [] }
        }
        let numbers = unit.channelCapabilities ?? []
        var info: [String: Any] = [
            kAudioUnitConfigurationInfo_HasCustomView: NSNumber(value: unit.providesUserInterface),
            kAudioUnitConfigurationInfo_ChannelConfigurations: stride(from: 0, to: numbers.count - 1, by: 2).map {
                [numbers[$0], numbers[$0 + 1]]
            },
            kAudioUnitConfigurationInfo_InitialInputs: channels(inputs),
            kAudioUnitConfigurationInfo_InitialOutputs: channels(outputs),
            kAudioUnitConfigurationInfo_BusCountWritable: [
                NSNumber(value: inputs.isCountChangeable), NSNumber(value: outputs.isCountChangeable),
            ],
            kAudioUnitConfigurationInfo_SupportedChannelLayoutTags: [layouts(inputs), layouts(outputs)],
            kAudioUnitConfigurationInfo_MIDIProtocol: NSNumber(value: unit.audioUnitMIDIProtocol.rawValue),
            kAudioUnitConfigurationInfo_MigrateFromPlugin: unit.migrateFromPlugin,
        ]
        if let known = Self.known.withLock({ $0[ObjectIdentifier(self)]?.0 }) {
            #if arch(arm64)
            let processor = "arm64"
            #else
            let processor = "x86_64"
            #endif
            info[kAudioComponentConfigurationInfo_ValidationResult] = [processor: NSNumber(value: known.rawValue)]
        }
        return info
    }
}
