import AudioToolbox
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// The General MIDI synthesizer as a host in C holds it, with its reverb and chorus.
final class SynthesizerUnit {
    private let unit: AudioUnit
    private let list: UnsafeMutableAudioBufferListPointer
    private var time = AudioTimeStamp()
    private let block = Block()

    init?() {
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_MIDISynth,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        var instance: AudioUnit?
        guard let component = AudioComponentFindNext(nil, &description),
            AudioComponentInstanceNew(component, &instance) == noErr, let instance
        else { return nil }
        unit = instance
        let file = URL(fileURLWithPath: bankPath) as CFURL
        var url = Unmanaged.passUnretained(file)
        defer { withExtendedLifetime(file) {} }
        var (hertz, frames) = (rate, UInt32(blockFrames))
        let statuses = [
            AudioUnitSetProperty(
                unit, kMusicDeviceProperty_SoundBankURL, kAudioUnitScope_Global, 0, &url,
                UInt32(MemoryLayout<Unmanaged<CFURL>>.size)),
            AudioUnitSetProperty(unit, kAudioUnitProperty_SampleRate, kAudioUnitScope_Output, 0, &hertz, 8),
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &frames, 4),
            AudioUnitInitialize(unit),
        ]
        list = AudioBufferList.allocate(maximumBuffers: 2)
        time.mFlags = .sampleTimeValid
        guard statuses.allSatisfy({ $0 == noErr }) else {
            print("the unit: \(statuses)")
            return nil
        }
    }

    deinit {
        AudioComponentInstanceDispose(unit)
        free(list.unsafeMutablePointer)
    }

    func send(_ status: Int, _ first: Int, _ second: Int) {
        let code = MusicDeviceMIDIEvent(unit, UInt32(status), UInt32(first), UInt32(second), 0)
        precondition(code == noErr, "MusicDeviceMIDIEvent: \(code)")
    }

    /// Renders a block; the loudest sample says that it sounds.
    func render() -> Float {
        for channel in 0..<2 {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(4 * blockFrames), mData: block.planes[channel])
        }
        var flags: AudioUnitRenderActionFlags = []
        let code = AudioUnitRender(unit, &flags, &time, 0, UInt32(blockFrames), list.unsafeMutablePointer)
        precondition(code == noErr, "AudioUnitRender: \(code)")
        time.mSampleTime += Double(blockFrames)
        return (0..<blockFrames).map { abs(block.planes[0][$0]) }.max() ?? 0
    }
}

/// Prints the time of the unit's blocks with the notes of `measureManyVoices`.
func measureUnit() {
    guard let unit = SynthesizerUnit() else { return print("the unit cannot be made") }
    let programs = [48, 49, 50]
    for (index, channel) in channels.enumerated() { unit.send(0xC0 | channel, programs[index % programs.count], 0) }
    var sent = 0
    forEachNote(15 * 128, 0..<128) { channel, key in
        unit.send(0x90 | channel, key, 90)
        sent += 1
        // The unit's queue of messages is as long as a block of a busy keyboard needs.
        if sent % 64 == 0 { _ = unit.render() }
    }
    for _ in 0..<10 { _ = unit.render() }
    var peak: Float = 0
    measureBlocks("the unit with the same \(sent) notes, reverb and chorus") { peak = max(peak, unit.render()) }
    precondition(peak > 0, "the unit is silent")
}
