import AudioToolbox
import Foundation
import Testing

/// Wrong calls that programs in C can make, and Swift ones with the same pointers: statuses.
struct MisuseTests {
    private func unit(_ subType: OSType = kAudioUnitSubType_LowPassFilter) throws -> AudioUnit {
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: subType,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let component = try #require(AudioComponentFindNext(nil, &description))
        var unit: AudioUnit?
        #expect(AudioComponentInstanceNew(component, &unit) == noErr)
        return try #require(unit)
    }

    @Test func aUnitThatWasDisposedOfIsRefused() throws {
        let unit = try unit()
        #expect(AudioComponentInstanceDispose(unit) == noErr)
        let gone = kAudioComponentErr_InstanceInvalidated
        var (value, size, flags): (AudioUnitParameterValue, UInt32, AudioUnitRenderActionFlags) = (0, 4, [])
        var time = AudioTimeStamp()
        var list = AudioBufferList(mNumberBuffers: 0, mBuffers: AudioBuffer())
        #expect(AudioUnitInitialize(unit) == gone)
        #expect(AudioUnitUninitialize(unit) == gone)
        #expect(AudioUnitReset(unit, 0, 0) == gone)
        #expect(AudioUnitGetParameter(unit, 0, 0, 0, &value) == gone)
        #expect(AudioUnitSetParameter(unit, 0, 0, 0, 1, 0) == gone)
        #expect(AudioUnitGetPropertyInfo(unit, kAudioUnitProperty_SampleRate, 0, 0, &size, nil) == gone)
        #expect(AudioUnitGetProperty(unit, kAudioUnitProperty_SampleRate, 0, 0, &value, &size) == gone)
        #expect(AudioUnitSetProperty(unit, kAudioUnitProperty_SampleRate, 0, 0, &value, size) == gone)
        #expect(AudioUnitRender(unit, &flags, &time, 0, 16, &list) == gone)
        #expect(AudioUnitProcess(unit, &flags, &time, 16, &list) == gone)
        #expect(AudioOutputUnitStart(unit) == gone)
        #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 100, 0) == gone)
        #expect(!AudioComponentInstanceCanDo(unit, 1))
        #expect(AudioComponentInstanceDispose(unit) == gone)
        let other = try #require(OpaquePointer(bitPattern: 0x1000))
        #expect(AudioUnitInitialize(other) == gone)
    }

    @Test func aConnectionToAUnitThatIsGoneIsRefused() throws {
        let (source, target) = (try unit(), try unit())
        #expect(AudioComponentInstanceDispose(source) == noErr)
        var connection = AudioUnitConnection(sourceAudioUnit: source, sourceOutputNumber: 0, destInputNumber: 0)
        let size = UInt32(MemoryLayout<AudioUnitConnection>.size)
        #expect(
            AudioUnitSetProperty(target, kAudioUnitProperty_MakeConnection, 1, 0, &connection, size)
                == kAudioUnitErr_InvalidPropertyValue)
        #expect(AudioComponentInstanceDispose(target) == noErr)
    }

    @Test func handlesOfUnitsAreNotUsedAgainAtOnce() throws {
        let first = try unit()
        #expect(AudioComponentInstanceDispose(first) == noErr)
        for _ in 0..<20 {
            let next = try unit()
            #expect(next != first)
            #expect(AudioComponentInstanceDispose(next) == noErr)
        }
        #expect(AudioUnitInitialize(first) == kAudioComponentErr_InstanceInvalidated)
    }

    @Test func aConverterThatWasDisposedOfIsRefused() throws {
        let converter = try made(pcm(44_100, 2, bits: 16, isFloat: false), pcm(44_100, 2))
        #expect(AudioConverterDispose(converter) == noErr)
        #expect(AudioConverterDispose(converter) == kAudio_ParamError)
        #expect(AudioConverterReset(converter) == kAudio_ParamError)
        var (size, value, converted): (UInt32, UInt32, UInt64) = (4, 0, 0)
        #expect(
            AudioConverterGetProperty(converter, kAudioConverterSampleRateConverterQuality, &size, &value)
                == kAudio_ParamError)
        #expect(AudioConverterConvertBuffer(converter, 4, &value, &size, &converted) == kAudio_ParamError)
    }

    @Test func aSpecifierOfNullWithASizeIsRefused() {
        var size: UInt32 = 0
        #expect(
            AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 4, nil, &size)
                == kAudioFileBadPropertySizeError)
        #expect(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 4, nil, &size) == noErr && size > 0)
        #expect(
            AudioFormatGetPropertyInfo(kAudioFormatProperty_FormatName, 40, nil, &size)
                == kAudioFormatBadSpecifierSizeError)
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_FormatName, 40, nil, &size, nil)
                == kAudioFormatBadSpecifierSizeError)
    }

    @Test(arguments: [kAudioFormatProperty_PanningMatrix, kAudioFormatProperty_BalanceFade])
    func aLayoutOfNullIsRefused(property: AudioFormatPropertyID) {
        // All zero, as C leaves it.
        let byteCount =
            property == kAudioFormatProperty_BalanceFade
            ? MemoryLayout<AudioBalanceFade>.size : MemoryLayout<AudioPanningInfo>.size
        let question = [UInt8](repeating: 0, count: byteCount)
        var size: UInt32 = 0
        #expect(
            AudioFormatGetPropertyInfo(property, UInt32(byteCount), question, &size)
                == kAudioFormatBadSpecifierSizeError)
    }
}
