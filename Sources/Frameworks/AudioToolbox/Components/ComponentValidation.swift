import AVAudioTypes
import CoreAudioTypes
import Foundation
import Synchronization

/// The result of a validation.
public enum AudioComponentValidationResult: UInt32, Sendable {
    /// The component has not been validated.
    case unknown = 0
    /// The unit does what hosts rely on.
    case passed = 1
    /// The unit does not.
    case failed = 2
    /// The validation took too long.
    case timedOut = 3
    /// The unit could not be opened for want of a right; not found here, where units need none.
    case unauthorizedError_Open = 4
    /// The unit could not be initialised for want of a right; not found here, where units need none.
    case unauthorizedError_Init = 5
}

/// Key of a parameter of validations: whether to try again what was tried already; a Boolean.
public var kAudioComponentValidationParameter_ForceValidation: String { "ForceValidation" }
/// Key of a parameter of validations: seconds after which it ends; 30 unless said.
public var kAudioComponentValidationParameter_TimeOut: String { "TimeOut" }
/// Key of a parameter of validations: whether to try in another process; heeded by nothing here, as units run in the program's own.
public var kAudioComponentValidationParameter_LoadOutOfProcess: String { "LoadOutOfProcess" }
/// Key of a configuration: a dictionary with a result for each kind of processor.
public var kAudioComponentConfigurationInfo_ValidationResult: String { "ValidationResult" }

/// Key of a configuration: whether the unit brings a view; a Boolean.
public var kAudioUnitConfigurationInfo_HasCustomView: String { "HasCustomView" }
/// Key of a configuration: pairs of numbers of input and output channels, with the meaning of `AUChannelInfo`.
public var kAudioUnitConfigurationInfo_ChannelConfigurations: String { "ChannelConfigurations" }
/// Key of a configuration: the channels of each input bus of a new unit.
public var kAudioUnitConfigurationInfo_InitialInputs: String { "InitialInputs" }
/// Key of a configuration: the channels of each output bus of a new unit.
public var kAudioUnitConfigurationInfo_InitialOutputs: String { "InitialOutputs" }
/// Key of a configuration: where the unit's icon is; units of the house have none.
public var kAudioUnitConfigurationInfo_IconURL: String { "IconURL" }
/// Key of a configuration: whether the numbers of input and of output busses can be changed; two Booleans.
public var kAudioUnitConfigurationInfo_BusCountWritable: String { "BusCountWritable" }
/// Key of a configuration: for inputs and outputs, each bus's layouts, as arrays of tags; empty for a bus that takes any.
public var kAudioUnitConfigurationInfo_SupportedChannelLayoutTags: String { "SupportedChannelLayoutTags" }
/// Key of a configuration: the MIDI protocol that the unit wants.
public var kAudioUnitConfigurationInfo_MIDIProtocol: String { "MIDIProtocol" }
/// Key of a configuration: units of older make whose presets it reads.
public var kAudioUnitConfigurationInfo_MigrateFromPlugin: String { "MigrateFromPlugin" }

/// Tries whether a unit does what hosts rely on, and waits for it.
///
/// The unit is made, its parameters and state are looked at, and it renders noise at several formats. Results are remembered.
///
/// - Parameters:
///   - inValidationParameters: By the keys `kAudioComponentValidationParameter_…`.
///   - outValidationResult: What was found.
/// - Returns: -3000 for what is no component.
@discardableResult
public func AudioComponentValidate(
    _ inComponent: AudioComponent, _ inValidationParameters: CFDictionary?,
    _ outValidationResult: UnsafeMutablePointer<AudioComponentValidationResult>
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    outValidationResult.pointee = component.validate(inValidationParameters as? [String: Any] ?? [:]).result
    return noErr
}

/// Tries whether a unit does what hosts rely on, on another thread.
///
/// - Parameter inCompletionHandler: Gets the result; the dictionary has it by `kAudioComponentConfigurationInfo_ValidationResult`,
///   and by `Reason` what went wrong.
/// - Returns: -3000 for what is no component.
@discardableResult
public func AudioComponentValidateWithResults(
    _ inComponent: AudioComponent, _ inValidationParameters: CFDictionary?,
    _ inCompletionHandler: @escaping (AudioComponentValidationResult, CFDictionary) -> Void
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    let job = Boxed((inCompletionHandler, inValidationParameters as? [String: Any] ?? [:]))
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

/// Tells what a new unit of a component has: busses, channels, protocol.
///
/// - Parameter outConfigurationInfo: A dictionary by the keys `kAudioUnitConfigurationInfo_…`, which belongs to the caller.
/// - Returns: -3000 for what is no component, else what the unit throws when it is made.
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

    /// Validates the component, or says what is known.
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
