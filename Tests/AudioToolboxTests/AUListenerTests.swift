import AVAudioTypes
import AudioToolbox
import Foundation
import Testing

/// Listeners of units by the older interface, on a queue that the tests hold back and let go.
@Suite struct AUListenerTests {
    private final class Heard: @unchecked Sendable {
        let queue = DispatchQueue(label: "heard")
        var lines: [String] = []

        /// The notifications of everything that has happened so far.
        func all() -> [String] { queue.sync { lines } }
    }

    private func makeDelay() throws -> (unit: AUAudioUnitV2Bridge, handle: AudioUnit) {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_Delay,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let unit = try AUAudioUnitV2Bridge(componentDescription: description)
        return (unit, unit.audioUnit)
    }

    private func parameter(_ unit: AudioUnit, _ id: AudioUnitParameterID) -> AudioUnitParameter {
        AudioUnitParameter(mAudioUnit: unit, mParameterID: id, mScope: kAudioUnitScope_Global, mElement: 0)
    }

    private func event(_ type: AudioUnitEventType, _ parameter: AudioUnitParameter) -> AudioUnitEvent {
        AudioUnitEvent(mEventType: type, mArgument: .init(mParameter: parameter))
    }

    private func makeListener(_ heard: Heard) throws -> AUParameterListenerRef {
        var listener: AUParameterListenerRef?
        let status = AUListenerCreateWithDispatchQueue(&listener, 0, heard.queue) { object, parameter, value in
            heard.lines.append("\(Int(bitPattern: object)): \(parameter.pointee.mParameterID) = \(value)")
        }
        #expect(status == noErr)
        return try #require(listener)
    }

    @Test func everyWayToSetAParameterReachesTheListener() throws {
        let (unit, handle) = try makeDelay()
        let heard = Heard()
        let listener = try makeListener(heard)
        var time = parameter(handle, kDelayParam_DelayTime)
        #expect(AUListenerAddParameter(listener, UnsafeMutableRawPointer(bitPattern: 7), &time) == noErr)
        unit.parameterTree?.parameter(withAddress: UInt64(kDelayParam_DelayTime))?.value = 0.5
        #expect(heard.all() == ["7: 1 = 0.5"])
        _ = AudioUnitSetParameter(handle, kDelayParam_DelayTime, kAudioUnitScope_Global, 0, 0.25, 0)
        #expect(heard.all().last == "7: 1 = 0.25")
        #expect(AUParameterSet(nil, nil, &time, 0.75, 0) == noErr)
        #expect(heard.all() == ["7: 1 = 0.5", "7: 1 = 0.25", "7: 1 = 0.75"])
        unit.parameterTree?.parameter(withAddress: UInt64(kDelayParam_Feedback))?.value = 3
        #expect(heard.all().count == 3)
        #expect(AUListenerRemoveParameter(listener, UnsafeMutableRawPointer(bitPattern: 7), &time) == noErr)
        _ = AUParameterSet(nil, nil, &time, 0.1, 0)
        #expect(heard.all().count == 3)
        #expect(AUListenerDispose(listener) == noErr && AUListenerDispose(listener) == kAudio_ParamError)
    }

    @Test func whoeverSendsAChangeDoesNotHearIt() throws {
        let (unit, handle) = try makeDelay()
        let (sender, other) = (Heard(), Heard())
        let listeners = try (makeListener(sender), makeListener(other))
        defer { _ = (AUListenerDispose(listeners.0), AUListenerDispose(listeners.1)) }
        var time = parameter(handle, kDelayParam_DelayTime)
        let objects = (UnsafeMutableRawPointer(bitPattern: 1), UnsafeMutableRawPointer(bitPattern: 2))
        for object in [objects.0, objects.1] { _ = AUListenerAddParameter(listeners.0, object, &time) }
        _ = AUListenerAddParameter(listeners.1, objects.0, &time)
        #expect(AUParameterSet(listeners.0, objects.0, &time, 0.5, 0) == noErr)
        #expect(sender.all() == ["2: 1 = 0.5"] && other.all() == ["1: 1 = 0.5"])
        #expect(unit.parameterTree?.parameter(withAddress: 1)?.value == 0.5)
        var meter = parameter(handle, 999)
        #expect(AUParameterSet(nil, nil, &meter, 0.5, 0) == kAudioUnitErr_InvalidParameter)
    }

    @Test func valuesThatWaitBecomeTheLatestOne() throws {
        let (unit, handle) = try makeDelay()
        defer { withExtendedLifetime(unit) {} }
        let heard = Heard()
        let listener = try makeListener(heard)
        defer { _ = AUListenerDispose(listener) }
        var (time, mix) = (parameter(handle, kDelayParam_DelayTime), parameter(handle, kDelayParam_WetDryMix))
        _ = AUListenerAddParameter(listener, nil, &time)
        _ = AUListenerAddParameter(listener, nil, &mix)
        heard.queue.suspend()
        for value in [0.1, 0.2, 0.3] as [Float] { _ = AUParameterSet(nil, nil, &time, value, 0) }
        _ = AUParameterSet(nil, nil, &mix, 25, 0)
        _ = AUParameterSet(nil, nil, &time, 0.4, 0)
        heard.queue.resume()
        #expect(heard.all() == ["0: 1 = 0.4", "0: 0 = 25.0"])
        var any = parameter(handle, kAUParameterListener_AnyParameter)
        #expect(AUParameterListenerNotify(nil, nil, &any) == noErr)
        #expect(Set(heard.all().dropFirst(2)) == ["0: 1 = 0.4", "0: 0 = 25.0"])
    }

    @Test func eventsComeInTheirOrderWithGesturesAndProperties() throws {
        let (unit, handle) = try makeDelay()
        defer { withExtendedLifetime(unit) {} }
        let heard = Heard()
        var made: AUEventListenerRef?
        let status = AUEventListenerCreateWithDispatchQueue(&made, 0, 3600, heard.queue) { _, event, time, value in
            let isProperty = event.pointee.mEventType == .propertyChange
            let id =
                isProperty
                ? event.pointee.mArgument.mProperty.mPropertyID : event.pointee.mArgument.mParameter.mParameterID
            heard.lines.append("\(event.pointee.mEventType.rawValue) \(id) \(value) \(time > 0)")
        }
        #expect(status == noErr)
        let listener = try #require(made)
        defer { _ = AUListenerDispose(listener) }
        let time = parameter(handle, kDelayParam_DelayTime)
        var events = [
            event(.beginParameterChangeGesture, time), event(.parameterValueChange, time),
            event(.endParameterChangeGesture, time),
        ]
        let bypass = AudioUnitProperty(
            mAudioUnit: handle, mPropertyID: kAudioUnitProperty_BypassEffect, mScope: kAudioUnitScope_Global,
            mElement: 0)
        events.append(AudioUnitEvent(mEventType: .propertyChange, mArgument: .init(mProperty: bypass)))
        for var event in events { #expect(AUEventListenerAddEventType(listener, nil, &event) == noErr) }
        heard.queue.suspend()
        _ = AUEventListenerNotify(nil, nil, &events[0])
        var parameter = time
        // Within the granularity of an hour two values are one, but not across the end of the gesture.
        for value in [0.5, 0.75] as [Float] { _ = AUParameterSet(nil, nil, &parameter, value, 0) }
        _ = AUEventListenerNotify(nil, nil, &events[2])
        _ = AUParameterSet(nil, nil, &parameter, 1, 0)
        var on: UInt32 = 1
        _ = AudioUnitSetProperty(handle, kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, &on, 4)
        heard.queue.resume()
        #expect(
            heard.all() == ["1 1 1.0 true", "0 1 0.75 true", "2 1 0.75 true", "0 1 1.0 true", "3 21 0.0 true"])
        #expect(AUEventListenerRemoveEventType(listener, nil, &events[3]) == noErr)
        _ = AudioUnitSetProperty(handle, kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, &on, 4)
        #expect(heard.all().count == 5)
    }

    @Test func valuesLieOnTheSliderByTheirScale() throws {
        let description = AudioComponentDescription(
            componentType: 0x6175_6678, componentSubType: 0x736C_6964, componentManufacturer: 0x5465_7374,
            componentFlags: 0, componentFlagsMask: 0)
        AUAudioUnit.registerSubclass(Sliders.self, as: description, name: "Tests: Sliders", version: 1)
        var wanted = description
        var made: AudioUnit?
        #expect(AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &wanted)), &made) == noErr)
        let unit = try #require(made)
        defer { _ = AudioComponentInstanceDispose(unit) }
        // The middle of the slider: by the geometric mean, by a quarter of the range, by its root, and by its half.
        let middles: [Float] = [200, 250, 707.1068, 500]
        for (id, middle) in middles.enumerated() {
            var parameter = parameter(unit, AudioUnitParameterID(id))
            let value = AUParameterValueFromLinear(0.5, &parameter)
            #expect(abs(value - middle) < 1e-3)
            #expect(abs(AUParameterValueToLinear(value, &parameter) - 0.5) < 1e-6)
            #expect(AUParameterValueToLinear(99_999, &parameter) == 1)
        }
        var buffer = [CChar](repeating: 1, count: 32)
        var frequency = parameter(unit, 0)
        _ = AUParameterFormatValue(123.456, &frequency, &buffer, 4)
        #expect(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self) == "123.5")
        _ = AUParameterFormatValue(1.25, &frequency, &buffer, 4)
        #expect(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self) == "1.250")
    }
}

/// Parameters with scales.
private final class Sliders: AUAudioUnit {
    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        func parameter(_ id: UInt64, _ low: Float, _ high: Float, _ flags: AudioUnitParameterOptions) -> AUParameter {
            AUParameterTree.createParameter(
                withIdentifier: "p\(id)", name: "P\(id)", address: id, min: low, max: high,
                unit: id == 0 ? .hertz : .generic, unitName: nil, flags: flags, valueStrings: nil,
                dependentParameters: nil)
        }
        parameterTree = AUParameterTree.createTree(withChildren: [
            parameter(0, 2, 20_000, .flag_DisplayLogarithmic), parameter(1, 0, 1000, .flag_DisplaySquareRoot),
            parameter(2, 0, 1000, .flag_DisplaySquared), parameter(3, 0, 1000, []),
        ])
    }
}
