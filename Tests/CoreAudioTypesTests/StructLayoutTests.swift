import CStructLayouts
import CoreAudioTypes
import StructLayouts
import Testing

/// The structs lie in memory as on Apple's 64-bit systems: files, callbacks and C code depend on it.
@Suite struct StructLayoutTests {
    static let inC = StructLayout.ofC(
        CStructLayoutsOfCoreAudioTypes(),
        CStructLayoutsOfAudioFiles(),
        CStructLayoutsOfUnits(),
        CStructLayoutsOfMusic(),
        CStructLayoutsOfCoreMIDI())

    static let inSwift = [
        StructLayout(AudioStreamBasicDescription.self),
        StructLayout(AudioStreamPacketDescription.self),
        StructLayout(AudioStreamPacketDependencyDescription.self),
        StructLayout(AudioClassDescription.self),
        StructLayout(AudioBuffer.self),
        StructLayout(AudioBufferList.self),
        StructLayout(AudioValueRange.self),
        StructLayout(AudioValueTranslation.self),
        StructLayout(SMPTETime.self),
        StructLayout(AudioTimeStamp.self),
        StructLayout(AudioChannelDescription.self),
        StructLayout(AudioChannelLayout.self),
        StructLayout(AudioFormatListItem.self),
        StructLayout(mach_timebase_info_data_t.self),
        StructLayout(AudioFile_SMPTE_Time.self),
        StructLayout(AudioFileMarker.self),
        StructLayout(AudioFileMarkerList.self),
        StructLayout(AudioFileRegion.self),
        StructLayout(AudioFileRegionList.self),
        StructLayout(AudioFramePacketTranslation.self),
        StructLayout(AudioBytePacketTranslation.self),
        StructLayout(AudioFilePacketTableInfo.self),
        StructLayout(AudioPacketRangeByteCountTranslation.self),
        StructLayout(AudioPacketRollDistanceTranslation.self),
        StructLayout(AudioIndependentPacketTranslation.self),
        StructLayout(AudioPacketDependencyInfoTranslation.self),
        StructLayout(AudioFileTypeAndFormatID.self),
        StructLayout(AudioPanningInfo.self),
        StructLayout(AudioBalanceFade.self),
        StructLayout(AudioFormatInfo.self),
        StructLayout(ExtendedAudioFormatInfo.self),
        StructLayout(AudioQueueBuffer.self),
        StructLayout(AudioQueueParameterEvent.self),
        StructLayout(AudioQueueLevelMeterState.self),
        StructLayout(CAF_SMPTE_Time.self),
        StructLayout(CAFFileHeader.self),
        StructLayout(CAFChunkHeader.self),
        StructLayout(CAF_UUID_ChunkHeader.self),
        StructLayout(CAFAudioDescription.self),
        StructLayout(CAFAudioFormatListItem.self),
        StructLayout(CAFPacketTableHeader.self),
        StructLayout(CAFDataChunk.self),
        StructLayout(CAFMarker.self),
        StructLayout(CAFMarkerChunk.self),
        StructLayout(CAFRegion.self),
        StructLayout(CAFRegionChunk.self),
        StructLayout(CAFInstrumentChunk.self),
        StructLayout(CAFStringID.self),
        StructLayout(CAFStrings.self),
        StructLayout(CAFInfoStrings.self),
        StructLayout(CAFPositionPeak.self),
        StructLayout(CAFPeakChunk.self),
        StructLayout(CAFOverviewSample.self),
        StructLayout(CAFOverviewChunk.self),
        StructLayout(CAFUMIDChunk.self),
        StructLayout(AudioComponentDescription.self),
        StructLayout(AudioComponentPlugInInterface.self),
        StructLayout(AURenderCallbackStruct.self),
        StructLayout(AudioUnitConnection.self),
        StructLayout(AUChannelInfo.self),
        StructLayout(AudioUnitParameter.self),
        StructLayout(AudioUnitProperty.self),
        StructLayout(AudioUnitParameterEvent.self),
        StructLayout(AudioUnitEvent.self),
        StructLayout(AudioUnitNodeConnection.self),
        StructLayout(AUNodeRenderCallback.self),
        StructLayout(AUNodeInteraction.self),
        StructLayout(ScheduledAudioSlice.self),
        StructLayout(ScheduledAudioFileRegion.self),
        StructLayout(AURenderEventHeader.self),
        StructLayout(AUParameterEvent.self),
        StructLayout(AUMIDIEvent.self),
        StructLayout(AUMIDIEventList.self),
        StructLayout(AURenderEvent.self),
        StructLayout(AURecordedParameterEvent.self),
        StructLayout(AUParameterAutomationEvent.self),
        StructLayout(NoteParamsControlValue.self),
        StructLayout(MusicDeviceNoteParams.self),
        StructLayout(MusicDeviceStdNoteParams.self),
        StructLayout(MIDINoteMessage.self),
        StructLayout(MIDIChannelMessage.self),
        StructLayout(MIDIRawData.self),
        StructLayout(MusicEventUserData.self),
        StructLayout(MIDIMetaEvent.self),
        StructLayout(ExtendedNoteOnEvent.self),
        StructLayout(ParameterEvent.self),
        StructLayout(ExtendedTempoEvent.self),
        StructLayout(MusicTrackLoopInfo.self),
        StructLayout(CABarBeatTime.self),
        StructLayout(MIDIEventPacket.self),
        StructLayout(MIDIEventList.self),
    ]

    /// Types that Swift has alone.
    static let withoutC: Set<String> = [
        "DarwinBoolean",  // a byte
        "ManagedAudioChannelLayout",  // owns a layout
        "UnsafeMutableAudioBufferListPointer",  // points to a list
    ]

    @Test(arguments: inSwift) func aStructLiesInMemoryAsInC(layout: StructLayout) {
        #expect(layout == Self.inC[layout.name])
    }

    /// A struct that is declared later has to be compared as well.
    @Test func everyStructIsCompared() throws {
        let declared = try DeclaredStructs.names(shims: ["CCoreAudioTypes"], frameworks: ["CoreAudioTypes"])
        #expect(declared.subtracting(Self.withoutC) == Set(Self.inSwift.map(\.name)))
    }
}
