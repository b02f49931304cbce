// swift-format-ignore-file
import AVFAudio
import AudioToolbox

enum BankByURL {
    static func run() throws {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_MIDISynth,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let synth = AVAudioUnitMIDIInstrument(audioComponentDescription: description)
        var bankURL = folder.appendingPathComponent("missing.sf2")
        let status = AudioUnitSetProperty(
            synth.audioUnit, AudioUnitPropertyID(kMusicDeviceProperty_SoundBankURL), AudioUnitScope(kAudioUnitScope_Global), 0,
            &bankURL, UInt32(MemoryLayout<URL>.size))
        check(status != noErr, "a bank that is missing was taken")
        var enabled: UInt32 = 1
        check(
            AudioUnitSetProperty(
                synth.audioUnit, AudioUnitPropertyID(kAUMIDISynthProperty_EnablePreload), AudioUnitScope(kAudioUnitScope_Global),
                0, &enabled, UInt32(MemoryLayout<UInt32>.size)), "preload")
        synth.sendMIDIEvent(0xC0, data1: 0)
        enabled = 0
        check(
            AudioUnitSetProperty(
                synth.audioUnit, kAUMIDISynthProperty_EnablePreload, kAudioUnitScope_Global, 0, &enabled, 4), "preload off")
        let engine = AVAudioEngine()
        engine.attach(synth)
        engine.connect(synth, to: engine.mainMixerNode, format: nil)
        try engine.start()
        synth.startNote(60, withVelocity: 64, onChannel: 0)
        MusicDeviceMIDIEvent(synth.audioUnit, 0x90, 64, 100, 0)
        synth.stopNote(60, onChannel: 0)
        engine.stop()
    }
}
