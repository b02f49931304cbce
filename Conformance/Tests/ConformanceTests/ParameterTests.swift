import AudioToolbox
import Foundation
import Testing

/// A parameter of one of Apple's units and what its header says of it; nil where it depends on the rate, or is not said.
struct ParameterRow: Sendable, CustomTestStringConvertible {
    let type: OSType
    let subType: OSType
    let id: AudioUnitParameterID
    let name: String
    let minimum: Float
    let maximum: Float?
    let standard: Float?

    init(
        _ type: OSType, _ subType: OSType, _ id: AudioUnitParameterID, _ name: String, _ minimum: Float,
        _ maximum: Float?, _ standard: Float?
    ) {
        (self.type, self.subType, self.id, self.name) = (type, subType, id, name)
        (self.minimum, self.maximum, self.standard) = (minimum, maximum, standard)
    }

    var testDescription: String { name }
}

extension Conformance {
    /// Parameters of Apple's units: ranges, defaults, and values that are set.
    @Suite struct Parameters {
        private func unit(_ row: ParameterRow) throws -> AudioUnit {
            var wanted = AudioComponentDescription(
                componentType: row.type, componentSubType: row.subType,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            let component = try #require(AudioComponentFindNext(nil, &wanted))
            var made: AudioComponentInstance?
            try #require(AudioComponentInstanceNew(component, &made) == noErr)
            return try #require(made)
        }

        @Test(arguments: parameterTable)
        func aParameterHasTheRangeOfItsHeader(row: ParameterRow) throws {
            let unit = try unit(row)
            defer { AudioComponentInstanceDispose(unit) }
            var (info, size) = (AudioUnitParameterInfo(), UInt32(MemoryLayout<AudioUnitParameterInfo>.size))
            let status = AudioUnitGetProperty(
                unit, kAudioUnitProperty_ParameterInfo, kAudioUnitScope_Global, row.id, &info, &size)
            check("\(row.name): status", status, is: noErr)
            check("\(row.name): minimum", info.minValue, near: Double(row.minimum), within: 1e-5)
            if let maximum = row.maximum {
                check("\(row.name): maximum", info.maxValue, near: Double(maximum), within: 1e-3)
            } else {
                record("\(row.name): maximum", info.maxValue)
            }
            if let standard = row.standard {
                check("\(row.name): default", info.defaultValue, near: Double(standard), within: 1e-5)
            } else {
                record("\(row.name): default", info.defaultValue)
            }
            record("\(row.name): unit", info.unit.rawValue)
        }

        @Test(arguments: parameterTable)
        func aParameterBeginsWithItsDefaultAndKeepsWhatIsSet(row: ParameterRow) throws {
            let unit = try unit(row)
            defer { AudioComponentInstanceDispose(unit) }
            var value: AudioUnitParameterValue = -1
            let status = AudioUnitGetParameter(unit, row.id, kAudioUnitScope_Global, 0, &value)
            check("\(row.name): status of its value", status, is: noErr)
            if let standard = row.standard {
                check("\(row.name): first value", value, near: Double(standard), within: 1e-5)
            } else {
                record("\(row.name): first value", value)
            }
            let other = row.minimum
            check(
                "\(row.name): set", AudioUnitSetParameter(unit, row.id, kAudioUnitScope_Global, 0, other, 0), is: noErr)
            AudioUnitGetParameter(unit, row.id, kAudioUnitScope_Global, 0, &value)
            check("\(row.name): value that was set", value, near: Double(other), within: 1e-5)
        }

        @Test(
            arguments: parameterTable.map(\.subType).reduce(into: [OSType]()) { if !$0.contains($1) { $0.append($1) } })
        func aParameterThatThereIsNotIsRefused(subType: OSType) throws {
            let unit = try unit(try #require(parameterTable.first { $0.subType == subType }))
            defer { AudioComponentInstanceDispose(unit) }
            var value: AudioUnitParameterValue = 0
            let status = AudioUnitGetParameter(unit, 987_654, kAudioUnitScope_Global, 0, &value)
            check("unit \(subType): a parameter that there is not", status, is: kAudioUnitErr_InvalidParameter)
            var (property, size) = (UInt32(0), UInt32(4))
            let answer = AudioUnitGetProperty(unit, 987_654, kAudioUnitScope_Global, 0, &property, &size)
            check("unit \(subType): a property that there is not", answer, is: kAudioUnitErr_InvalidProperty)
        }
    }
}
