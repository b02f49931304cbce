import AVFoundation

/// The programs by name.
///
/// Each is one file, written from Apple's documentation and public habits.
nonisolated(unsafe) let programs: [(name: String, run: () throws -> Void)] = [
    ("AQPlay", AQPlay.run),
    ("AskToRecord", AskToRecord.run),
    ("AsyncNotifications", AsyncNotifications.run),
    ("BankByURL", BankByURL.run),
    ("BuildOwnUnit", BuildOwnUnit.run),
    ("CaptureMicrophone", CaptureMicrophone.run),
    ("ConfigurationChange", ConfigurationChange.run),
    ("ConvertTo16k", ConvertTo16k.run),
    ("ConvertWholeBuffer", ConvertWholeBuffer.run),
    ("ConverterInC", ConverterInC.run),
    ("EncodeAAC", EncodeAAC.run),
    ("EngineWithEffects", EngineWithEffects.run),
    ("ExportToM4A", ExportToM4A.run),
    ("FadePlayer", FadePlayer.run),
    ("FileTagsInC", FileTagsInC.run),
    ("FillBufferFromArray", FillBufferFromArray.run),
    ("FormatTables", FormatTables.run),
    ("Formats", Formats.run),
    ("GraphMixer", GraphMixer.run),
    ("HardwareList", HardwareList.run),
    ("InputToOutputMonitor", InputToOutputMonitor.run),
    ("InterruptionObserver", InterruptionObserver.run),
    ("LoadProperties", LoadProperties.run),
    ("LoggerAndLocks", LoggerAndLocks.run),
    ("LoopsAndInterrupts", LoopsAndInterrupts.run),
    ("MIDIThroughPorts", MIDIThroughPorts.run),
    ("ManyIntoOneMixer", ManyIntoOneMixer.run),
    ("MatrixAndSpatialUnits", MatrixAndSpatialUnits.run),
    ("Metering", Metering.run),
    ("MonoTap", MonoTap.run),
    ("MuteSwitchTimer", MuteSwitchTimer.run),
    ("NamesByAVFAudio", NamesByAVFAudio.run),
    ("NamesByAVFoundation", NamesByAVFoundation.run),
    ("NamesByAudioToolbox", NamesByAudioToolbox.run),
    ("NamesByMediaPlayer", NamesByMediaPlayer.run),
    ("NowPlaying", NowPlaying.run),
    ("ObserveAfterwards", ObserveAfterwards.run),
    ("OfflineRender", OfflineRender.run),
    ("OlderSession", OlderSession.run),
    ("PlayAFile", PlayAFile.run),
    ("PlayAnAsset", PlayAnAsset.run),
    ("PlaySampleBuffers", PlaySampleBuffers.run),
    ("PlayerPool", PlayerPool.run),
    ("ProcessingTapOfItem", ProcessingTapOfItem.run),
    ("QueueFromStream", QueueFromStream.run),
    ("QueueOfItems", QueueOfItems.run),
    ("ReadWithExtAudioFile", ReadWithExtAudioFile.run),
    ("RealtimeManualRender", RealtimeManualRender.run),
    ("RecordEngineOutput", RecordEngineOutput.run),
    ("RecordForDuration", RecordForDuration.run),
    ("RecordVoiceMemo", RecordVoiceMemo.run),
    ("RemoteIO", RemoteIO.run),
    ("RemoteIOInput", RemoteIOInput.run),
    ("RouteListing", RouteListing.run),
    ("SamplerAndSequencer", SamplerAndSequencer.run),
    ("SequenceInC", SequenceInC.run),
    ("SessionProperties", SessionProperties.run),
    ("SinkNode", SinkNode.run),
    ("SpeakDirections", SpeakDirections.run),
    ("SpeakHere", SpeakHere.run),
    ("SpeechRecogniserTap", SpeechRecogniserTap.run),
    ("StopInsideCallbacks", StopInsideCallbacks.run),
    ("SystemSound", SystemSound.run),
    ("TempoAndPitchOfFile", TempoAndPitchOfFile.run),
    ("ToneGenerator", ToneGenerator.run),
    ("TwoPlayersInSpace", TwoPlayersInSpace.run),
    ("VoiceProcessing", VoiceProcessing.run),
    ("Waveform", Waveform.run),
    ("WriteSampleBuffers", WriteSampleBuffers.run),
    ("WriteWithExtAudioFile", WriteWithExtAudioFile.run),
]

/// Runs the program that the first argument names; without one prints the names.
func runProgram() -> Never {
    guard let name = CommandLine.arguments.dropFirst().first else {
        for program in programs { print(program.name) }
        exit(0)
    }
    guard let program = programs.first(where: { $0.name == name }) else {
        print("no program \(name)")
        exit(2)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    do { try program.run() } catch { check(false, "\(error)") }
    print("ok")
    exit(0)
}
