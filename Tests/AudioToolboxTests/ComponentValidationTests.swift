import AVAudioTypes
import AudioToolbox
import Foundation
import SordinoGraph
import Testing

/// A component's own description, and the behaviour that hosts rely on.
@Suite struct ComponentValidationTests {
    private func component(_ type: OSType, _ subtype: OSType, _ manufacturer: OSType = kAudioUnitManufacturer_Apple)
        throws -> AudioComponent
    {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: manufacturer, componentFlags: 0,
            componentFlagsMask: 0)
        return try #require(AudioComponentFindNext(nil, &description))
    }

    @Test(arguments: BuiltInUnits.all.map(\.name)) func everyUnitOfTheHousePasses(_ name: String) throws {
        let entry = try #require(BuiltInUnits.all.first { $0.name == name })
        let component = try component(entry.identity.type, entry.identity.subtype, entry.identity.manufacturer)
        var result = AudioComponentValidationResult.unknown
        #expect(AudioComponentValidate(component, nil, &result) == noErr)
        #expect(result == .passed)
    }

    /// An effect that makes what is not a number when its parameter is at its end.
    private final class Broken: AUAudioUnit {
        static let description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: 0x6272_6F6B, componentManufacturer: 0x5465_7374,
            componentFlags: 0, componentFlagsMask: 0)
        private final class Value: @unchecked Sendable { var value: Float = 0 }
        private let held = Value()
        private var arrays: [AUAudioUnitBusArray] = []

        override init(
            componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
        ) throws {
            try super.init(componentDescription: componentDescription, options: options)
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
            arrays = try [AUAudioUnitBusType.input, .output].map {
                AUAudioUnitBusArray(audioUnit: self, busType: $0, busses: [try AUAudioUnitBus(format: format)])
            }
            parameterTree = AUParameterTree.createTree(withChildren: [
                AUParameterTree.createParameter(
                    withIdentifier: "x", name: "X", address: 0, min: 0, max: 1, unit: .generic, unitName: nil,
                    flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
            ])
            let held = held
            parameterTree?.implementorValueObserver = { held.value = $1 }
            parameterTree?.implementorValueProvider = { _ in held.value }
        }

        override var inputBusses: AUAudioUnitBusArray { arrays[0] }
        override var outputBusses: AUAudioUnitBusArray { arrays[1] }
        override var internalRenderBlock: AUInternalRenderBlock {
            let held = held
            return { _, time, frameCount, _, output, _, pull in
                var flags: AudioUnitRenderActionFlags = []
                let status = pull?(&flags, time, frameCount, 0, output) ?? kAudioUnitErr_NoConnection
                if held.value == 1 {
                    let first = UnsafeMutableAudioBufferListPointer(output)[0].mData
                    first?.assumingMemoryBound(to: Float.self)[0] = .nan
                }
                return status
            }
        }
    }

    @Test func aUnitThatMakesNoNumbersFailsAndItIsSaidWhy() async throws {
        AUAudioUnit.registerSubclass(Broken.self, as: Broken.description, name: "Tests: Broken", version: 1)
        let component = try component(kAudioUnitType_Effect, 0x6272_6F6B, 0x5465_7374)
        var result = AudioComponentValidationResult.unknown
        #expect(AudioComponentValidate(component, nil, &result) == noErr)
        #expect(result == .failed)
        let reason: String? = await withCheckedContinuation { done in
            let status = AudioComponentValidateWithResults(component, nil) { result, details in
                #expect(result == .failed)
                done.resume(returning: (details as? [String: Any])?["Reason"] as? String)
            }
            #expect(status == noErr)
        }
        #expect(reason == "a sample is not a number")
        let hurry = [
            kAudioComponentValidationParameter_ForceValidation: NSNumber(value: true),
            kAudioComponentValidationParameter_TimeOut: NSNumber(value: -1),
        ]
        #expect(AudioComponentValidate(component, hurry as NSDictionary, &result) == noErr)
        #expect(result == .timedOut)
    }

    @Test func aConfigurationTellsBussesAndChannels() throws {
        let component = try component(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var held: Unmanaged<CFDictionary>?
        #expect(AudioComponentCopyConfigurationInfo(component, &held) == noErr)
        let info = try #require(held?.takeRetainedValue() as? [String: Any])
        #expect(info[kAudioUnitConfigurationInfo_InitialOutputs] as? [NSNumber] == [2])
        #expect((info[kAudioUnitConfigurationInfo_InitialInputs] as? [NSNumber])?.count == 8)
        #expect(info[kAudioUnitConfigurationInfo_BusCountWritable] as? [NSNumber] == [true, false])
        #expect(info[kAudioUnitConfigurationInfo_HasCustomView] as? NSNumber == false)
        let effect = try self.component(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
        #expect(AudioComponentCopyConfigurationInfo(effect, &held) == noErr)
        let channels = held?.takeRetainedValue() as? [String: Any]
        #expect(channels?[kAudioUnitConfigurationInfo_ChannelConfigurations] as? [[NSNumber]] == [[-1, -1]])
    }

    @Test func aUnitHasNoProfilesUntilItBringsSome() throws {
        let unit = try AUAudioUnit(
            componentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_Delay,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        let profile = MIDICIProfile(data: Data([0x7E, 0x21, 0, 1, 0]), name: "Drawbars")
        let state = unit.profileState(forCable: 0, channel: 3)
        #expect(state.midiChannel == 3 && state.enabledProfiles.isEmpty && state.disabledProfiles.isEmpty)
        #expect(throws: NSError.self) { try unit.enable(profile, cable: 0, onChannel: 3) }
        #expect(throws: NSError.self) { try unit.disableProfile(profile, cable: 0, onChannel: 3) }
        #expect(profile == MIDICIProfile(data: profile.profileID))
    }
}
