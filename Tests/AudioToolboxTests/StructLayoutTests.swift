import AudioToolbox
import CStructLayouts
import StructLayouts
import Testing

/// The structs lie in memory as C has them: programs pass their sizes, and units in C fill them in.
@Suite struct StructLayoutTests {
    static let inC = StructLayout.ofC(CStructLayoutsOfAudioFiles(), CStructLayoutsOfUnits(), CStructLayoutsOfMusic())

    static let inSwift = [
        StructLayout(AudioConverterPrimeInfo.self),
        StructLayout(AudioCodecPrimeInfo.self),
        StructLayout(AudioCodecMagicCookieInfo.self),
        StructLayout(AudioQueueChannelAssignment.self),
        StructLayout(AUPreset.self),
        StructLayout(AudioUnitFrequencyResponseBin.self),
        StructLayout(AUDependentParameter.self),
        StructLayout(AudioUnitParameterHistoryInfo.self),
        StructLayout(HostCallbackInfo.self),
        StructLayout(AUMIDIOutputCallbackStruct.self),
        StructLayout(AUInputSamplesInOutputCallbackStruct.self),
        StructLayout(AudioUnitParameterInfo.self),
        StructLayout(AudioUnitParameterNameInfo.self),
        StructLayout(AudioUnitParameterStringFromValue.self),
        StructLayout(AudioUnitParameterValueFromString.self),
        StructLayout(AudioOutputUnitStartAtTimeParams.self),
        StructLayout(AUVoiceIOOtherAudioDuckingConfiguration.self),
        StructLayout(AudioUnitMeterClipping.self),
        StructLayout(MixerDistanceParams.self),
        StructLayout(AUSamplerBankPresetData.self),
        StructLayout(AUSamplerInstrumentData.self),
        StructLayout(AUPresetEvent.self),
    ]

    @Test(arguments: inSwift) func aStructLiesInMemoryAsInC(layout: StructLayout) {
        #expect(layout == Self.inC[layout.name])
    }

    /// A struct that is declared later has to be compared as well.
    @Test func everyStructIsCompared() throws {
        let declared = try DeclaredStructs.names(shims: ["CAudioToolbox"], frameworks: ["AudioToolbox"])
        #expect(declared == Set(Self.inSwift.map(\.name)))
    }
}
