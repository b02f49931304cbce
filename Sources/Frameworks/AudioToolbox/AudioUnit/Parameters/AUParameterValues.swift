import CoreAudioTypes
import Foundation

// Converts values of parameters to text and to slider positions.

/// Formats a value with a number of significant digits.
///
/// - Parameters:
///   - inParameterValue: The value.
///   - inParameter: The parameter, whose range determines the digits before the point; for hertz the value does.
///   - inTextBuffer: Receives the text and a zero; at least 32 bytes.
///   - inDigits: The digits before and after the point together.
/// - Returns: `inTextBuffer`.
@discardableResult
public func AUParameterFormatValue(
    _ inParameterValue: Float64, _ inParameter: UnsafePointer<AudioUnitParameter>,
    _ inTextBuffer: UnsafeMutablePointer<CChar>, _ inDigits: UInt32
) -> UnsafeMutablePointer<CChar> {
    let parameter = inParameter.pointee.found
    var size = abs(inParameterValue)
    if let parameter, parameter.unit != .hertz {
        size = Double(max(abs(parameter.minValue), abs(parameter.maxValue)))
    }
    let before = size >= 1 && size.isFinite ? Int(log10(size)) + 1 : 1
    let after = min(max(Int(min(inDigits, 16)) - before, 0), 15)
    let text = String(String(format: "%.\(after)f", inParameterValue).prefix(31))
    for (index, byte) in text.utf8.enumerated() { inTextBuffer[index] = CChar(bitPattern: byte) }
    inTextBuffer[text.utf8.count] = 0
    return inTextBuffer
}

/// Returns the value at a slider position, by the display scale of the parameter.
///
/// - Parameters:
///   - inLinearValue: 0 for the smallest value, 1 for the largest; clamped to that range.
///   - inParameter: The parameter; the result is 0 if the unit does not have it.
@discardableResult
public func AUParameterValueFromLinear(
    _ inLinearValue: Float32, _ inParameter: UnsafePointer<AudioUnitParameter>
) -> AudioUnitParameterValue {
    guard let parameter = inParameter.pointee.found else { return 0 }
    let place = Double(min(max(inLinearValue, 0), 1))
    let (low, high) = (Double(parameter.minValue), Double(parameter.maxValue))
    let scale = DisplayScale(parameter)
    if scale == .logarithmic { return AudioUnitParameterValue(low * pow(high / low, place)) }
    return AudioUnitParameterValue(low + (high - low) * scale.share(at: place))
}

/// Returns the slider position of a value: the inverse of `AUParameterValueFromLinear`.
///
/// - Returns: A position from 0 to 1; 0 for a parameter that the unit does not have.
@discardableResult
public func AUParameterValueToLinear(
    _ inParameterValue: AudioUnitParameterValue, _ inParameter: UnsafePointer<AudioUnitParameter>
) -> Float32 {
    guard let parameter = inParameter.pointee.found, parameter.maxValue > parameter.minValue else { return 0 }
    let (low, high) = (Double(parameter.minValue), Double(parameter.maxValue))
    let value = min(max(Double(inParameterValue), low), high)
    let scale = DisplayScale(parameter)
    if scale == .logarithmic { return Float32(log(value / low) / log(high / low)) }
    return Float32(scale.place(of: (value - low) / (high - low)))
}

/// Returns the display scale in a parameter's flags.
///
/// A scale is named after the function from the share of the range to the slider position: with the square root the
/// middle of the slider is a quarter of the range.
@discardableResult
public func GetAudioUnitParameterDisplayType(_ flags: AudioUnitParameterOptions) -> AudioUnitParameterOptions {
    flags.intersection(.flag_DisplayMask)
}

/// Returns flags with another display scale.
@discardableResult
public func SetAudioUnitParameterDisplayType(
    _ flags: AudioUnitParameterOptions, _ displayType: AudioUnitParameterOptions
) -> AudioUnitParameterOptions { flags.subtracting(.flag_DisplayMask).union(displayType) }

/// The mapping of a parameter to a slider.
private enum DisplayScale {
    case linear, squareRoot, squared, cubed, cubeRoot, exponential, logarithmic

    init(_ parameter: AUParameter) {
        switch GetAudioUnitParameterDisplayType(parameter.flags) {
        case .flag_DisplaySquareRoot: self = .squareRoot
        case .flag_DisplaySquared: self = .squared
        case .flag_DisplayCubed: self = .cubed
        case .flag_DisplayCubeRoot: self = .cubeRoot
        case .flag_DisplayExponential: self = .exponential
        // A range that reaches 0 has no logarithm.
        case .flag_DisplayLogarithmic: self = parameter.minValue > 0 ? .logarithmic : .linear
        default: self = .linear
        }
    }

    /// Returns the slider position, from 0 to 1, of a share of the range, from 0 to 1.
    func place(of share: Double) -> Double {
        switch self {
        case .linear, .logarithmic: share
        case .squareRoot: share.squareRoot()
        case .squared: share * share
        case .cubed: share * share * share
        case .cubeRoot: cbrt(share)
        case .exponential: (exp(share) - 1) / (exp(1) - 1)
        }
    }

    func share(at place: Double) -> Double {
        switch self {
        case .linear, .logarithmic: place
        case .squareRoot: place * place
        case .squared: place.squareRoot()
        case .cubed: cbrt(place)
        case .cubeRoot: place * place * place
        case .exponential: log(1 + place * (exp(1) - 1))
        }
    }
}
