import CoreAudioTypes
import Foundation

// Values of parameters as text and as places on a slider.

/// Writes a value with as many digits as its size asks for.
///
/// - Parameters:
///   - inParameterValue: The value.
///   - inParameter: Its range says how many digits stand before the point; for frequencies the value does.
///   - inTextBuffer: Gets the text and a zero; 32 bytes at the least.
///   - inDigits: Digits before and after the point together.
/// - Returns: The buffer.
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

/// The value at a place of a slider, by the scale on which the parameter is best shown.
///
/// - Parameters:
///   - inLinearValue: 0 at the smallest value, 1 at the largest; cut to that.
///   - inParameter: One that the unit does not have gives 0.
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

/// The place of a value on a slider; the reverse of `AUParameterValueFromLinear`.
///
/// - Returns: From 0 to 1; 0 for a parameter that the unit does not have.
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

/// The scale in a parameter's flags.
///
/// A scale is named after what makes a place on the slider of a share of the range: the square root puts the middle of the slider
/// at a quarter of the range.
@discardableResult
public func GetAudioUnitParameterDisplayType(_ flags: AudioUnitParameterOptions) -> AudioUnitParameterOptions {
    flags.intersection(.flag_DisplayMask)
}

/// Flags with another scale.
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

    /// Both from 0 to 1.
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
